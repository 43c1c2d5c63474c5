import pLimit from 'p-limit';
import twilio from 'twilio';
import type { MessageInstance, MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import type { ProviderEvent, ReadProviderEvents } from '#services/ports/provider-events.ts';
import type {
  AskStatus,
  PhoneWarning,
  PhoneWarningSender,
  SmsMessage,
  SmsSender,
  WhatsAppMessage,
  WhatsAppSender,
} from '#services/ports/senders.ts';
import { CALLS_AT_ONCE, connections, type LostCall, meaningOfLostCall, reasonOf, retryAfterOf } from './lost-call.ts';
import { namedDelivery } from './named-delivery.ts';
import { blocksChannel, failureOf, kindOfCode, type TwilioChannel } from './twilio-codes.ts';

const WEBHOOK = '/webhooks/twilio';
/** Twilio reports a status once unless it is asked to retry: five times, after any failure. */
const RETRY_CALLBACKS = '#rc=5&rp=all';
const ATTEMPT = 'attempt';
const DELIVERY = 'delivery';
const REVISION = 'revision';
const WARNING = 'warning';

/** Our account at Twilio. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  baseUrl: string;
  /** The number that sends, in E.164; for WhatsApp the approved one. */
  from: string;
  /** Where Twilio posts statuses. */
  appOrigin: string;
  /** How long one call may take altogether, in milliseconds. */
  timeout: number;
}

type WhatsAppAccount = TwilioAccount & { contentSid: string; contentSids?: Partial<Record<Language, string>> };

/**
 * WhatsApp by Twilio's own SDK: a message that a business begins needs an approved template, so there is never free text.
 * @param account with the approved template, in English, and those in other languages; docs/operations.md has their words
 * @see https://www.twilio.com/docs/messaging/api/message-resource
 */
export function twilioWhatsApp(account: WhatsAppAccount): WhatsAppSender & { ask: AskStatus } {
  const { from, contentSid, contentSids } = account;
  return twilioSender(
    'whatsapp',
    account,
    ({ to, language, words, linkSecret }: WhatsAppMessage) => ({
      from: `${WHATSAPP}${from}`,
      to: `${WHATSAPP}${to}`,
      contentSid: (language && contentSids?.[language]) ?? contentSid,
      contentVariables: JSON.stringify({ 1: words.recipient, 2: words.sender, 3: linkSecret }),
    }),
    ofDelivery,
  );
}

/** Text messages by Twilio's own SDK. */
export function twilioSms(account: TwilioAccount): SmsSender & { ask: AskStatus } {
  return twilioSender(
    'sms',
    account,
    ({ to, text }: SmsMessage) => ({ from: account.from, to, body: text }),
    ofDelivery,
  );
}

/**
 * Warnings to owners by WhatsApp. A message always has a link.
 * @param account with the approved template of warnings; docs/operations.md has its words
 */
export function twilioWhatsAppWarnings(account: TwilioAccount & { contentSid: string }): PhoneWarningSender {
  const { from, contentSid } = account;
  return twilioSender(
    'whatsapp',
    account,
    ({ to, text, path }: PhoneWarning) => ({
      from: `${WHATSAPP}${from}`,
      to: `${WHATSAPP}${to}`,
      contentSid,
      contentVariables: JSON.stringify({ 1: text, 2: path ?? '' }),
    }),
    ofWarning,
  );
}

/** Warnings and codes to owners by text message. */
export function twilioSmsWarnings(account: TwilioAccount): PhoneWarningSender {
  const { from, appOrigin } = account;
  const bodyOf = ({ text, path }: PhoneWarning) => (path === null ? text : `${text} ${appOrigin}/${path}`);
  return twilioSender(
    'sms',
    account,
    (warning: PhoneWarning) => ({ from, to: warning.to, body: bodyOf(warning) }),
    ofWarning,
  );
}

interface OfDelivery {
  attemptId: string;
  deliveryId: string;
  revision: number;
}

/** What a status names, so that we know what it is about. */
function ofDelivery({ attemptId, deliveryId, revision }: OfDelivery): Record<string, string> {
  return { [ATTEMPT]: attemptId, [DELIVERY]: deliveryId, [REVISION]: `${revision}` };
}

function ofWarning({ messageId }: PhoneWarning): Record<string, string> {
  return { [WARNING]: messageId };
}

function twilioSender<Message>(
  channel: TwilioChannel,
  { accountSid, authToken, baseUrl, timeout, appOrigin }: TwilioAccount,
  creationOf: (message: Message) => MessageListInstanceCreateOptions,
  namesOf: (message: Message) => Record<string, string>,
) {
  const httpClient = new OneCall(baseUrl, timeout);
  // The SDK reads hundreds of files when its messages are first used: now, not when a delivery is due.
  const { messages } = twilio(accountSid, authToken, { httpClient, autoRetry: false });
  const limited = pLimit(CALLS_AT_ONCE);
  const callbackOf = (message: Message) =>
    `${appOrigin}${WEBHOOK}?${new URLSearchParams(namesOf(message))}${RETRY_CALLBACKS}`;
  return {
    // The deadline of a call begins when it starts: a call that still waits was not sent, and its outcome is known.
    send: (message: Message) => limited(() => sendOnce(message)),
    ask: (messageId: string) => limited(() => askOnce(messageId)),
  };

  async function askOnce(messageId: string): Promise<ProviderEvent | null> {
    try {
      const { status, errorCode, dateUpdated, from } = await messages(messageId).fetch();
      // It may be no date, and recording needs a time.
      const at = dateUpdated instanceof Date && dateUpdated.getTime() > 0 ? dateUpdated : new Date();
      return toEvent({ sid: messageId, status, code: errorCode || null, channel: channelOf(from), at });
    } catch {
      return null;
    }
  }

  async function sendOnce(message: Message): Promise<ProviderAnswer> {
    try {
      const created = await messages.create({ ...creationOf(message), statusCallback: callbackOf(message) });
      return meaningOfCreated(created, channel);
    } catch (error) {
      return error instanceof Refusal ? meaningOfRefusal(error, channel) : meaningOfLostCall(error as LostCall);
    }
  }
}

type Created = Pick<MessageInstance, 'sid' | 'status' | 'errorCode'>;

function meaningOfCreated({ sid, status, errorCode }: Created, channel: TwilioChannel): ProviderAnswer {
  // A proxy answered instead of Twilio.
  if (!sid) return { kind: 'unknown', reason: 'an answer that names no message' };
  // Accepted and failed at once: the channel refuses it.
  if (status === 'failed' || status === 'undelivered')
    return failed(`201 failed ${errorCode || ''}`.trim(), errorCode || null, channel);
  return { kind: 'accepted', messageId: sid };
}

/** In front of both numbers of a WhatsApp message; those of a text message have no prefix. */
const WHATSAPP = 'whatsapp:';

/** @param from as Twilio has it; an odd answer may lack it */
function channelOf(from: string | null | undefined): TwilioChannel {
  return from && !from.startsWith(WHATSAPP) ? 'sms' : 'whatsapp';
}

function failed(reason: string, code: number | null, channel: TwilioChannel): ProviderAnswer {
  return { kind: 'permanent', reason, failure: failureOf(code, channel), isOurs: kindOfCode(code) === 'configuration' };
}

/** An answer other than 2xx, with the headers that the SDK's own error omits. */
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
type SdkResponse<Data> = Awaited<ReturnType<typeof twilio.RequestClient.prototype.request<Data>>>;

/** The SDK's client with another address, a deadline for the whole call, and no retries. */
class OneCall extends twilio.RequestClient {
  readonly #baseUrl: string;

  constructor(baseUrl: string, timeout: number) {
    super({ timeout, autoRetry: false });
    this.#baseUrl = baseUrl;
    Object.assign(this.axios.defaults, connections());
    this.axios.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeout) }));
  }

  override async request<Data>(options: RequestOptions<Data>): Promise<SdkResponse<Data>> {
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
function meaningOfRefusal({ status, body, headers }: Refusal, channel: TwilioChannel): ProviderAnswer {
  const code = codeOf((body as { code?: unknown } | null)?.code);
  // Twilio's message repeats phone numbers; its code says as much.
  const reason = reasonOf(status, code === null ? '' : `${code}`);
  if (status === 502 || status === 504) return { kind: 'unknown', reason };
  const kind = kindOfCode(code);
  if (blocksChannel(code) && status < 500) return failed(reason, code, channel);
  if (kind === 'configuration' && status < 500) return { kind, reason };
  if (status === 429 || status === 408 || status === 500 || status === 503)
    return { kind: 'transient', reason, retryAfter: retryAfterOf(headers) };
  if (status >= 500) return { kind: 'unknown', reason };
  if (kind === 'transient') return { kind, reason, retryAfter: retryAfterOf(headers) };
  const isAboutThisMessage = status === 400 || status === 413 || status === 422;
  if (kind === 'permanent' && isAboutThisMessage) return { kind, reason, failure: failureOf(code, channel) };
  if (kind === null && isAboutThisMessage) return { kind: 'permanent', reason, failure: 'content-refused' };
  // 401, 403, 404 and redirects are our key and our API address; some codes of 400 are our number or template.
  return { kind: 'configuration', reason };
}

function codeOf(given: unknown): number | null {
  const code = Number(given);
  return given !== null && given !== '' && Number.isInteger(code) ? code : null;
}

/**
 * Reads status callbacks: a form, signed with HMAC-SHA1 over our callback address and each field.
 * @param authToken the key of the signature
 * @param appOrigin the origin of our callback address; behind a proxy the request itself does not know it
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function twilioEvents({
  authToken,
  appOrigin,
}: Pick<TwilioAccount, 'authToken' | 'appOrigin'>): ReadProviderEvents {
  return ({ body, signature, path }) => {
    const address = `${appOrigin}${path ?? ''}`;
    const form = new URLSearchParams(body.toString('utf8'));
    if (form.size > FIELDS_MAX) throw new AppError('forbidden', 'It has more fields than any status of Twilio.');
    const fields = fieldsOf(form);
    const isFrom = (url: string) => signature !== null && twilio.validateRequest(authToken, signature, url, fields);
    // Twilio does not document whether it signs the part behind #; that part is ours, so both are accepted.
    if (!isFrom(address) && !isFrom(`${address}${RETRY_CALLBACKS}`))
      throw new AppError('forbidden', 'The signature does not belong to this request.');
    const sid = form.get('MessageSid') || form.get('SmsSid');
    const status = form.get('MessageStatus') || form.get('SmsStatus');
    // A reply from a recipient is signed as well, and says nothing about our message.
    if (!sid || !status) return [];
    const named = new URL(address).searchParams;
    // It carries no time, and comes within seconds.
    const channel = channelOf(form.get('From'));
    return [toEvent({ sid, status, code: codeOf(form.get('ErrorCode')), named, channel, at: new Date() })];
  };
}

/** A repeated field is signed with all its values. */
function fieldsOf(form: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
}

const NAME_MAX = 64;
/** A status has about twenty fields. They are sorted several times before we know who sent them. */
const FIELDS_MAX = 200;

interface Status {
  sid: string;
  status: string;
  code: number | null;
  /** What our callback address names; absent where we asked. */
  named?: URLSearchParams;
  channel: TwilioChannel;
  at: Date;
}

function toEvent({ sid, status, code, named, channel, at }: Status): ProviderEvent {
  const attempt = named?.get(ATTEMPT);
  const warning = named?.get(WARNING);
  return {
    // A status has no id of its own: each is reported once for a message, and again when Twilio is not sure that we got it.
    eventId: `${sid}:${status}:${code ?? ''}`,
    attemptId: isId(attempt) ? attempt : null,
    delivery: namedDelivery(named?.get(DELIVERY), named?.get(REVISION), channel),
    mailId: null,
    warningMessageId: isId(warning) ? warning : null,
    messageId: sid,
    name: (code === null ? status : `${status} ${code}`).slice(0, NAME_MAX),
    event: meaningOfStatus(status, code, channel),
    isOurs: kindOfCode(code) === 'configuration',
    occurredAt: at,
  };
}

function meaningOfStatus(status: string, code: number | null, channel: TwilioChannel): DeliveryEvent {
  switch (status) {
    case 'sent':
      return { kind: 'accepted' };
    case 'delivered':
    case 'read':
      return { kind: 'delivered' };
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return { kind: 'failed', failure: failureOf(code, channel) };
    default:
      return { kind: 'noted' };
  }
}
