import {
  AFTER_DAYS,
  ANSWER_DAYS,
  CONFIRMATIONS,
  INACTIVE_DAYS,
  type Indicator,
  PAUSE_DAYS,
  SAFETY_DAYS,
  UNANSWERED_DAYS,
} from '#domain/emergency/emergency.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { REHEARSAL_MINUTES, type RehearsedKind } from '#domain/emergency/rehearsal.ts';
import type { GapCode } from '#domain/emergency/rehearsal-gaps.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import type { AddressDoubt } from '#services/emergency/address-doubt.ts';
import type { RehearsalReport, RehearsedMessage } from '#services/emergency/rehearsal-report.ts';
import type { Field, Values } from './field.ts';

export const STAGES: Values<Stage> = {
  armed: 'days are counted',
  reminding: 'you are reminded to check in',
  missed: 'you missed the check-in, and your contacts were notified',
  'last-call': 'the last warning went out',
  released: 'your emergency contents were sent; it stays until POST /emergency/return',
};
export const INDICATORS: Values<Indicator> = {
  active: 'up to half of the threshold',
  warning: 'above half of it',
  danger: 'from the threshold on',
  inactive: 'the protocol is not running',
};
const BLOCKERS: Values<Blocker> = {
  'address-unconfirmed': 'your email is not confirmed',
  'no-contact': 'there is no trusted contact, or each asked for nothing more',
  'no-content': 'no content is marked for an emergency',
  plan: 'your plan does not include the protocol',
};
export const GAPS: Values<GapCode> = {
  ...BLOCKERS,
  'nobody-receives': 'each contact is a witness, or asked for nothing more',
  'switched-off': 'the protocol is not switched on',
  'contact-bounced': 'an email to a contact came back',
  'contact-stopped': 'a contact asked for nothing more',
  'contact-gets-nothing': 'a contact gets nothing by your plan',
  'channel-unconfirmed': 'a channel for urgent warnings is not confirmed',
  'channel-failed': 'a message to a channel for urgent warnings failed',
  'content-sealed': 'contacts can open a content only with a printed sheet or its six words',
};
export const REHEARSED: Values<RehearsedKind> = {
  reminder: 'a reminder to you',
  missed: 'the urgent warning to you',
  'last-call': 'the last warning to you',
  again: 'a repeated warning to you',
  released: 'you are told what went out',
  'contact-told': 'a contact is told that you did not check in',
  release: 'a contact gets what you set aside for them',
  'witness-told': 'a witness is told of the release',
};
export const OUTCOMES: Values<RehearsedMessage['outcome']> = {
  waiting: 'its time has not come',
  sent: 'it was sent to you',
  arrived: 'it reached your mailbox',
  failed: 'it did not reach your mailbox',
  skipped: 'it was not sent, because your email is not confirmed',
};
export const PROGRESS: Values<RehearsalReport['progress']> = {
  running: 'messages are still to come',
  finished: 'all of them went out',
};
export const ADDRESS_QUESTIONS: Values<AddressDoubt['question']> = {
  'near-miss': 'it is nearly one of the common domains',
  'no-mail-server': 'its domain takes no mail, as far as we can see',
};

const days = (text: string, { min, max }: { min: number; max: number }): Field => ({
  text: `${text}: a whole number, ${min} to ${max}.`,
  input: { type: 'integer', minimum: min, maximum: max },
});
const UNLESS_RUNNING = 'Null while the protocol is not running, unless it was released.';

export const EMERGENCY_FIELDS: Readonly<Record<string, Field>> = {
  is_active: { text: 'Whether the protocol is switched on.' },
  running: {
    text: 'Whether it is switched on and nothing is missing. It starts by itself when nothing is missing, and that counts as a check-in.',
  },
  blocked_by: { text: 'What is missing. Until then, no days are counted and nothing is sent.', values: BLOCKERS },
  days: days('How long to pause, in days', PAUSE_DAYS),
  inactive_days: days('Days without a check-in until your contacts are notified', INACTIVE_DAYS),
  inactive_days_threshold: { text: 'Days without a check-in until your contacts are notified.' },
  safety_days: days('Days from notifying your contacts to the release', SAFETY_DAYS),
  last_check_in: { text: 'When you last checked in.' },
  days_since_last_check_in: { text: 'Whole days since then.' },
  indicator: { text: 'Days since the last check-in, compared with the threshold.', values: INDICATORS },
  stage: { text: `How far the protocol has come. ${UNLESS_RUNNING}`, values: STAGES },
  contacts_told_at: { text: `When your contacts are notified, or were, that you did not check in. ${UNLESS_RUNNING}` },
  release_at: { text: `When your emergency contents are sent, or were sent. ${UNLESS_RUNNING}` },
  items: { text: 'Who gets what; see the notes for a content without any.' },
  contact_id: { text: 'One of your trusted contacts.', input: { format: 'uuid' } },
  after_days: days('How long after the release they get it, in days', AFTER_DAYS),
  sentences: { text: 'What each trusted contact receives, and when, in words.' },
  paused_until: { text: 'When the pause ends; null without one.' },
  confirmations_needed: {
    text: `How many trusted contacts must confirm that you cannot answer before your emergency contents are sent, ${CONFIRMATIONS.min} to ${CONFIRMATIONS.max}, and no more than you have. 0: silence is enough.`,
  },
  unanswered_after_days: days('Days after which they are sent without those confirmations', UNANSWERED_DAYS),
  contacts_may_raise: { text: 'Whether a trusted contact can say that something has happened to you.' },
  answer_within_days: days('Days in which you can answer that before your contacts are notified', ANSWER_DAYS),
  held_until: {
    text: 'Until when nothing is sent, because a trusted contact has heard from you; null where none has said so.',
  },
  confirmations: { text: 'How many trusted contacts must confirm, of those you have, and how many have.' },
  needed: { text: 'How many must confirm.' },
  given: { text: 'How many have.' },
  raised_by_at: {
    text: 'When a trusted contact said that something has happened; null if none did, or you have answered.',
  },
  second_email: { text: 'A second email that urgent warnings go to; null for none.' },
  phone: { text: 'Your phone, with + and its country code; null for none.' },
  whatsapp: {
    text: 'Whether urgent warnings go to your phone by WhatsApp. In answers the channel; null while it is not used.',
  },
  sms: { text: 'Whether urgent warnings go to your phone by SMS. In answers the channel; null while it is not used.' },
  address: { text: 'The email address, or the phone number.' },
  confirmed_at: { text: 'When the code was entered; null until then. Nothing but codes goes there before.' },
  last_delivered_at: { text: 'When a message last arrived there; null for none.' },
  failed_at: { text: 'When a message there first failed; null once one has arrived since.' },
  minutes: { text: `How long the rehearsal takes, ${REHEARSAL_MINUTES.min} to ${REHEARSAL_MINUTES.max} minutes.` },
  progress: { text: 'Whether the rehearsal goes on.', values: PROGRESS },
  began_at: { text: 'When the rehearsal began.' },
  ends_at: { text: 'When its last message goes out.' },
  messages: { text: 'Every message, in the order in which they go out.' },
  gaps: { text: 'What was missing when it began.' },
  planned_at: { text: 'When it would go out if your last check-in had been when the rehearsal began.' },
  rehearsed_at: { text: 'When it goes out in the rehearsal.' },
  message: { text: 'What kind of message it is.', values: REHEARSED },
  to: { text: 'The contact who would get it; null for you. In the rehearsal, you get it.' },
  channels: { text: 'How it would go out.' },
  contents: { text: 'What a contact would receive, without what you deleted since.' },
  would_arrive: { text: 'Whether it would reach its reader, as far as we know.' },
  outcome: { text: 'What became of it in the rehearsal.', values: OUTCOMES },
  question: { text: 'What looks wrong; null for nothing.', values: ADDRESS_QUESTIONS },
  suggestion: { text: 'The address that was probably meant; null where we have none.' },
};
