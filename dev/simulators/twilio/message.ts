/** The form in which a message is asked for, and everything that Twilio refuses about it. */
import type { Message } from '../messages.ts';
import type { TwilioOptions } from './api.ts';
import { fateOf, OUTSIDE_WINDOW, REFUSALS, type Refusal } from './codes.ts';
import { filledIn, readVariables } from './template.ts';

const PLAYED = new Set(['To', 'From', 'Body', 'ContentSid', 'ContentVariables', 'StatusCallback']);
const PREFIX = 'whatsapp:';
const E164 = /^\+[1-9]\d{7,14}$/;

type Read = Omit<Message, 'id' | 'accepted_at' | 'silent'>;

/** @returns the message as it will arrive, or why Twilio does not take it */
export function readMessage(
  { from: ours, contentSid, appOrigin }: Pick<TwilioOptions, 'from' | 'contentSid' | 'appOrigin'>,
  form: URLSearchParams,
): Read | Refusal {
  const field = (name: string) => form.get(name) ?? '';
  const to = field('To').slice(PREFIX.length);
  const text = wordsOf(form, contentSid, appOrigin);
  const refusal = addressRefusal(form, ours) ?? callbackRefusal(field('StatusCallback'));
  if (refusal) return refusal;
  if (typeof text !== 'string') return text;
  return {
    channel: 'whatsapp',
    to,
    to_name: null,
    from: ours,
    from_name: null,
    reply_to: null,
    subject: '',
    text,
    html: null,
    custom_args: Object.fromEntries(URL.parse(field('StatusCallback'))?.searchParams ?? []),
    categories: [],
    headers: {},
    whatsapp: {
      callback: field('StatusCallback').replace(/#.*$/, '') || null,
      // Nobody here has written to us within a day: free text is taken, and fails a moment later.
      error: field('ContentSid') ? fateOf(to) : OUTSIDE_WINDOW,
    },
  };
}

function addressRefusal(form: URLSearchParams, ours: string): Refusal | null {
  const to = form.get('To');
  const from = form.get('From');
  if ([...form.keys()].some((name) => !PLAYED.has(name))) return REFUSALS.unplayed;
  if (!to) return REFUSALS.noTo;
  if (!from) return REFUSALS.noFrom;
  if (to.startsWith(PREFIX) !== from.startsWith(PREFIX)) return REFUSALS.channels;
  if (!to.startsWith(PREFIX) || !E164.test(to.slice(PREFIX.length))) return REFUSALS.to;
  return from === `${PREFIX}${ours}` ? null : REFUSALS.from;
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
