/** What every call to Stripe shares: the client, and how its failures read. */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';

/**
 * Once more after a failure that says nothing about what happened. Doing something twice is not possible: the SDK sends
 * the same idempotency key with both, and Stripe gives the answer to the first.
 */
const RETRIES = 1;
const MS = 1_000;
const BAD_REQUEST = 400;
const PAYMENT_REQUIRED = 402;

/** For what changes nothing that somebody pays. */
const AWAY = 'The payment provider cannot be reached at the moment. Nothing was charged; please try again soon.';
/** For what moves money: nobody knows then whether it did. */
const UNKNOWN = 'The payment provider did not answer. Please look here again in a minute, before you try once more.';

export interface StripeOptions {
  secretKey: string;
  /** By which webhooks are signed. */
  webhookSecret: string;
  /** Without a path. */
  baseUrl: string;
  /** How long one call may take, in milliseconds; one that fails is tried twice. */
  timeout: number;
}

/** @returns the SDK, pointed at the address */
export function stripeClient({ secretKey, baseUrl, timeout }: Omit<StripeOptions, 'webhookSecret'>): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/** @returns the id of what Stripe gives as an id, or as the whole thing */
export function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id;
}

/** @param seconds as Stripe counts time */
export function toMillis(seconds: number): number {
  return seconds * MS;
}

/** Stripe answers 404 for what is not there, and for a subscription that has ended. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** A parameter names what is not there. */
export function namesMissing(error: unknown, param?: string): boolean {
  const { statusCode, code, param: about } = error as Partial<Stripe.errors.StripeError>;
  return statusCode === BAD_REQUEST && code === 'resource_missing' && (param === undefined || about === param);
}

/** The bank said no, or there is no card to charge. */
export function isDeclined(error: unknown): boolean {
  return (error as Partial<Stripe.errors.StripeError>).statusCode === PAYMENT_REQUIRED || namesMissing(error);
}

/** A refusal is our own set-up, such as a key: nobody who pays can mend it, so it reads like an outage to them. */
export function orUnavailable(error: unknown): never {
  throw unavailable(wordsOf(error));
}

/** The same for what moves money, which may have happened although no answer came. */
export function orUnknown(error: unknown): never {
  throw unavailable(wordsOf(error), UNKNOWN);
}

/** For a lookup: what is not there is null. */
export function nullIfMissing(error: unknown): null {
  return isMissing(error) ? null : orUnavailable(error);
}

/** @param cause words only: what the provider says in full may name people */
export function unavailable(cause: string, message = AWAY): AppError {
  const error = new AppError('unavailable', message);
  error.cause = cause;
  return error;
}

function wordsOf(error: unknown): string {
  // Ours already, from a call within the call.
  if (error instanceof AppError) return String(error.cause ?? error.code);
  const { type, code } = error as Partial<Stripe.errors.StripeError>;
  return `${type ?? 'unknown'} ${code ?? ''}`.trim();
}
