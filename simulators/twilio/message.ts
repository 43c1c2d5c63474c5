/** The form that requests a message, and Twilio's reasons to refuse it. */
import type { Message } from '../messages.ts';
import type { TwilioOptions } from './api.ts';
import { OUTSIDE_WINDOW, REFUSALS, type Refusal, smsErrorFor, whatsappErrorFor } from './codes.ts';
import { fillTemplate, readVariables, TEMPLATE, WARNING_TEMPLATE } from './template.ts';

const SUPPORTED = new Set(['To', 'From', 'Body', 'ContentSid', 'ContentVariables', 'StatusCallback']);
const PREFIX = 'whatsapp:';
const E164 = /^\+[1-9]\d{7,14}$/;

type ReadMessage = Omit<Message, 'id' | 'accepted_at' | 'silent'>;

type Account = Pick<TwilioOptions, 'from' | 'smsFrom' | 'contentSid' | 'warningContentSid' | 'appOrigin'>;

/** @returns the message as it will arrive, or why Twilio refuses it */
export function readMessage(account: Account, form: URLSearchParams): ReadMessage | Refusal {
  const field = (name: string) => form.get(name) ?? '';
  const isSms = !field('To').startsWith(PREFIX);
  const to = isSms ? field('To') : field('To').slice(PREFIX.length);
  const text = isSms ? field('Body') || REFUSALS.nothing : templateText(form, account);
  const refusal = addressRefusal(form, account) ?? callbackRefusal(field('StatusCallback'));
  if (refusal) return refusal;
  if (typeof text !== 'string') return text;
  // No recipient has written within 24 hours: free text by WhatsApp is accepted and fails a moment later.
  const whatsappError = field('ContentSid') ? whatsappErrorFor(to) : OUTSIDE_WINDOW;
  return {
    channel: isSms ? 'sms' : 'whatsapp',
    to,
    to_name: null,
    from: isSms ? account.smsFrom : account.from,
    from_name: null,
    reply_to: null,
    subject: '',
    text,
    html: null,
    custom_args: Object.fromEntries(URL.parse(field('StatusCallback'))?.searchParams ?? []),
    categories: [],
    headers: {},
    twilio: {
      callback: field('StatusCallback').replace(/#.*$/, '') || null,
      error: isSms ? smsErrorFor(to) : whatsappError,
    },
  };
}

function addressRefusal(form: URLSearchParams, { from: whatsappFrom, smsFrom }: Account): Refusal | null {
  const to = form.get('To');
  const from = form.get('From');
  if ([...form.keys()].some((name) => !SUPPORTED.has(name))) return REFUSALS.unsupported;
  if (!to) return REFUSALS.noTo;
  if (!from) return REFUSALS.noFrom;
  if (to.startsWith(PREFIX) !== from.startsWith(PREFIX)) return REFUSALS.channels;
  if (!E164.test(to.replace(PREFIX, ''))) return REFUSALS.to;
  if (!to.startsWith(PREFIX)) return from === smsFrom ? null : REFUSALS.smsFrom;
  return from === `${PREFIX}${whatsappFrom}` ? null : REFUSALS.from;
}

function callbackRefusal(callback: string): Refusal | null {
  return callback === '' || /^https?:$/.test(URL.parse(callback)?.protocol ?? '') ? null : REFUSALS.callback;
}

function templateText(form: URLSearchParams, { contentSid, warningContentSid, appOrigin }: Account): string | Refusal {
  const sid = form.get('ContentSid');
  if (!sid) return form.get('Body') || REFUSALS.nothing;
  if (sid !== contentSid && sid !== warningContentSid) return REFUSALS.content;
  const template = sid === contentSid ? TEMPLATE : WARNING_TEMPLATE;
  const values = readVariables(form.get('ContentVariables') ?? undefined, template);
  return values ? fillTemplate(values, appOrigin, template) : REFUSALS.variables;
}
