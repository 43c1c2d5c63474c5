/** What the fields of deliveries mean. */
import { NAME_MAX } from '#domain/accounts/accounts.schema.ts';
import { ANSWER_MAX, QUESTION_MAX } from '#domain/delivery/answer.ts';
import type { Channel, DeliveryOrigin, DeliveryStatus } from '#domain/delivery/delivery.ts';
import type { LinkState } from '#services/deliveries/delivery-view.ts';
import type { StoryEntry } from '#services/deliveries/story.ts';
import { GAPS } from './emergency-fields.ts';
import type { Field, Values } from './field.ts';
import { PAYMENT_STATUSES } from './plan-fields.ts';

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
export const DELIVERY_FIELDS: Readonly<Record<string, Field>> = {
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
