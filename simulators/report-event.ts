/** Events on demand: a test, or a person at the inbox, asks for one and it is posted at once. */
import { randomBytes } from 'node:crypto';
import type { EventName, EventOf, Messages, RecordedEvent, StoredMessage } from './messages.ts';
import { type EventSubject, type MailEvent, toSendgridEvent } from './sendgrid/events.ts';
import type { Webhook } from './sendgrid/webhook.ts';
import type { Callbacks } from './twilio/callbacks.ts';
import { INVALID_RECIPIENT, OUTSIDE_WINDOW, UNREACHABLE } from './twilio/codes.ts';

/** What was posted, and the HTTP status of the answer; null when there was none. */
export interface EventReport {
  webhook_status: number | null;
  event: Record<string, unknown>;
}

/** The event to report. */
export interface EventRequest {
  event: EventName;
  /** Repeats an earlier event of SendGrid. */
  eventId?: string | undefined;
  /** Twilio's code for why a message did not arrive. */
  code?: number | undefined;
}

export type ReportEvent = (subject: StoredMessage | EventSubject, request: EventRequest) => Promise<EventReport>;

/** @returns a function that records an event on its message, if the message is known, and posts it as its vendor does */
export function eventReporter(parts: { webhook: Webhook; callbacks: Callbacks; messages: Messages }): ReportEvent {
  return (subject, request) =>
    'channel' in subject && subject.channel !== 'email'
      ? reportPhoneEvent(parts, subject, request)
      : reportMailEvent(parts, subject, request);
}

async function reportMailEvent(
  { webhook, messages }: { webhook: Webhook; messages: Messages },
  subject: EventSubject,
  { event, eventId }: EventRequest,
): Promise<EventReport> {
  const recorded: MailEvent = { event: event as EventOf<'email'>, at: new Date().toISOString() };
  const posted = toSendgridEvent(subject, recorded, randomBytes(9).toString('base64url'));
  if (eventId) posted.sg_event_id = eventId;
  const message = messages.get(subject.id);
  if (message) await messages.recordEvent(message, recorded);
  return { webhook_status: await webhook.post([posted]), event: posted };
}

async function reportPhoneEvent(
  { callbacks, messages }: { callbacks: Callbacks; messages: Messages },
  message: StoredMessage,
  { event, code }: EventRequest,
): Promise<EventReport> {
  const errorCode = code ?? usualCode(message, event);
  const recorded: RecordedEvent = { event, at: new Date().toISOString(), ...(errorCode && { code: errorCode }) };
  await messages.recordEvent(message, recorded);
  return { webhook_status: await callbacks.post(message, recorded), event: callbacks.formOf(message, recorded) };
}

/** @returns Twilio's most common code for this event; undefined for an event that is no failure */
function usualCode({ channel }: StoredMessage, event: EventName): number | undefined {
  if (event === 'failed') return channel === 'sms' ? UNREACHABLE : OUTSIDE_WINDOW;
  if (event === 'undelivered') return channel === 'sms' ? UNREACHABLE : INVALID_RECIPIENT;
  return undefined;
}
