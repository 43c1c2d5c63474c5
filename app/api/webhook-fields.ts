/** What the fields of webhooks mean. */
import {
  WEBHOOK_URL_MAX,
  type WebhookEnd,
  type WebhookEvent,
  type WebhookFailure,
  type WebhookMessageKind,
} from '#domain/webhooks/webhooks.ts';
import type { Field, Values } from './field.ts';

export const WEBHOOK_END_VALUES: Values<WebhookEnd> = {
  gone: 'your program answered 410',
  failing: 'a message was tried for three days, and none arrived meanwhile',
};
export const WEBHOOK_FAILURE_VALUES: Values<WebhookFailure> = {
  'no-address': 'its name has no address',
  'address-refused': 'its name leads to an address that is not public',
  'time-out': 'it did not answer within 10 seconds',
  certificate: 'its certificate is not valid',
  'no-connection': 'it could not be reached',
};
export const WEBHOOK_EVENT_VALUES: Values<WebhookEvent> = {
  released: 'your emergency contents are sent',
  delivered: 'a delivery arrives',
  'check-in-missed': 'you miss a check-in, and your contacts are notified',
};
/** The types of messages. */
export const WEBHOOK_KIND_VALUES: Values<WebhookMessageKind> = {
  ...WEBHOOK_EVENT_VALUES,
  test: 'you asked for a test',
};

export const WEBHOOK_FIELDS: Readonly<Record<string, Field>> = {
  url: { text: `The address of your program: https, with a public name, up to ${WEBHOOK_URL_MAX} characters.` },
  events: { text: 'What it is called for.', values: WEBHOOK_EVENT_VALUES },
  off_at: { text: 'Since when nothing but tests is sent to it; null while it is on.' },
  off_because: { text: 'Why; null while it is on.', values: WEBHOOK_END_VALUES },
  log: { text: 'Its last messages, the newest first.' },
  tries: { text: 'How often it was tried.' },
  last_tried_at: { text: 'When it was last tried; null if it was not.' },
  last_status: { text: 'The status of the last answer; null where none came.' },
  last_failure: { text: 'Why no answer came; null where one came.', values: WEBHOOK_FAILURE_VALUES },
  arrived_at: { text: 'When an answer from 200 to 299 came; null until then.' },
  given_up_at: { text: 'When we stopped trying; null unless we did.' },
  next_try_at: { text: 'When it is tried next; null once it has arrived or was given up.' },
};
