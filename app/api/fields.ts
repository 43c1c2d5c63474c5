/**
 * What the fields and parameters of calls mean. A name means the same in every call; a test finds a name without words.
 * The tables of values are typed by the domain's own lists: a new member fails the type check until it is explained here.
 */
import { z } from 'zod';
import { NAME_MAX, PASSWORD_MIN } from '#domain/accounts/accounts.schema.ts';
import type { TokenScope } from '#domain/accounts/tokens.ts';
import { CAPTION_MAX, LETTER_MAX_BYTES, MEGABYTE, TITLE_MAX } from '#domain/content/content.ts';
import { ANSWER_MAX, QUESTION_MAX } from '#domain/delivery/answer.ts';
import type { Channel, DeliveryOrigin, DeliveryStatus } from '#domain/delivery/delivery.ts';
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
import { REPORT_WORDS_MAX } from '#domain/report/report.ts';
import type { Interval, Plan } from '#domain/subscription/plan.ts';
import { reportReasons } from '#messages/en/report-reasons.ts';
import { sayAll } from '#messages/say.ts';
import type { LinkState } from '#services/deliveries/delivery-view.ts';
import type { StoryEntry } from '#services/deliveries/story.ts';
import type { AddressDoubt } from '#services/emergency/address-doubt.ts';
import type { RehearsalReport, RehearsedMessage } from '#services/emergency/rehearsal-report.ts';
import type { SubscriptionState } from '#services/subscription/subscription-state.ts';
import { CONTACT_FIELDS } from './contact-fields.ts';
import { PAGE_MAX } from './pages.ts';
import { PASSKEY_FIELDS } from './passkey-fields.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';

export type Values<K extends string> = Readonly<Record<K, string>>;

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
export const CHANNEL_VALUES: Values<Channel> = {
  email: 'to recipient_email',
  whatsapp: 'to recipient_phone, if this server has WhatsApp',
  sms: 'to recipient_phone, if this server has SMS',
};
export const ORIGINS: Values<DeliveryOrigin> = {
  owner: 'you scheduled it',
  release: 'your emergency protocol sent it',
};
export const DELIVERY_STATUSES: Values<DeliveryStatus> = {
  pending: 'it has not been sent',
  sent: 'a provider has accepted it',
  failed: 'see failure',
};
export const LINK_STATES: Values<LinkState> = {
  none: 'nothing was sent',
  open: 'it works',
  revoked: 'you closed it',
  expired: 'its time has passed',
};
export const ACTORS: Values<StoryEntry['by']> = {
  owner: 'you',
  stillhere: 'we',
  provider: 'the service that carries the message',
  recipient: 'the person it was sent to',
  operator: 'the people who run this server',
  contact: 'a trusted contact',
};
const PLAN_NAMES: Values<Plan> = {
  free: 'without payment',
  plus: 'with deliveries and the emergency protocol',
  premium: 'with the public gallery as well',
};
export const ADDRESS_QUESTIONS: Values<AddressDoubt['question']> = {
  'near-miss': 'it is nearly one of the common domains',
  'no-mail-server': 'its domain takes no mail, as far as we can see',
};
export const TOKEN_SCOPE_VALUES: Values<TokenScope> = {
  'check-in': 'it may only check in',
  read: 'it may only read',
  write: 'it may read, change and check in',
};
export const INTERVALS: Values<Interval> = { month: 'each month', year: 'each year' };
export const PAYMENT_STATUSES: Values<SubscriptionState['status']> = {
  active: 'paid, or nothing to pay',
  'past-due': 'the last payment failed',
};

/** @returns a schema for one of the values of a table */
export function oneOf<K extends string>(values: Readonly<Record<K, unknown>>): z.ZodEnum<{ [V in K]: V }> {
  return z.enum(Object.keys(values) as K[]) as z.ZodEnum<{ [V in K]: V }>;
}

export interface Field {
  /** One sentence. */
  text: string;
  /** What each of its values means. */
  values?: Values<string>;
  /** What validation checks of an input and the schema cannot show. */
  input?: Readonly<Record<string, unknown>>;
}

const days = (text: string, { min, max }: { min: number; max: number }): Field => ({
  text: `${text}: a whole number, ${min} to ${max}.`,
  input: { type: 'integer', minimum: min, maximum: max },
});
const UNLESS_RUNNING = 'Null while the protocol is not running, unless it was released.';

const ACCOUNT_FIELDS: Readonly<Record<string, Field>> = {
  email: { text: 'An email address; we store it in lower case.', input: { format: 'email' } },
  password: { text: `At least ${PASSWORD_MIN} characters.` },
  current_password: { text: 'The present password.' },
  new_password: { text: `The new password, of at least ${PASSWORD_MIN} characters.` },
  name: { text: `A name, up to ${NAME_MAX} characters.` },
  time_zone: { text: 'A time zone by its IANA name, such as Europe/Lisbon.' },
  session_id: { text: 'The code after #session_id= in the address that a sign-in led to.' },
  session_token: { text: 'The token of this session. Send it as Authorization: Bearer <token>.' },
  user: { text: 'The signed-in user.' },
  email_confirmed: { text: 'Whether the email address is confirmed.' },
  picture: { text: 'The address of the profile picture; null without one.' },
  delivery_opened: { text: 'Whether you want an email the first time a delivery is opened.' },
  delivery_delayed: { text: 'Whether you want an email when a delivery could not be sent for an hour.' },
  address_check: {
    text: 'Whether you want an email that asks if the address is still right, a month before a date that you chose long ago, and once a year for your trusted contacts.',
  },
  rehearsal: { text: 'Whether you want an email once a year that asks you to rehearse your emergency protocol.' },
  secret: { text: 'The last part of the link in the mail; or the secret that signs the messages of a webhook.' },
  device: { text: 'The browser or program that signed in, in words.' },
  last_seen_at: { text: 'When the session was used last.' },
  scope: { text: 'What a token may do.', values: TOKEN_SCOPE_VALUES },
  last_used_at: { text: 'When the token was used last, to the minute; null if it never was.' },
  last_sign_in_at: { text: 'When the browser signed in last.' },
  is_current: { text: 'Whether it is the session, or the browser, of this call.' },
  id: { text: 'A UUID.' },
  created_at: { text: 'When it was created: ISO 8601, with Z.' },
  seq: { text: 'The number of the entry, from 1 on, without a gap.' },
  data: { text: 'Ids, instants, codes and counts: what the entry is about.' },
  prev: { text: 'The hash of the entry before; 64 zeros in the first.' },
  hash: { text: 'SHA-256 over the canonical JSON (RFC 8785) of the other five members.' },
  limit: { text: `How many at most, 1 to ${PAGE_MAX}.` },
  cursor: { text: 'Where the page begins; taken from the Link of the page before.' },
};

const CONTENT_FIELDS: Readonly<Record<string, Field>> = {
  type: { text: 'The kind of content.' },
  title: { text: `Up to ${TITLE_MAX} characters.` },
  content: { text: `The text of a letter, up to ${LETTER_MAX_BYTES / MEGABYTE} MB; empty for files.` },
  excerpt: { text: 'The first words of a letter; empty for files.' },
  caption: {
    text: `The note with a file, up to ${CAPTION_MAX} characters: its recipients read it above the file. Empty for letters.`,
  },
  version: { text: 'Raised with each change of title, content, caption or shares_location. The first is 1.' },
  shares_location: {
    text: 'Whether recipients get the location that a camera wrote into a file. Visitors of the gallery never get it.',
  },
  file_id: { text: 'Its file is at /content/file/{file_id}; null for a letter.', input: { format: 'uuid' } },
  is_public: { text: 'Whether everyone can see it in the gallery. Needs the Premium plan.' },
  is_emergency: { text: 'Whether your trusted contacts get it after a release.' },
  is_sealed: { text: 'Whether it is a parcel: its file is content.age, which we cannot open.' },
  sealed: { text: 'Whether the file is content.age of a parcel. Then meta and key are needed.' },
  meta: { text: 'meta.age of a parcel; in answers in base64.' },
  key: { text: 'key.age of a parcel; in answers in base64.' },
  share: {
    text: 'Our share of the identity of a parcel: 33 bytes. Its recipients get it with a delivery or release, and nobody before.',
  },
  label: { text: 'The title of a sealed content: what is shown before opening.' },
  metadata: { text: 'About the file. We find it out ourselves and ignore what is sent.' },
  original_filename: { text: 'The name of the uploaded file; null for a letter.' },
  content_type: { text: 'The media type.' },
  size: { text: 'In bytes.' },
  preview: { text: 'What lists show for a file; null until it is made, and for files that have none.' },
  kind: {
    text: 'Of a preview: a picture at /content/file/{file_id}/thumbnail, or the loudness of a recording. In the record: what happened.',
  },
  width: { text: 'In pixels.' },
  height: { text: 'In pixels.' },
  peaks: { text: 'Loudness from beginning to end, each 0 to 255.' },
  download: { text: 'Serves the file as a download. Any value, or none.' },
  read: { text: 'Serves a PDF of your own for the viewer of a browser. Any value, or none.' },
  reason: { text: 'Why it should not be public.', values: sayAll(reportReasons) },
  words: { text: `What the operators should know, up to ${REPORT_WORDS_MAX} characters.` },
};

const DELIVERY_FIELDS: Readonly<Record<string, Field>> = {
  origin: { text: 'Where it comes from.', values: ORIGINS },
  content_id: {
    text: 'One of your contents. In answers null after that was deleted, and for a release.',
    input: { format: 'uuid' },
  },
  content_ids: {
    text: `All items of it, in the order in which the recipient reads them. In answers without those that were deleted, and empty for a release.`,
  },
  content_title: {
    text: 'The title of the content; of several, the first and how many others; for a release, the kinds of its contents.',
  },
  group_id: { text: 'Deliveries that were scheduled together, with recipients, have the same; null for others.' },
  group_size: { text: 'How many deliveries of its group there are; 1 for one that belongs to none.' },
  recipients: { text: 'The people that it goes to. Each gets a delivery of their own.' },
  deliveries: { text: 'All deliveries that were scheduled, in the order of recipients; left out without recipients.' },
  phone: { text: 'A phone number with + and its country code. Required for whatsapp and sms.' },
  delivery_type: { text: 'The channel.', values: CHANNEL_VALUES },
  recipient_email: { text: 'The recipient’s email address.', input: { format: 'email' } },
  recipient_name: { text: `The recipient’s name, up to ${NAME_MAX} characters.` },
  refused_email: {
    text: 'The address that refused it; recipient_email has been the second one since. Null unless that has happened.',
  },
  recipient_phone: { text: 'A phone number with + and its country code. Required for whatsapp and sms.' },
  recipient_phone_grouped: { text: 'The same, grouped for reading.' },
  phone_country: { text: 'The country of a recipient_phone without country code, by its two letters, such as PT.' },
  scheduled_time: { text: 'When it is sent: ISO 8601, with Z or an offset.' },
  local_time: { text: 'The same as local time in time_zone; null unless it was scheduled on a page.' },
  status: { text: 'The present state.', values: { ...DELIVERY_STATUSES, ...PAYMENT_STATUSES } },
  changeable: { text: 'Whether it can still be changed or deleted.' },
  delayed: { text: 'Whether its time has passed and it could not be sent yet. We keep trying.' },
  held_at: { text: 'Since when our team holds it: nothing sends it until they let it go. Null while it is not held.' },
  tried: { text: 'Whether a provider was asked at least once to send it in its present form.' },
  asks_address: {
    text: 'Whether we ask if the address is still right: it was scheduled long ago and is due within 30 days.',
  },
  sent_at: { text: 'When it was sent.' },
  delivered_at: { text: 'When it reached the recipient’s mailbox or phone.' },
  opened_at: { text: 'When the recipient opened it.' },
  downloaded_at: { text: 'When the recipient first saved something of it.' },
  fell_back_at: { text: 'When it changed to email, because WhatsApp or SMS failed.' },
  link: { text: 'The link in the message.' },
  state: { text: 'The state of the link.', values: LINK_STATES },
  expires_at: {
    text: 'When the link or token ends; null without a link, and for one that has no end.',
  },
  link_years: {
    text: 'How many years the link works after the sending: 2, 5 or 20; null for as long as Stillhere exists. 2 if you do not choose.',
  },
  question: {
    text: `What its recipient is asked before opening it, up to ${QUESTION_MAX} characters; null for nothing.`,
  },
  answer: { text: `The answer to question, up to ${ANSWER_MAX} characters.` },
  tells_more: {
    text: 'Whether the opened page says if more is to come from you for this recipient, or if this was the last.',
  },
  repeat: { text: 'That it is sent again each year; null for once.' },
  every: { text: 'How often.' },
  until_year: { text: 'The last year, by the calendar of its time zone.' },
  next_id: { text: 'Of a yearly delivery that was sent: the delivery of the next year; null where there is none.' },
  language: {
    text: 'The language of our messages to this person, and of their page, as BCP 47 names it. “en” if you do not choose. They can change it on their page.',
  },
  at: { text: 'When it happened: ISO 8601, with Z.' },
  event: { text: 'What happened.' },
  by: { text: 'Who did it.', values: ACTORS },
  channel: {
    text: 'Of an event: the channel of the message; null for events without one. To confirm a channel: what the code was sent to.',
    values: { ...CHANNEL_VALUES, second_email: 'your second email', phone: 'your phone' },
  },
  unconfirmed: { text: 'Whether nobody knows if the provider accepted it.' },
  failure: { text: 'Why it failed; null unless it has.' },
  code: { text: 'Of an event: one of a closed list. To confirm a channel: the six digits that we sent.' },
  gap: { text: 'What is missing.', values: GAPS },
  text: { text: 'In words for people: a sentence, or the text of a message. Null where there is nothing to say.' },
  subject: { text: 'The subject of the email; null for a message to a phone.' },
  html: { text: 'The email as HTML; null for a message to a phone.' },
  page: { text: 'The recipient’s page, before and after opening, as an HTML document. It is marked as a preview.' },
};

const PLAN_FIELDS: Readonly<Record<string, Field>> = {
  plan: { text: 'The plan that you have.', values: PLAN_NAMES },
  interval: { text: 'How often it is paid for; null if nobody pays.', values: INTERVALS },
  period_ends_at: { text: 'When it renews or ends; null if nobody pays.' },
  is_ending: { text: 'Whether it ends then, without a further charge.' },
  plan_type: { text: 'A plan and how often it is paid for.' },
  token: { text: 'The token in the address that the payment page leads back to; or a new token for a program.' },
  approval_url: { text: 'The page where the person pays.' },
  portal_url: { text: 'The page of the payment provider.' },
  success: { text: 'The plan is active.' },
  due_now: {
    text: 'What the change charges now, in US cents: charge less credit, and less the credit that you had before. 0 if that covers it.',
  },
  charge: { text: 'What the new plan costs until next_payment_at, in US cents.' },
  credit: { text: 'What is left of the present plan, in US cents.' },
  price: { text: 'The price of the new plan per interval, in US cents.' },
  next_payment_at: { text: 'When the new plan renews for the first time.' },
  quoted_at: { text: 'The instant that the price was worked out for. Send it back to pay that price.' },
  good_until: { text: 'Until when a change for this price is accepted.' },
  amount: { text: 'What is refunded, in US cents.' },
  taken_back: { text: 'The ids of the deliveries that the refund would delete.' },
  credited: { text: 'What of the payment became credit by an earlier plan change, in US cents. It stays yours.' },
  paid_at: { text: 'When the payment was made.' },
};

const EMERGENCY_FIELDS: Readonly<Record<string, Field>> = {
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

export const FIELDS: Readonly<Record<string, Field>> = {
  ...ACCOUNT_FIELDS,
  ...CONTENT_FIELDS,
  ...DELIVERY_FIELDS,
  ...PLAN_FIELDS,
  ...EMERGENCY_FIELDS,
  ...CONTACT_FIELDS,
  ...WEBHOOK_FIELDS,
  ...PASSKEY_FIELDS,
};
