import pLimit from 'p-limit';
import twilio from 'twilio';
import type { MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { ProviderEvent, ReadProviderEvents } from '#services/ports/provider-events.ts';
import type { AskWhatsApp, WhatsAppMessage, WhatsAppSender } from '#services/ports/whatsapp-sender.ts';
import { connections, type LostCall, meaningOfLostCall, PLACES, reasonOf, retryAfterOf } from './lost-call.ts';
import { blocksWhatsApp, failureOf, kindOfCode } from './twilio-codes.ts';

const WEBHOOK = '/webhooks/twilio';
/** Twilio tells a status once unless it is asked to try again: five times, whatever was the matter. */
const TELL_AGAIN = '#rc=5&rp=all';
const ATTEMPT = 'attempt';

/** How we are known to Twilio, and where it is. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  baseUrl: string;
  /** The number that is approved for WhatsApp, in E.164. */
  from: string;
  /** The approved template; docs/operations.md has its words. */
  contentSid: string;
  /** Where statuses are told. */
  appOrigin: string;
  /** How long one call may take altogether, in milliseconds. */
  timeout: number;
}

/**
 * WhatsApp by Twilio's own SDK: what a business begins needs an approved template, so there is never free text.
 * @see https://www.twilio.com/docs/messaging/api/message-resource
 */
export function twilioWhatsApp(account: TwilioAccount): WhatsAppSender & { ask: AskWhatsApp } {
  const { accountSid, authToken, baseUrl, timeout } = account;
  const httpClient = new OneCall(baseUrl, timeout);
  // The SDK reads hundreds of files when it is first asked for its messages: now, not when somebody's hour has come.
  const { messages } = twilio(accountSid, authToken, { httpClient, autoRetry: false });
  const inPlace = pLimit(PLACES);
  return {
    // The deadline of a call begins when it has a place: one that waits in line has not left, and its outcome is known.
    send: (message) => inPlace(() => sendOnce(message)),
    ask: (messageId) => inPlace(() => askOnce(messageId)),
  };

  async function askOnce(messageId: string): Promise<ProviderEvent | null> {
    try {
      const { status, errorCode, dateUpdated } = await messages(messageId).fetch();
      // What stands there may be no date, and a time is needed to record it.
      const at = dateUpdated instanceof Date && dateUpdated.getTime() > 0 ? dateUpdated : new Date();
      return toEvent({ sid: messageId, status, code: errorCode || null, attempt: null, at });
    } catch {
      return null;
    }
  }

  async function sendOnce(message: WhatsAppMessage): Promise<ProviderAnswer> {
    try {
      const { sid, status, errorCode } = await messages.create(creationOf(account, message));
      // Something between us answered in its place.
      if (!sid) return { kind: 'unknown', reason: 'an answer that names no message' };
      // Taken and failed in one breath: WhatsApp will not have it.
      if (status === 'failed' || status === 'undelivered')
        return failed(`201 failed ${errorCode || ''}`.trim(), errorCode || null);
      return { kind: 'accepted', messageId: sid };
    } catch (error) {
      return error instanceof Refusal ? meaningOfRefusal(error) : meaningOfLostCall(error as LostCall);
    }
  }
}

function failed(reason: string, code: number | null): ProviderAnswer {
  return { kind: 'permanent', reason, failure: failureOf(code), isOurs: kindOfCode(code) === 'configuration' };
}

/** What a message of ours says to Twilio: the words are the template's. */
function creationOf({ from, contentSid, appOrigin }: TwilioAccount, message: WhatsAppMessage) {
  const { to, words, linkSecret, attemptId } = message;
  return {
    from: `whatsapp:${from}`,
    to: `whatsapp:${to}`,
    contentSid,
    contentVariables: JSON.stringify({ 1: words.recipient, 2: words.sender, 3: linkSecret }),
    statusCallback: `${appOrigin}${WEBHOOK}?${ATTEMPT}=${attemptId}${TELL_AGAIN}`,
  } satisfies MessageListInstanceCreateOptions;
}

/** An answer that is not 2xx, with the headers that the SDK's own error leaves out. */
class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: unknown;

  constructor(status: number, body: unknown, headers: unknown) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type RequestOptions<Data> = Parameters<typeof twilio.RequestClient.prototype.request<Data>>[0];
type Answer<Data> = Awaited<ReturnType<typeof twilio.RequestClient.prototype.request<Data>>>;

/** The SDK's client with another address, a deadline for the whole of a call, and no try but the one. */
class OneCall extends twilio.RequestClient {
  readonly #baseUrl: string;

  constructor(baseUrl: string, timeout: number) {
    super({ timeout, autoRetry: false });
    this.#baseUrl = baseUrl;
    Object.assign(this.axios.defaults, connections());
    this.axios.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeout) }));
  }

  override async request<Data>(options: RequestOptions<Data>): Promise<Answer<Data>> {
    const { pathname, search } = new URL(options.uri);
    // Following a redirect would send the message a second time.
    const asked = { ...options, uri: `${this.#baseUrl}${pathname}${search}`, allowRedirects: false };
    const response = await super.request<Data>(asked);
    const { statusCode, body, headers } = response;
    if (statusCode < 200 || statusCode >= 300) throw new Refusal(statusCode, body, headers);
    return response;
  }
}

/** Reads what a refusal says about whether the message was taken. Anything unclear is unknown. */
function meaningOfRefusal({ status, body, headers }: Refusal): ProviderAnswer {
  const code = codeOf((body as { code?: unknown } | null)?.code);
  // Twilio's words repeat numbers; its code says as much.
  const reason = reasonOf(status, code === null ? '' : `${code}`);
  if (status === 502 || status === 504) return { kind: 'unknown', reason };
  const kind = kindOfCode(code);
  if (blocksWhatsApp(code) && status < 500) return failed(reason, code);
  if (kind === 'configuration' && status < 500) return { kind, reason };
  if (status === 429 || status === 408 || status === 500 || status === 503)
    return { kind: 'transient', reason, retryAfter: retryAfterOf(headers) };
  if (status >= 500) return { kind: 'unknown', reason };
  if (kind === 'transient') return { kind, reason, retryAfter: retryAfterOf(headers) };
  const isAboutThisOne = status === 400 || status === 413 || status === 422;
  if (kind === 'permanent' && isAboutThisOne) return { kind, reason, failure: failureOf(code) };
  if (kind === null && isAboutThisOne) return { kind: 'permanent', reason, failure: 'content-refused' };
  // 401, 403, 404 and redirects are our key and our address of the API, and some codes of 400 our number or template.
  return { kind: 'configuration', reason };
}

function codeOf(given: unknown): number | null {
  const code = Number(given);
  return given !== null && given !== '' && Number.isInteger(code) ? code : null;
}

/**
 * Reads status callbacks: a form, signed with HMAC-SHA1 over the address that we named and each of its fields.
 * @param authToken what it is signed with
 * @param appOrigin what stands in front of the path; behind a proxy the request itself does not know
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function twilioEvents({
  authToken,
  appOrigin,
}: Pick<TwilioAccount, 'authToken' | 'appOrigin'>): ReadProviderEvents {
  return ({ body, signature, path }) => {
    const address = `${appOrigin}${path ?? ''}`;
    const form = new URLSearchParams(body.toString('utf8'));
    const fields = fieldsOf(form);
    const isFrom = (url: string) => signature !== null && twilio.validateRequest(authToken, signature, url, fields);
    // Whether the part behind # is signed too is nowhere said; it says nothing, so both are believed.
    if (!isFrom(address) && !isFrom(`${address}${TELL_AGAIN}`))
      throw new AppError('forbidden', 'The signature does not belong to this request.');
    const sid = form.get('MessageSid') || form.get('SmsSid');
    const status = form.get('MessageStatus') || form.get('SmsStatus');
    // An answer of somebody to us is signed as well, and tells nothing about a message of ours.
    if (!sid || !status) return [];
    const attempt = new URL(address).searchParams.get(ATTEMPT);
    // It does not say when it happened, and comes within seconds.
    return [toEvent({ sid, status, code: codeOf(form.get('ErrorCode')), attempt, at: new Date() })];
  };
}

/** A field that comes twice is signed with both of its values. In one pass: nobody has proven yet who sends them. */
function fieldsOf(form: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
}

const NAME_MAX = 64;

interface Status {
  sid: string;
  status: string;
  code: number | null;
  attempt: string | null;
  at: Date;
}

function toEvent({ sid, status, code, attempt, at }: Status): ProviderEvent {
  return {
    // A status has no id of its own: each is told of a message once, and again when Twilio is not sure we heard.
    eventId: `${sid}:${status}:${code ?? ''}`,
    attemptId: isId(attempt) ? attempt : null,
    mailId: null,
    messageId: sid,
    name: (code === null ? status : `${status} ${code}`).slice(0, NAME_MAX),
    event: meaningOfStatus(status, code),
    isOurs: kindOfCode(code) === 'configuration',
    occurredAt: at,
  };
}

function meaningOfStatus(status: string, code: number | null): DeliveryEvent {
  switch (status) {
    case 'sent':
      return { kind: 'accepted' };
    case 'delivered':
    case 'read':
      return { kind: 'delivered' };
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return { kind: 'failed', failure: failureOf(code) };
    default:
      return { kind: 'noted' };
  }
}
