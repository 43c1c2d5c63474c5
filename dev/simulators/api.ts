/** The JSON that tests ask: what was accepted, which faults to play, which events to tell. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AskForEvent } from './ask.ts';
import { type Faults, faultSchema } from './faults.ts';
import { type Call, Refused, type Routes, readJson, sendEmpty, sendJson } from './http.ts';
import {
  type Channel,
  EVENTS,
  type EventName,
  type Kept,
  type Message,
  type Messages,
  type Status,
} from './messages.ts';

const listSchema = z.object({
  /** The whole address, or a number; capitals do not matter, nor does a plus that became a space on its way. */
  to: z.string().transform(sameAddress).optional(),
  channel: z.enum(Object.keys(EVENTS) as Channel[]).optional(),
  limit: z.coerce.number().int().min(0).optional(),
  /** `none` leaves out text and html, for lists of thousands. */
  body: z.enum(['none']).optional(),
});

const eventSchema = z
  .strictObject({
    message_id: z.string().min(1).optional(),
    event: z.enum([...new Set<EventName>(Object.values(EVENTS).flat())]),
    /** Twilio's code of why a message did not arrive. */
    code: z.number().int().optional(),
    /** It happens and nobody is told, as when our door was shut: only who asks Twilio about the message learns of it. */
    untold: z.boolean().optional(),
    /** Repeats an earlier event, as SendGrid does when it is not sure that it was heard. */
    event_id: z.string().min(1).optional(),
    /** For a message that was never accepted here. */
    email: z.string().min(3).optional(),
    custom_args: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ message_id, email }) => message_id || email, {
    error: 'Name a message_id, or the email of an unknown one.',
  });

type Listed = Omit<Message, 'text' | 'html'> & Partial<Pick<Message, 'text' | 'html'>> & { status: Status };

/**
 * The routes under `/api`.
 * `GET /api/messages` has the number of matches, before any limit, in the header `X-Total-Count`.
 */
export function apiRoutes(parts: { messages: Messages; faults: Faults; ask: AskForEvent }): Routes {
  const { messages, faults, ask } = parts;
  return {
    'GET /api/messages': (call) => listMessages(messages, call),
    'GET /api/messages/:id': ({ response, id }) => sendJson(response, 200, withBodies(messages, found(messages, id))),
    'DELETE /api/messages': ({ response }) => {
      messages.clear();
      sendEmpty(response, 204);
    },
    'GET /api/faults': ({ response }) => sendJson(response, 200, faults.list()),
    'POST /api/faults': async ({ request, response }) =>
      sendJson(response, 201, faults.add(checked(faultSchema, await readJson(request)))),
    'DELETE /api/faults': ({ response }) => {
      faults.clear();
      sendEmpty(response, 204);
    },
    'POST /api/events': (call) => tellEvent(messages, ask, call),
  };
}

async function tellEvent(messages: Messages, ask: AskForEvent, { request, response }: Call): Promise<void> {
  const { event, event_id: eventId, code, untold, ...named } = checked(eventSchema, await readJson(request));
  const subject = subjectOf(messages, named);
  const channel = 'channel' in subject ? subject.channel : 'email';
  if (!EVENTS[channel].some((one) => one === event))
    throw new Refused(400, `A message by ${channel} has no event "${event}".`);
  if (untold && 'place' in subject) {
    await messages.happened(subject, { event, at: new Date().toISOString(), ...(code && { code }) });
    sendJson(response, 200, { webhook_status: null });
    return;
  }
  const told = await ask(subject, { event, eventId, code });
  sendJson(response, told.webhook_status === null ? 502 : 200, told);
}

function listMessages(messages: Messages, { response, url }: Call): void {
  const { to, channel, limit, body } = checked(listSchema, Object.fromEntries(url.searchParams));
  const matching = messages.find(
    (message) =>
      (to === undefined || sameAddress(message.to) === to) && (channel === undefined || message.channel === channel),
  );
  const list = matching
    .slice(0, limit)
    .map((message) => (body === 'none' ? shown(message) : withBodies(messages, message)));
  sendJson(response, 200, list, { 'x-total-count': String(matching.length) });
}

/** @returns an address in the one form in which two are compared */
function sameAddress(address: string): string {
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
  if (!named.email) throw new Refused(404, 'No message has this id.');
  return {
    id: named.message_id ?? randomBytes(16).toString('base64url'),
    to: named.email,
    to_name: null,
    custom_args: named.custom_args ?? {},
    categories: [],
  };
}

function found(messages: Messages, id: string): Kept {
  const message = messages.get(id);
  if (!message) throw new Refused(404, 'No message has this id.');
  return message;
}

function shown({ place: _place, reported: _reported, ...message }: Kept): Listed {
  return message;
}

function withBodies(messages: Messages, message: Kept): Listed {
  return { ...shown(message), ...messages.bodiesOf(message) };
}

function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Refused(400, parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}
