/** The JSON for tests: accepted messages, faults to play, events to report. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Faults, faultSchema } from './faults.ts';
import {
  type Channel,
  EVENTS,
  type EventName,
  type Message,
  type Messages,
  type Status,
  type StoredMessage,
} from './messages.ts';
import type { ReportEvent } from './report-event.ts';
import { type Call, checkInput, HttpError, type Routes, readJson, sendEmpty, sendJson } from './router.ts';

const listSchema = z.object({
  /** The whole address or number. Capitals do not matter, nor does a plus that became a space in the query. */
  to: z.string().transform(comparableAddress).optional(),
  channel: z.enum(Object.keys(EVENTS) as Channel[]).optional(),
  limit: z.coerce.number().int().min(0).optional(),
  /** `none` leaves out text and html, for lists of thousands. */
  body: z.enum(['none']).optional(),
});

const eventSchema = z
  .strictObject({
    message_id: z.string().min(1).optional(),
    event: z.enum([...new Set<EventName>(Object.values(EVENTS).flat())]),
    /** Twilio's code for why a message did not arrive. */
    code: z.number().int().optional(),
    /** Only records the event, as if our webhook had missed it: the product learns of it when it asks Twilio. */
    missed: z.boolean().optional(),
    /** Repeats an earlier event, as SendGrid does when it is not sure of an answer. */
    event_id: z.string().min(1).optional(),
    /** For a message that was never accepted here. */
    email: z.string().min(3).optional(),
    custom_args: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ message_id, email }) => message_id || email, {
    error: 'Name a message_id, or the email of an unknown one.',
  });

type ListedMessage = Omit<Message, 'text' | 'html'> & Partial<Pick<Message, 'text' | 'html'>> & { status: Status };

/**
 * The routes under `/api`.
 * `GET /api/messages` has the number of matches, before any limit, in the header `X-Total-Count`.
 */
export function apiRoutes(parts: { messages: Messages; faults: Faults; reportEvent: ReportEvent }): Routes {
  const { messages, faults, reportEvent } = parts;
  return {
    'GET /api/messages': (call) => listMessages(messages, call),
    'GET /api/messages/:id': ({ response, id }) =>
      sendJson(response, 200, withBodies(messages, requireMessage(messages, id))),
    'DELETE /api/messages': ({ response }) => {
      messages.clear();
      sendEmpty(response, 204);
    },
    'GET /api/faults': ({ response }) => sendJson(response, 200, faults.list()),
    'POST /api/faults': async ({ request, response }) =>
      sendJson(response, 201, faults.add(checkInput(faultSchema, await readJson(request)))),
    'DELETE /api/faults': ({ response }) => {
      faults.clear();
      sendEmpty(response, 204);
    },
    'POST /api/events': (call) => postEvent(messages, reportEvent, call),
  };
}

async function postEvent(messages: Messages, reportEvent: ReportEvent, { request, response }: Call): Promise<void> {
  const { event, event_id: eventId, code, missed, ...named } = checkInput(eventSchema, await readJson(request));
  const subject = subjectOf(messages, named);
  const channel = 'channel' in subject ? subject.channel : 'email';
  if (!EVENTS[channel].some((one) => one === event))
    throw new HttpError(400, `A message by ${channel} has no event "${event}".`);
  if (missed && 'location' in subject) {
    await messages.recordEvent(subject, { event, at: new Date().toISOString(), ...(code && { code }) });
    sendJson(response, 200, { webhook_status: null });
    return;
  }
  const report = await reportEvent(subject, { event, eventId, code });
  sendJson(response, report.webhook_status === null ? 502 : 200, report);
}

function listMessages(messages: Messages, { response, url }: Call): void {
  const { to, channel, limit, body } = checkInput(listSchema, Object.fromEntries(url.searchParams));
  const matching = messages.find(
    (message) =>
      (to === undefined || comparableAddress(message.to) === to) &&
      (channel === undefined || message.channel === channel),
  );
  const list = matching
    .slice(0, limit)
    .map((message) => (body === 'none' ? withoutInternals(message) : withBodies(messages, message)));
  sendJson(response, 200, list, { 'x-total-count': String(matching.length) });
}

/** @returns the address in the one form in which two are compared */
function comparableAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^whatsapp:/, '')
    .trim()
    .replace(/^\+/, '');
}

function subjectOf(
  messages: Messages,
  named: { message_id?: string; email?: string; custom_args?: Record<string, string> },
) {
  const known = named.message_id ? messages.get(named.message_id) : undefined;
  if (known) return known;
  if (!named.email) throw new HttpError(404, 'No message has this id.');
  return {
    id: named.message_id ?? randomBytes(16).toString('base64url'),
    to: named.email,
    to_name: null,
    custom_args: named.custom_args ?? {},
    categories: [],
  };
}

function requireMessage(messages: Messages, id: string): StoredMessage {
  const message = messages.get(id);
  if (!message) throw new HttpError(404, 'No message has this id.');
  return message;
}

function withoutInternals({ location: _location, reported: _reported, ...message }: StoredMessage): ListedMessage {
  return message;
}

function withBodies(messages: Messages, message: StoredMessage): ListedMessage {
  return { ...withoutInternals(message), ...messages.bodiesOf(message) };
}
