/** SendGrid's answers to a mail that it refuses. */
import type { ServerResponse } from 'node:http';
import { sendJson } from '../router.ts';

/** One entry of SendGrid's list of errors. */
export interface Refusal {
  message: string;
  field: string | null;
  help: string | null;
}

const MESSAGES: Record<number, string> = {
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

/** The error for a sender that the account has not verified. */
export const unverifiedSender: Refusal = { message: UNVERIFIED_SENDER, field: 'from', help: null };

/** @returns SendGrid's usual error for a status, without a field */
export function plainRefusal(status: number): Refusal {
  return { message: MESSAGES[status] ?? 'request failed', field: null, help: null };
}

/** Answers with a status and SendGrid's list of errors. */
export function refuse(response: ServerResponse, status: number, errors: Refusal[], headers = {}): void {
  sendJson(response, status, { errors }, headers);
}
