import pLimit from 'p-limit';
import twilio from 'twilio';
import type { MessageInstance, MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Language } from '#domain/language.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
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
import { blocksChannel, failureOf, kindOfCode, type TwilioChannel } from './twilio-codes.ts';
import { channelOf, codeOf, ofDelivery, ofWarning, statusAddress, toEvent, WHATSAPP } from './twilio-statuses.ts';

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
  const callbackOf = (message: Message) => statusAddress(appOrigin, namesOf(message));
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
