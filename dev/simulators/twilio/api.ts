/**
 * Twilio's API, as far as it sends WhatsApp and text messages.
 * @see https://www.twilio.com/docs/messaging/api/message-resource
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { type Call, type Routes, readBody, sendJson } from '../http.ts';
import type { Kept, Messages } from '../messages.ts';
import { refusedByFault, retryAfter } from '../refused-by-fault.ts';
import type { Callbacks } from './callbacks.ts';
import { plainRefusal, REFUSALS, type Refusal } from './codes.ts';
import { readMessage } from './message.ts';

const FORM_MAX_BYTES = 64 * 1_024;

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** The number that is ours on WhatsApp, in E.164. */
  from: string;
  /** The number that sends text messages, in E.164. */
  smsFrom: string;
  /** The one template that is approved. */
  contentSid: string;
  /** Where the product listens: the template's link leads there. */
  appOrigin: string;
  messages: Messages;
  faults: Faults;
  callbacks: Callbacks;
}

/** The routes under `/2010-04-01`. */
export function twilioRoutes(options: TwilioOptions): Routes {
  const ours = `/2010-04-01/Accounts/${options.accountSid}/Messages`;
  return {
    'POST /2010-04-01/Accounts/:id/Messages.json': (call) => createMessage(options, call),
    [`GET ${ours}/:id`]: (call) => fetchMessage(options, call),
  };
}

async function createMessage(options: TwilioOptions, { request, response, id }: Call): Promise<void> {
  const { messages, faults, callbacks } = options;
  const form = new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
  if (!isSignedIn(options, request)) return refuse(response, REFUSALS.credentials);
  if (id !== options.accountSid) return refuse(response, REFUSALS.account);
  const read = readMessage(options, form);
  if ('code' in read) return refuse(response, read);

  const fault = faults.take('twilio', [read.to]);
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  if (
    fault &&
    refusedByFault(fault, request, (status, seconds) =>
      refuse(response, plainRefusal(status, fault.code), retryAfter(seconds)),
    )
  )
    return;

  const silent = fault?.silent === true;
  const message = {
    id: `SM${randomBytes(16).toString('hex')}`,
    ...read,
    accepted_at: new Date().toISOString(),
    silent,
  };
  const kept = await messages.accept([message]);
  if (!silent) callbacks.reportSoon(kept);
  if (fault?.mode === 'accept_then_drop') return void request.socket.destroy();
  sendJson(response, 201, shown(options, { ...message, status: 'accepted', events: [] }, message.text));
}

function fetchMessage(options: TwilioOptions, { request, response, id }: Call): void {
  const message = options.messages.get(id.replace(/\.json$/, ''));
  if (!isSignedIn(options, request)) refuse(response, REFUSALS.credentials);
  else if (!message?.twilio) refuse(response, REFUSALS.account);
  else sendJson(response, 200, shown(options, message, options.messages.bodiesOf(message).text));
}

function isSignedIn({ accountSid, authToken }: TwilioOptions, { headers }: IncomingMessage): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const expected = Buffer.from(`Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function refuse(response: ServerResponse, { status, code, message }: Refusal, headers = {}): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  sendJson(response, status, { code, message, more_info, status }, headers);
}

/** A message in Twilio's shape. */
function shown(
  { accountSid }: TwilioOptions,
  message: Pick<Kept, 'id' | 'channel' | 'to' | 'from' | 'status' | 'events' | 'accepted_at'>,
  text: string | null,
): object {
  const { id, channel, to, from, status, events, accepted_at } = message;
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : '';
  const at = new Date(accepted_at).toUTCString();
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${id}`;
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text,
    date_created: at,
    date_sent: events.length > 0 ? at : null,
    date_updated: at,
    direction: 'outbound-api',
    error_code: events.findLast(({ code }) => code !== undefined)?.code ?? null,
    error_message: null,
    from: `${prefix}${from}`,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: null,
    sid: id,
    status: status === 'accepted' ? 'queued' : status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: `${prefix}${to}`,
    uri: `${uri}.json`,
  };
}
