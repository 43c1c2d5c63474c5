import { createPublicKey, verify } from 'node:crypto';
import sendgrid from '@sendgrid/mail';
import type { MailDataRequired } from '@sendgrid/mail/src/mail.js';
import pLimit from 'p-limit';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { ProviderEvent, ReadProviderEvents } from '#services/ports/provider-events.ts';
import type { EmailMessage, EmailSender } from '#services/ports/senders.ts';
import {
  CALLS_AT_ONCE,
  connections,
  headerOf,
  type LostCall,
  meaningOfLostCall,
  reasonOf,
  retryAfterOf,
} from './lost-call.ts';
import { namedDelivery } from './named-delivery.ts';

/**
 * The SendGrid v3 API by its own SDK.
 * @param timeout how long one call may take altogether, in milliseconds
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 */
export function sendgridEmail(options: {
  apiKey: string;
  baseUrl: string;
  from: string;
  timeout: number;
}): EmailSender {
  const mail = withDeadline(options);
  const limited = pLimit(CALLS_AT_ONCE);
  return {
    // The deadline of a call begins when it starts: a call that still waits was not sent, and its outcome is known.
    send: (message) => limited(() => sendOnce(message)),
  };

  async function sendOnce(message: EmailMessage): Promise<ProviderAnswer> {
    try {
      const [response] = await mail.send(mailOf(options.from, message));
      return { kind: 'accepted', messageId: headerOf(response.headers, 'x-message-id') };
    } catch (error) {
      return meaningOf(error);
    }
  }
}

function mailOf(from: string, message: EmailMessage) {
  return {
    from: addressOf({ email: from, name: 'Stillhere' }),
    // On the recipient, not on the mail: there the API's description takes a string only.
    personalizations: [{ to: addressOf(message.to), customArgs: message.reference }],
    ...(message.replyTo ? { replyTo: addressOf(message.replyTo) } : {}),
    ...(message.unsubscribe ? { headers: oneClick(message.unsubscribe) } : {}),
    subject: message.subject,
    text: message.text,
    html: message.html,
    // Tracking would rewrite the one link of the mail and watch the reader.
    trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } },
    // Otherwise SendGrid drops each mail to an address that once bounced. Its lists of who wants nothing still count.
    ...(message.triesBounced ? { mailSettings: { bypassBounceManagement: { enable: true } } } : {}),
  } satisfies MailDataRequired;
}

/**
 * Mail programs show a button for these, and post to the address when it is pressed.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
function oneClick(address: string) {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Every address of every mail goes through here: SendGrid drops a mail because of some names. */
function addressOf({ email, name }: EmailMessage['to']) {
  const safe = sendgridName(name ?? '');
  return safe ? { email, name: safe } : { email };
}

/** SendGrid reads these as the end of an address, and control characters as the end of a header. */
const NOT_IN_A_NAME = /[\p{Cc}\u2028\u2029,;]+/gu;

/**
 * Makes a name one that SendGrid takes: "Smith, John" becomes "Smith John". With `,` or `;` in it SendGrid answers 202
 * and then drops the mail. Its documents limit neither the length nor other characters.
 * @param name as a person typed it
 * @returns one line without surrounding spaces; empty where nothing is left
 * @see https://github.com/sendgrid/sendgrid-nodejs/issues/448
 */
export function sendgridName(name: string): string {
  return name.replace(NOT_IN_A_NAME, ' ').replace(/\s+/gu, ' ').trim();
}

/** What the SDK has and its types omit: the class behind its one shared instance, and the client behind that. */
interface SdkMail {
  send: typeof sendgrid.send;
  setApiKey(apiKey: string): void;
  client: { createRequest(data: unknown): object; setDefaultRequest(key: string, value: unknown): void };
}
const { MailService } = sendgrid as unknown as { MailService: new () => SdkMail };

function withDeadline({ apiKey, baseUrl, timeout }: { apiKey: string; baseUrl: string; timeout: number }): SdkMail {
  const mail = new MailService();
  mail.setApiKey(apiKey);
  const { client } = mail;
  client.setDefaultRequest('baseUrl', baseUrl); // after setApiKey, which sets its own
  // The SDK passes the result of createRequest to axios. Following a redirect would send the mail a second time.
  const oneCall = { ...connections(), maxRedirects: 0, timeout };
  const createRequest = client.createRequest.bind(client);
  client.createRequest = (data) => ({ ...createRequest(data), ...oneCall, signal: AbortSignal.timeout(timeout) });
  return mail;
}

interface SdkError extends LostCall {
  response?: { headers?: unknown; body?: { errors?: { message?: string; field?: string | null }[] } };
}

/** Whether the mail was accepted, from a failed call. Anything unclear is unknown. */
function meaningOf(thrown: unknown): ProviderAnswer {
  const error = thrown as SdkError;
  const status = error.response && typeof error.code === 'number' ? error.code : null;
  if (status === null) return meaningOfLostCall(error);
  const [first] = error.response?.body?.errors ?? [];
  const reason = reasonOf(status, withoutAddresses(first?.message ?? ''));
  const headers = error.response?.headers;
  if (status === 429)
    return { kind: 'transient', reason, retryAfter: laterOf(retryAfterOf(headers), resetOf(headers)) };
  if (status === 408 || status === 500 || status === 503)
    return { kind: 'transient', reason, retryAfter: retryAfterOf(headers) };
  if (status === 400 || status === 413 || status === 422) {
    const field = first?.field ?? '';
    // Our own sender address is for us to correct, and no reason to fail a delivery.
    if (/^from/.test(field)) return { kind: 'configuration', reason };
    const isAboutRecipient = /^personalizations/.test(field);
    return { kind: 'permanent', reason, failure: isAboutRecipient ? 'invalid-recipient' : 'content-refused' };
  }
  // 401 and 403 are our key and our sender, 404 and redirects our API address: for us to correct.
  if (status >= 300 && status < 500) return { kind: 'configuration', reason };
  // A gateway's answer (502, 504) says nothing about what happened behind it.
  return { kind: 'unknown', reason };
}

/**
 * @returns how long until SendGrid takes requests again, in milliseconds, perhaps negative; null where it does not say
 * @see https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits
 */
function resetOf(headers: unknown): number | null {
  const seconds = headerOf(headers, 'x-ratelimit-reset');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * SECOND - Date.now() : null;
}

/** @returns the longer of two waits; either may be unknown */
function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Providers repeat addresses in their errors; our tables must not contain them. */
function withoutAddresses(text: string): string {
  return text.replace(/(?<![^\s<>"'])[^\s<>"']+@[^\s<>"']+/g, '(address)');
}

/**
 * Reads signed Event Webhooks: ECDSA P-256 over the timestamp and the raw body.
 * @param publicKey the verification key as SendGrid shows it: base64 DER
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export function sendgridEvents(publicKey: string): ReadProviderEvents {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return ({ body, signature, timestamp }) => {
    const isSigned =
      signature !== null &&
      timestamp !== null &&
      verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
    if (!isSigned) throw new AppError('forbidden', 'The signature does not belong to this body.');
    return parseEvents(body);
  };
}

interface RawEvent {
  sg_event_id?: unknown;
  sg_message_id?: unknown;
  event?: unknown;
  reason?: unknown;
  type?: unknown;
  timestamp?: unknown;
  attempt_id?: unknown;
  delivery_id?: unknown;
  revision?: unknown;
  emergency_mail_id?: unknown;
  notice_id?: unknown;
  contact_mail_id?: unknown;
  warning_message_id?: unknown;
  rehearsal_message_id?: unknown;
}

function parseEvents(body: Buffer): ProviderEvent[] {
  const parsed = parseJson(body);
  if (!Array.isArray(parsed)) throw new AppError('malformed', 'Expected a list of events.');
  return (parsed as RawEvent[]).filter((raw) => typeof raw?.sg_event_id === 'string').map(toEvent);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('malformed', 'The body is not JSON.');
  }
}

function toEvent(raw: RawEvent): ProviderEvent {
  const seconds = Number(raw.timestamp);
  return {
    eventId: String(raw.sg_event_id),
    attemptId: isId(raw.attempt_id) ? raw.attempt_id : null,
    delivery: namedDelivery(raw.delivery_id, raw.revision, 'email'),
    mailId: isId(raw.emergency_mail_id) ? raw.emergency_mail_id : null,
    noticeId: isId(raw.notice_id) ? raw.notice_id : null,
    contactMailId: isId(raw.contact_mail_id) ? raw.contact_mail_id : null,
    warningMessageId: isId(raw.warning_message_id) ? raw.warning_message_id : null,
    rehearsalMessageId: isId(raw.rehearsal_message_id) ? raw.rehearsal_message_id : null,
    // SendGrid appends routing to the id that the send call returned.
    messageId: typeof raw.sg_message_id === 'string' ? (raw.sg_message_id.split('.')[0] ?? null) : null,
    name: String(raw.event ?? '').slice(0, 64),
    event: meaningOfEvent(raw),
    occurredAt: Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * SECOND) : new Date(),
  };
}

/** Why SendGrid drops a mail because of its address. Otherwise it is a spam report, an unsubscribing, the content or a quota. */
const WRONG_ADDRESS: ReadonlySet<unknown> = new Set(['Bounced Address', 'Invalid']);

function meaningOfEvent(raw: RawEvent): DeliveryEvent {
  switch (raw.event) {
    case 'processed':
      return { kind: 'accepted' };
    case 'delivered':
      return { kind: 'delivered' };
    case 'bounce':
      return { kind: 'failed', failure: raw.type === 'blocked' ? 'blocked' : 'bounced' };
    case 'blocked':
      return { kind: 'failed', failure: 'blocked' };
    case 'dropped':
      return { kind: 'failed', failure: 'dropped', ...(WRONG_ADDRESS.has(raw.reason) ? {} : { isAddressRight: true }) };
    case 'spamreport':
      return { kind: 'failed', failure: 'reported' };
    case 'deferred':
      return { kind: 'deferred' };
    // Unsubscribes, opens and clicks change nothing; the rest is unknown.
    default:
      return { kind: 'noted' };
  }
}
