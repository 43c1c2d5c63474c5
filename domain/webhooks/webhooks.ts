/** Webhooks of an owner: the events that a program of theirs hears of, which addresses it may have, and when we try again. */
import { DAY, HOUR, MINUTE, SECOND } from '../time/durations.ts';

/** What a webhook can be called for. The names are in the API and are never changed. */
export const WEBHOOK_EVENTS = ['released', 'delivered', 'check-in-missed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** A message is about an event, or is the test that its owner asked for. */
export type WebhookMessageKind = WebhookEvent | 'test';

/** The boxes of the form, by event: a field has letters and underscores in its name (app/http/form.ts). */
export const EVENT_BOXES = {
  released: 'released',
  delivered: 'delivered',
  'check-in-missed': 'missed',
} as const satisfies Record<WebhookEvent, string>;

/** For one account. */
export const WEBHOOKS_MAX = 10;
/** For one account in an hour. */
export const WEBHOOK_TESTS_MAX = 5;
/** In characters. */
export const WEBHOOK_URL_MAX = 500;

/** Why no answer came. `address-refused`: the name leads to an address that is not public. */
export const WEBHOOK_FAILURES = ['no-address', 'address-refused', 'time-out', 'certificate', 'no-connection'] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** What one call came to. `retryAfter` is in milliseconds; null without one. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; retryAfter: number | null }
  | { kind: 'failed'; failure: WebhookFailure };

/** Why a webhook is switched off: its receiver answered 410, or a message was tried for three days and nothing arrived. */
export const WEBHOOK_ENDS = ['gone', 'failing'] as const;
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number];

export type WebhookUrlFault = 'not-https' | 'with-password' | 'no-public-name' | 'port';

/** Names that never lead to a public address: RFC 6761, RFC 6762, RFC 8375, and what private networks use. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)\.?$/i;
const HTTPS_PORT = 443;
/** Below it are services that a message must not reach, such as mail. */
const FREE_PORTS_FROM = 1024;

/**
 * Looks at an address as it is written. What its name leads to is checked again with each call.
 * @param toLocalhost whether this machine itself may be called, by http as well: for development
 * @returns what is wrong with it; null for nothing
 */
export function faultOfWebhookUrl(text: string, { toLocalhost }: { toLocalhost: boolean }): WebhookUrlFault | null {
  const url = URL.parse(text);
  if (!url) return 'not-https';
  if (url.username || url.password) return 'with-password';
  if (toLocalhost && isLocalhost(url)) return null;
  if (url.protocol !== 'https:') return 'not-https';
  // The parser has made 2130706433 and 0x7f.1 into 127.0.0.1. A certificate is made for a name.
  if (/^\[|^[\d.]+$/.test(url.hostname) || !url.hostname.includes('.') || PRIVATE_NAMES.test(url.hostname))
    return 'no-public-name';
  const port = Number(url.port || HTTPS_PORT);
  return port === HTTPS_PORT || port >= FREE_PORTS_FROM ? null : 'port';
}

/** @returns whether an address is this machine's own, by http or https */
export function isLocalhost({ hostname, protocol }: URL): boolean {
  return hostname === 'localhost' && /^https?:$/.test(protocol);
}

/**
 * The waits between tries: the ladder that Standard Webhooks proposes, three days and four hours in all. A receiver that is
 * being repaired over a long weekend still gets its message, and one that is gone costs ten calls.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const LADDER = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];
const GONE = 410;

/** What follows one call. */
export type WebhookStep =
  | { kind: 'delivered' }
  | { kind: 'again'; wait: number }
  | { kind: 'given-up'; isGone: boolean };

/**
 * Decides what follows a call. A Retry-After makes a wait longer, never shorter, and by a day at most. A test is made once:
 * its owner is looking at the page.
 * @param tries how often it was tried, this one included
 */
export function webhookStep(kind: WebhookMessageKind, answer: WebhookAnswer, tries: number): WebhookStep {
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return { kind: 'delivered' };
  const isGone = answer.kind === 'answered' && answer.status === GONE;
  const wait = LADDER[tries - 1];
  if (isGone || kind === 'test' || wait === undefined) return { kind: 'given-up', isGone };
  const asked = answer.kind === 'answered' ? (answer.retryAfter ?? 0) : 0;
  return { kind: 'again', wait: Math.max(wait, Math.min(asked, DAY)) };
}
