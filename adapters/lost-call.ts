/** What a call without an answer means, for every vendor: was anything sent? */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { SECOND } from '#domain/time/durations.ts';

const REASON_MAX = 300;
/** How many calls to one vendor run at once. */
export const CALLS_AT_ONCE = 64;
/** Connections stay open between messages, and close before the vendor closes them: a request on a closing one has an unknown outcome. */
const SOCKETS = { keepAlive: true, maxSockets: CALLS_AT_ONCE, timeout: 4 * SECOND };

/** @returns connections for one vendor */
export function connections(): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  return { httpAgent: new HttpAgent(SOCKETS), httpsAgent: new HttpsAgent(SOCKETS) };
}

/** Network errors before a byte of the request was sent. */
const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
]);

/** What axios, which the vendors' SDKs use, throws without an answer. */
export interface LostCall {
  /** Node's own request, where one was made. */
  request?: { socket?: { bytesWritten: number; secureConnecting?: boolean } | null };
  code?: number | string;
}

/** @returns transient when certainly nothing was sent, otherwise unknown */
export function meaningOfLostCall(error: LostCall): ProviderAnswer {
  const reason = `${error.code ?? 'no answer'}`.slice(0, REASON_MAX);
  return NOTHING_SENT.has(String(error.code)) || neverConnected(error)
    ? { kind: 'transient', reason, retryAfter: null }
    : { kind: 'unknown', reason };
}

/** The connection was not yet open at the deadline: a route that drops packets, a handshake that hangs. */
function neverConnected({ request }: LostCall): boolean {
  if (request === undefined) return false;
  const { socket } = request;
  return !socket || socket.bytesWritten === 0 || socket.secureConnecting === true;
}

/** @returns a status and its message, short enough for our tables */
export function reasonOf(status: number, words: string): string {
  return `${status} ${words}`.trim().slice(0, REASON_MAX);
}

/** @returns a header as text, or null */
export function headerOf(headers: unknown, name: string): string | null {
  const value = (headers as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

/** @returns the Retry-After header (seconds or an HTTP date) in milliseconds; null without one */
export function retryAfterOf(headers: unknown): number | null {
  const value = headerOf(headers, 'retry-after');
  if (value === null) return null;
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? wait : null;
}
