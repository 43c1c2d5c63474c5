/** The client of Stripe's SDK, and the translation of its errors. */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { paymentRefusals } from '#messages/en/payment-refusals.ts';
import { say } from '#messages/say.ts';

/** Safe for calls that move money, too: the SDK sends the same idempotency key again, and Stripe repeats its first answer. */
const RETRIES = 1;
const MS = 1_000;
const BAD_REQUEST = 400;
const PAYMENT_REQUIRED = 402;

/** For calls that move no money. */
const AWAY = paymentRefusals['out-of-reach'];
/** For calls that move money: without an answer it may have moved. */
const UNCONFIRMED = paymentRefusals['no-answer'];

export interface StripeOptions {
  secretKey: string;
  /** Signs the webhooks. */
  webhookSecret: string;
  /** An origin, without a path. */
  baseUrl: string;
  /** Of one try, in milliseconds; a failed call is tried twice. */
  timeout: number;
}

/** @returns the SDK's client for `baseUrl` */
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

/** @returns the id of an object that Stripe gives as an id or in full */
export function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id;
}

/** @param seconds since the epoch, as Stripe counts time */
export function toMillis(seconds: number): number {
  return seconds * MS;
}

/** Stripe answers 404 for a missing object, and for changes to an ended subscription. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** A parameter names a missing object. */
export function namesMissing(error: unknown, param?: string): boolean {
  const { statusCode, code, param: about } = error as Partial<Stripe.errors.StripeError>;
  return statusCode === BAD_REQUEST && code === 'resource_missing' && (param === undefined || about === param);
}

/** The bank refused the payment, or there is no card to charge. */
export function isDeclined(error: unknown): boolean {
  return (error as Partial<Stripe.errors.StripeError>).statusCode === PAYMENT_REQUIRED || namesMissing(error);
}

/** A refusal, too, becomes `unavailable`: it is a fault of our configuration, such as the key. */
export function throwUnavailable(error: unknown): never {
  throw unavailable(causeOf(error));
}

/** For calls that move money: it may have moved, although no answer came. */
export function throwUnconfirmed(error: unknown): never {
  throw unavailable(causeOf(error), UNCONFIRMED);
}

/** For lookups: a missing object is null. */
export function nullIfMissing(error: unknown): null {
  return isMissing(error) ? null : throwUnavailable(error);
}

/** @param cause only the type and the code: the provider's full message may name people */
export function unavailable(cause: string, message: typeof AWAY | typeof UNCONFIRMED = AWAY): AppError {
  const error = new AppError('unavailable', say(message));
  error.cause = cause;
  return error;
}

function causeOf(error: unknown): string {
  // An error of ours, from a nested call.
  if (error instanceof AppError) return String(error.cause ?? error.code);
  const { type, code } = error as Partial<Stripe.errors.StripeError>;
  return `${type ?? 'unknown'} ${code ?? ''}`.trim();
}
