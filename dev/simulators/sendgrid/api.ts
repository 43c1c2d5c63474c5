/**
 * SendGrid's v3 API, as far as it sends mail.
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { type Call, Refused, type Routes, readBody } from '../http.ts';
import type { Message, Messages } from '../messages.ts';
import { refusedByFault, retryAfter } from '../refused-by-fault.ts';
import { type Mail, readMail } from './mail.ts';
import { plainRefusal, refuse, unverifiedSender } from './refusals.ts';
import type { Webhook } from './webhook.ts';

/** SendGrid's limit of one request, attachments included. */
const MAX_BODY_BYTES = 30 * 1_048_576;
/** How long one count of requests lasts where a test does not say. */
const REFRESH_SECONDS = 1;

export interface SendgridOptions {
  apiKey: string;
  /** The addresses that may stand in `from`. */
  senders: string[];
  messages: Messages;
  faults: Faults;
  webhook: Webhook;
}

/** The routes under `/v3`. */
export function sendgridRoutes(options: SendgridOptions): Routes {
  const notHere = ({ response }: Call) => refuse(response, 405, [plainRefusal(405)]);
  return {
    'POST /v3/mail/send': (call) => mailSend(options, call),
    'GET /v3/mail/send': notHere,
    'PUT /v3/mail/send': notHere,
    'DELETE /v3/mail/send': notHere,
  };
}

async function mailSend(options: SendgridOptions, { request, response }: Call): Promise<void> {
  const wrong = refusedHead(request, options.apiKey);
  if (wrong) return refuse(response, wrong, [plainRefusal(wrong)]);

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
  if (
    fault &&
    refusedByFault(fault, request, (status, seconds) =>
      refuse(response, status, [plainRefusal(status)], waitHeaders(status, seconds)),
    )
  )
    return;

  const accepted = { accepted_at: new Date().toISOString(), silent: fault?.silent === true };
  const kept = await options.messages.accept(messages.map((message) => ({ ...message, ...accepted })));
  if (!accepted.silent) options.webhook.reportSoon(kept);
  if (fault?.mode === 'accept_then_drop') return void request.socket.destroy();
  response.writeHead(202, { 'x-message-id': kept[0]?.id ?? '', 'content-length': 0 }).end();
}

/** SendGrid says with 429 at which second it takes requests again; any other wait comes from a proxy in front of it. */
function waitHeaders(status: number, seconds: number | undefined): Record<string, string> {
  if (status !== 429) return retryAfter(seconds);
  const reset = Math.ceil(Date.now() / 1_000) + (seconds ?? REFRESH_SECONDS);
  return { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` };
}

function refusedHead(request: IncomingMessage, apiKey: string): 401 | 415 | null {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${apiKey}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 401;
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '') ? null : 415;
}

async function readWithinLimit(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return await readBody(request, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** One message a recipient, as each of them sees it. */
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
