/** What SendGrid says when it does not take a mail. */
import type { ServerResponse } from 'node:http';
import { sendJson } from '../http.ts';

/** One entry of SendGrid's error body. */
export interface Refusal {
  message: string;
  field: string | null;
  help: string | null;
}

const PLAIN: Record<number, string> = {
  400: 'Bad Request',
  401: 'The provided authorization grant is invalid, expired, or revoked',
  403: 'access forbidden',
  404: 'not found',
  405: 'method not allowed',
  413: 'Payload too large',
  415: 'Content-Type should be application/json.',
  429: 'too many requests',
  500: 'internal server error',
  503: 'service unavailable',
};

const UNVERIFIED_SENDER =
  'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved. ' +
  'Visit https://sendgrid.com/docs/for-developers/sending-email/sender-identity/ to see the Sender Identity requirements';

/** SendGrid's error for a sender that nobody has proven to own. */
export const unverifiedSender: Refusal = { message: UNVERIFIED_SENDER, field: 'from', help: null };

/** @returns SendGrid's usual words for a status, about no field */
export function plainRefusal(status: number): Refusal {
  return { message: PLAIN[status] ?? 'request failed', field: null, help: null };
}

export function refuse(response: ServerResponse, status: number, errors: Refusal[], headers = {}): void {
  sendJson(response, status, { errors }, headers);
}
