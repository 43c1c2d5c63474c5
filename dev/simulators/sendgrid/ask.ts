/** Events that somebody asks for: a test, or a person at the page. */
import { randomBytes } from 'node:crypto';
import type { EventName, Messages } from '../messages.ts';
import { type EventSubject, type SendgridEvent, toSendgridEvent } from './events.ts';
import type { Webhook } from './webhook.ts';

/** What was posted, and the HTTP status of the answer; null when nobody answered. */
export interface Told {
  webhook_status: number | null;
  event: SendgridEvent;
}

export type AskForEvent = (subject: EventSubject, event: EventName, eventId?: string) => Promise<Told>;

/**
 * Makes the verb that notes an event on its message, where it is one of ours, and posts it at once.
 * An event id given again makes the event a repeat of an earlier one.
 */
export function askForEvent({ webhook, messages }: { webhook: Webhook; messages: Messages }): AskForEvent {
  return async (subject, event, eventId) => {
    const happened = { event, at: new Date().toISOString() };
    const posted = toSendgridEvent(subject, happened, randomBytes(9).toString('base64url'));
    if (eventId) posted.sg_event_id = eventId;
    const kept = messages.get(subject.id);
    if (kept) await messages.happened(kept, happened);
    return { webhook_status: await webhook.post([posted]), event: posted };
  };
}
