/** The codes of Twilio that the simulator plays: why a request is refused, and why a message did not arrive. */

/** Free text to a person who has not written within 24 hours: only an approved template may begin a conversation. */
export const OUTSIDE_WINDOW = 63_016;
/** The number has no WhatsApp, or does not accept messages from businesses. */
export const INVALID_RECIPIENT = 63_024;

/**
 * The endings of numbers to which messages fail; all others are delivered.
 * Twilio accepts a message to `+351 900 000 016` and it fails; one to `+351 900 000 063` is not delivered.
 */
const TEST_NUMBERS: readonly { ending: string; code: number }[] = [
  { ending: '0016', code: OUTSIDE_WINDOW },
  { ending: '0063', code: INVALID_RECIPIENT },
];

/** The phone is off, or has no network. */
export const UNREACHABLE = 30_003;

/** @param number in E.164 @returns Twilio's code for why no text message arrives there, or null */
export function smsErrorFor(number: string): number | null {
  return whatsappErrorFor(number) === null ? null : UNREACHABLE;
}

/** @param number in E.164 @returns Twilio's code for why no WhatsApp message arrives there, or null */
export function whatsappErrorFor(number: string): number | null {
  return TEST_NUMBERS.find(({ ending }) => number.endsWith(ending))?.code ?? null;
}

/** A refusal: the HTTP status, and Twilio's code and message. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
}

export const REFUSALS = {
  credentials: { status: 401, code: 20_003, message: 'Authenticate' },
  account: { status: 404, code: 20_404, message: 'The requested resource was not found' },
  unsupported: { status: 400, code: 20_001, message: 'The simulator does not support one of these parameters' },
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

const MESSAGES: Record<number, string> = {
  400: 'Bad request',
  401: 'Authenticate',
  403: 'Forbidden',
  404: 'The requested resource was not found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** @param code by default the usual one for the status */
export function plainRefusal(status: number, code?: number): Refusal {
  const usual = status >= 500 ? 20_500 : 20_000 + status - 400;
  const known: Record<number, number> = { 401: 20_003, 403: 20_003, 404: 20_404, 429: 20_429 };
  return { status, code: code ?? known[status] ?? usual, message: MESSAGES[status] ?? 'Request failed' };
}
