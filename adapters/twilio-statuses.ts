/** The statuses of Twilio's messages: what we ask them to name, and what they say. */
import twilio from 'twilio';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { ProviderEvent, ReadProviderEvents } from '#services/ports/provider-events.ts';
import type { PhoneWarning } from '#services/ports/senders.ts';
import { namedDelivery } from './named-delivery.ts';
import { failureOf, kindOfCode, type TwilioChannel } from './twilio-codes.ts';

const WEBHOOK = '/webhooks/twilio';
/** Twilio reports a status once unless it is asked to retry: five times, after any failure. */
const RETRY_CALLBACKS = '#rc=5&rp=all';
const ATTEMPT = 'attempt';
const DELIVERY = 'delivery';
const REVISION = 'revision';
const WARNING = 'warning';

/** In front of both numbers of a WhatsApp message; those of a text message have no prefix. */
export const WHATSAPP = 'whatsapp:';

/** @param from as Twilio has it; an odd answer may lack it */
export function channelOf(from: string | null | undefined): TwilioChannel {
  return from && !from.startsWith(WHATSAPP) ? 'sms' : 'whatsapp';
}

interface OfDelivery {
  attemptId: string;
  deliveryId: string;
  revision: number;
}

/** @returns where Twilio posts the statuses of a message; it names what the message is about */
export function statusAddress(appOrigin: string, names: Readonly<Record<string, string>>): string {
  return `${appOrigin}${WEBHOOK}?${new URLSearchParams(names)}${RETRY_CALLBACKS}`;
}

/** What a status names, so that we know what it is about. */
export function ofDelivery({ attemptId, deliveryId, revision }: OfDelivery): Record<string, string> {
  return { [ATTEMPT]: attemptId, [DELIVERY]: deliveryId, [REVISION]: `${revision}` };
}

export function ofWarning({ messageId }: PhoneWarning): Record<string, string> {
  return { [WARNING]: messageId };
}

export function codeOf(given: unknown): number | null {
  const code = Number(given);
  return given !== null && given !== '' && Number.isInteger(code) ? code : null;
}

/**
 * Reads status callbacks: a form, signed with HMAC-SHA1 over our callback address and each field.
 * @param authToken the key of the signature
 * @param appOrigin the origin of our callback address; behind a proxy the request itself does not know it
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function twilioEvents({ authToken, appOrigin }: { authToken: string; appOrigin: string }): ReadProviderEvents {
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

export function toEvent({ sid, status, code, named, channel, at }: Status): ProviderEvent {
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
