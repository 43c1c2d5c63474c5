/** Codes from an app on a phone: HOTP of a time step, with SHA-1 and six digits, which is what every app can do (RFC 6238). */
import { randomBytes } from 'node:crypto';
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp';
import { base32nopad } from '@scure/base';
import { APP_CODE_DIGITS, STEP } from '#domain/accounts/codes.ts';
import { SECOND } from '#domain/time/durations.ts';

/** As long as the hash, as RFC 4226 advises. */
const SECRET_BYTES = 20;
/** What apps show above the codes. */
const ISSUER = 'Stillhere';

/** @returns a new secret for an app */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** @returns the secret as people type it into an app: base 32 in groups of four */
export function shownTotpSecret(secret: Buffer): string {
  return (base32nopad.encode(secret).match(/.{1,4}/g) ?? []).join(' ');
}

/** @returns the address that a square code brings to an app: the secret, and whose it is */
export function totpAddress(secret: Buffer, email: string): string {
  return createTOTPKeyURI(ISSUER, email, secret, STEP / SECOND, APP_CODE_DIGITS);
}

/**
 * @param steps the time steps that are accepted
 * @param digits how long the code is; RFC 6238 has examples with eight
 * @returns the newest of the steps that the code belongs to; null for a wrong one. It takes the same time either way
 */
export function stepOfCode(
  secret: Buffer,
  steps: readonly number[],
  code: string,
  digits: number = APP_CODE_DIGITS,
): number | null {
  return steps.filter((step) => verifyHOTP(secret, BigInt(step), digits, code)).at(-1) ?? null;
}
