/** Events that somebody asks for: a test, or a person at the page. */
import { randomBytes } from 'node:crypto';
import type { EventName, EventOf, Happened, Kept, Messages } from './messages.ts';
import { type EventSubject, type MailHappened, toSendgridEvent } from './sendgrid/events.ts';
import type { Webhook } from './sendgrid/webhook.ts';
import type { Callbacks } from './twilio/callbacks.ts';
import { INVALID_RECIPIENT, OUTSIDE_WINDOW, UNREACHABLE } from './twilio/codes.ts';

/** What was posted, and the HTTP status of the answer; null when nobody answered. */
export interface Told {
  webhook_status: number | null;
  event: Record<string, unknown>;
}

/** What somebody wants told. */
export interface Wish {
  event: EventName;
  /** Repeats an earlier event of SendGrid. */
  eventId?: string | undefined;
  /** Twilio's code of why a message did not arrive. */
  code?: number | undefined;
}

export type AskForEvent = (subject: Kept | EventSubject, wish: Wish) => Promise<Told>;

/**
 * Makes the verb that notes an event on its message, where it is one of ours, and posts it at once, as its vendor does.
 */
export function askForEvent(parts: { webhook: Webhook; callbacks: Callbacks; messages: Messages }): AskForEvent {
  return (subject, wish) =>
    'channel' in subject && subject.channel !== 'email'
      ? askTwilio(parts, subject, wish)
      : askSendgrid(parts, subject, wish);
}

async function askSendgrid(
  { webhook, messages }: { webhook: Webhook; messages: Messages },
  subject: EventSubject,
  { event, eventId }: Wish,
): Promise<Told> {
  const happened: MailHappened = { event: event as EventOf<'email'>, at: new Date().toISOString() };
  const posted = toSendgridEvent(subject, happened, randomBytes(9).toString('base64url'));
  if (eventId) posted.sg_event_id = eventId;
  const kept = messages.get(subject.id);
  if (kept) await messages.happened(kept, happened);
  return { webhook_status: await webhook.post([posted]), event: posted };
}

async function askTwilio(
  { callbacks, messages }: { callbacks: Callbacks; messages: Messages },
  message: Kept,
  { event, code }: Wish,
): Promise<Told> {
  const isSms = message.channel === 'sms';
  const usual = isSms
    ? { failed: UNREACHABLE, undelivered: UNREACHABLE }[event as string]
    : { failed: OUTSIDE_WINDOW, undelivered: INVALID_RECIPIENT }[event as string];
  const why = code ?? usual;
  const happened: Happened = { event, at: new Date().toISOString(), ...(why && { code: why }) };
  await messages.happened(message, happened);
  return { webhook_status: await callbacks.post(message, happened), event: callbacks.formOf(message, happened) };
}
