/** Twilio's codes, as far as they are played here: what a request is refused with, and why a message did not arrive. */

/** Free text to somebody who has not written within a day: what a business begins needs an approved template. */
export const OUTSIDE_WINDOW = 63_016;
/** Nobody there has WhatsApp, or they do not take messages from businesses. */
export const INVALID_RECIPIENT = 63_024;

/**
 * Numbers that say by their end what becomes of what is sent to them; everybody else gets it.
 * `+351 900 000 016` is accepted and fails, `+351 900 000 063` is accepted and not delivered.
 */
export const FATES: readonly { ending: string; code: number }[] = [
  { ending: '0016', code: OUTSIDE_WINDOW },
  { ending: '0063', code: INVALID_RECIPIENT },
];

/** The phone is off, or has no network. */
export const UNREACHABLE = 30_003;

/** @param number in E.164 @returns Twilio's code of why no text message arrives there, or null */
export function smsFateOf(number: string): number | null {
  return fateOf(number) === null ? null : UNREACHABLE;
}

/** @param number in E.164 @returns Twilio's code of why nothing arrives there by WhatsApp, or null */
export function fateOf(number: string): number | null {
  return FATES.find(({ ending }) => number.endsWith(ending))?.code ?? null;
}

/** A refusal: the HTTP status and Twilio's own code and words. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
}

export const REFUSALS = {
  credentials: { status: 401, code: 20_003, message: 'Authenticate' },
  account: { status: 404, code: 20_404, message: 'The requested resource was not found' },
  unplayed: { status: 400, code: 20_001, message: 'The simulator has no part for one of these parameters' },
  noTo: { status: 400, code: 21_604, message: "A 'To' phone number is required." },
  noFrom: { status: 400, code: 21_603, message: "A 'From' phone number is required." },
  to: { status: 400, code: 21_211, message: "Invalid 'To' Phone Number" },
  channels: { status: 400, code: 21_910, message: "Invalid 'From' and 'To' pair. They should be of the same channel" },
  smsFrom: { status: 400, code: 21_606, message: "The 'From' phone number is not a valid, message-capable number" },
  from: { status: 400, code: 63_007, message: 'Twilio could not find a Channel with the specified From address' },
  nothing: { status: 400, code: 21_619, message: 'A text message body or media urls must be specified.' },
  content: { status: 400, code: 21_655, message: 'The ContentSid is Invalid' },
  variables: { status: 400, code: 21_656, message: 'The Content Variables parameter is invalid' },
  callback: { status: 400, code: 21_609, message: 'The StatusCallback URL is not valid' },
} as const satisfies Record<string, Refusal>;

const WORDS: Record<number, string> = {
  400: 'Bad request',
  401: 'Authenticate',
  403: 'Forbidden',
  404: 'The requested resource was not found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** @returns what Twilio answers with a status, where a test names no code */
export function plainRefusal(status: number, code?: number): Refusal {
  const usual = status >= 500 ? 20_500 : 20_000 + status - 400;
  const known: Record<number, number> = { 401: 20_003, 403: 20_003, 404: 20_404, 429: 20_429 };
  return { status, code: code ?? known[status] ?? usual, message: WORDS[status] ?? 'Request failed' };
}
