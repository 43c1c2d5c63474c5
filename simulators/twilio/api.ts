/**
 * The part of Twilio's API that sends WhatsApp and text messages.
 * @see https://www.twilio.com/docs/messaging/api/message-resource
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import type { Messages, StoredMessage } from '../messages.ts';
import { playRefusal, retryAfter } from '../play-fault.ts';
import { type Call, type Routes, readForm, sendJson } from '../router.ts';
import type { Callbacks } from './callbacks.ts';
import { plainRefusal, REFUSALS, type Refusal } from './codes.ts';
import { readMessage } from './message.ts';

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** The account's WhatsApp number, in E.164. */
  from: string;
  /** The account's number for text messages, in E.164. */
  smsFrom: string;
  /** The approved template of deliveries. */
  contentSid: string;
  /** The approved template of warnings; none if it is left out. */
  warningContentSid?: string | undefined;
  /** Where the product listens; the template links there. */
  appOrigin: string;
  messages: Messages;
  faults: Faults;
  callbacks: Callbacks;
}

/** The routes under `/2010-04-01`. */
export function twilioRoutes(options: TwilioOptions): Routes {
  const own = `/2010-04-01/Accounts/${options.accountSid}/Messages`;
  return {
    'POST /2010-04-01/Accounts/:id/Messages.json': (call) => createMessage(options, call),
    [`GET ${own}/:id`]: (call) => fetchMessage(options, call),
  };
}

async function createMessage(options: TwilioOptions, { request, response, id }: Call): Promise<void> {
  const { messages, faults, callbacks } = options;
  const form = await readForm(request);
  if (!isSignedIn(options, request)) return refuse(response, REFUSALS.credentials);
  if (id !== options.accountSid) return refuse(response, REFUSALS.account);
  const read = readMessage(options, form);
  if ('code' in read) return refuse(response, read);

  const fault = faults.take('twilio', [read.to]);
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  const isRefused = playRefusal(fault, request, (status) =>
    refuse(response, plainRefusal(status, fault?.code), retryAfter(fault?.retry_after)),
  );
  if (isRefused) return;

  const silent = fault?.silent === true;
  const message = {
    id: `SM${randomBytes(16).toString('hex')}`,
    ...read,
    accepted_at: new Date().toISOString(),
    silent,
  };
  const stored = await messages.accept([message]);
  if (!silent) callbacks.reportSoon(stored);
  if (fault?.mode === 'accept_then_drop') return void request.socket.destroy();
  sendJson(response, 201, messageJson(options, { ...message, status: 'accepted', events: [] }, message.text));
}

function fetchMessage(options: TwilioOptions, { request, response, id }: Call): void {
  const message = options.messages.get(id.replace(/\.json$/, ''));
  if (!isSignedIn(options, request)) refuse(response, REFUSALS.credentials);
  else if (!message?.twilio) refuse(response, REFUSALS.account);
  else sendJson(response, 200, messageJson(options, message, options.messages.bodiesOf(message).text));
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

/** A message as Twilio answers with it. */
function messageJson(
  { accountSid }: TwilioOptions,
  message: Pick<StoredMessage, 'id' | 'channel' | 'to' | 'from' | 'status' | 'events' | 'accepted_at'>,
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
