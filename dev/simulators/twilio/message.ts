/** The form in which a message is asked for, and everything that Twilio refuses about it. */
import type { Message } from '../messages.ts';
import type { TwilioOptions } from './api.ts';
import { fateOf, OUTSIDE_WINDOW, REFUSALS, type Refusal, smsFateOf } from './codes.ts';
import { filledIn, readVariables } from './template.ts';

const PLAYED = new Set(['To', 'From', 'Body', 'ContentSid', 'ContentVariables', 'StatusCallback']);
const PREFIX = 'whatsapp:';
const E164 = /^\+[1-9]\d{7,14}$/;

type Read = Omit<Message, 'id' | 'accepted_at' | 'silent'>;

type Ours = Pick<TwilioOptions, 'from' | 'smsFrom' | 'contentSid' | 'appOrigin'>;

/** @returns the message as it will arrive, or why Twilio does not take it */
export function readMessage(ours: Ours, form: URLSearchParams): Read | Refusal {
  const field = (name: string) => form.get(name) ?? '';
  const isSms = !field('To').startsWith(PREFIX);
  const to = isSms ? field('To') : field('To').slice(PREFIX.length);
  const text = isSms ? field('Body') || REFUSALS.nothing : wordsOf(form, ours.contentSid, ours.appOrigin);
  const refusal = addressRefusal(form, ours) ?? callbackRefusal(field('StatusCallback'));
  if (refusal) return refusal;
  if (typeof text !== 'string') return text;
  // Nobody here has written to us within a day: free text by WhatsApp is taken, and fails a moment later.
  const whatsappError = field('ContentSid') ? fateOf(to) : OUTSIDE_WINDOW;
  return {
    channel: isSms ? 'sms' : 'whatsapp',
    to,
    to_name: null,
    from: isSms ? ours.smsFrom : ours.from,
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
      error: isSms ? smsFateOf(to) : whatsappError,
    },
  };
}

function addressRefusal(form: URLSearchParams, { from: whatsappFrom, smsFrom }: Ours): Refusal | null {
  const to = form.get('To');
  const from = form.get('From');
  if ([...form.keys()].some((name) => !PLAYED.has(name))) return REFUSALS.unplayed;
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

function wordsOf(form: URLSearchParams, approved: string, appOrigin: string): string | Refusal {
  const sid = form.get('ContentSid');
  if (!sid) return form.get('Body') || REFUSALS.nothing;
  if (sid !== approved) return REFUSALS.content;
  const values = readVariables(form.get('ContentVariables') ?? undefined);
  return values ? filledIn(values, appOrigin) : REFUSALS.variables;
}
