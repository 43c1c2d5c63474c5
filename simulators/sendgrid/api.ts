/**
 * SendGrid's v3 API, as far as it sends mail.
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import type { Message, Messages } from '../messages.ts';
import { playRefusal, retryAfter } from '../play-fault.ts';
import { type Call, HttpError, type Routes, readBody } from '../router.ts';
import { type Mail, readMail } from './mail.ts';
import { plainRefusal, refuse, unverifiedSender } from './refusals.ts';
import type { Webhook } from './webhook.ts';

/** SendGrid's limit for one request, with attachments. */
const MAX_BODY_BYTES = 30 * 1_048_576;
/** How long a rate limit lasts by default. */
const RATE_LIMIT_SECONDS = 1;

export interface SendgridOptions {
  apiKey: string;
  /** The addresses that `from` may have, in lower case. */
  senders: string[];
  messages: Messages;
  faults: Faults;
  webhook: Webhook;
}

/** The routes under `/v3`. */
export function sendgridRoutes(options: SendgridOptions): Routes {
  const wrongMethod = ({ response }: Call) => refuse(response, 405, [plainRefusal(405)]);
  return {
    'POST /v3/mail/send': (call) => mailSend(options, call),
    'GET /v3/mail/send': wrongMethod,
    'PUT /v3/mail/send': wrongMethod,
    'DELETE /v3/mail/send': wrongMethod,
  };
}

async function mailSend(options: SendgridOptions, { request, response }: Call): Promise<void> {
  const headerProblem = checkHeaders(request, options.apiKey);
  if (headerProblem) return refuse(response, headerProblem, [plainRefusal(headerProblem)]);

  const body = await readWithinLimit(request);
  if (!body) return refuse(response, 413, [plainRefusal(413)]);
  const read = readMail(body);
  if ('refusals' in read) return refuse(response, 400, read.refusals);
  if (!options.senders.includes(read.mail.from.email.toLowerCase())) return refuse(response, 403, [unverifiedSender]);

  const messages = messagesOf(read.mail);
  const fault = options.faults.take(
    'sendgrid',
    messages.map(({ to }) => to),
  );
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  const isRefused = playRefusal(fault, request, (status) =>
    refuse(response, status, [plainRefusal(status)], waitHeaders(status, fault?.retry_after)),
  );
  if (isRefused) return;

  const accepted = { accepted_at: new Date().toISOString(), silent: fault?.silent === true };
  const stored = await options.messages.accept(messages.map((message) => ({ ...message, ...accepted })));
  if (!accepted.silent) options.webhook.reportSoon(stored);
  if (fault?.mode === 'accept_then_drop') return void request.socket.destroy();
  response.writeHead(202, { 'x-message-id': stored[0]?.id ?? '', 'content-length': 0 }).end();
}

/** SendGrid's 429 says in which second the limit ends. With another status, a proxy before SendGrid asks to wait. */
function waitHeaders(status: number, seconds: number | undefined): Record<string, string> {
  if (status !== 429) return retryAfter(seconds);
  const reset = Math.ceil(Date.now() / 1_000) + (seconds ?? RATE_LIMIT_SECONDS);
  return { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` };
}

/** @returns the status of the refusal; null for good headers */
function checkHeaders(request: IncomingMessage, apiKey: string): 401 | 415 | null {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${apiKey}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 401;
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '') ? null : 415;
}

/** @returns the body, or null when it is too long */
async function readWithinLimit(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return await readBody(request, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** @returns one message for each recipient */
function messagesOf(mail: Mail): Omit<Message, 'accepted_at' | 'silent'>[] {
  const id = randomBytes(16).toString('base64url');
  const bodyOf = (type: string) => mail.content.find((part) => part.type === type)?.value ?? null;
  const shared = {
    channel: 'email' as const,
    from: mail.from.email,
    from_name: mail.from.name ?? null,
    reply_to: mail.reply_to?.email ?? null,
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
    categories: mail.categories ?? [],
  };
  return mail.personalizations
    .flatMap((part) =>
      [...part.to, ...(part.cc ?? []), ...(part.bcc ?? [])].map((recipient) => ({
        ...shared,
        to: recipient.email,
        to_name: recipient.name ?? null,
        subject: part.subject ?? mail.subject ?? '',
        custom_args: { ...mail.custom_args, ...part.custom_args },
        headers: { ...mail.headers, ...part.headers },
      })),
    )
    .map((message, index) => ({ id: index === 0 ? id : `${id}.${index}`, ...message }));
}
