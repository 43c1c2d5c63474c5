/** Short codes that prove an address or a phone. Not stored: each is an HMAC over the id of the message that carries it. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH } from '#domain/accounts/codes.ts';
import { keyedHash } from './keyed-hash.ts';
import type { Keyring, PersonKey } from './keyring.ts';

const DIGITS = 6;

/** @param id of the message that carries it @returns six digits */
export function codeOf(keyring: Keyring, id: string): string {
  return digitsOf(keyring.newestLinkKey, id);
}

/** @returns whether a key of the ring made this code for this message; takes the same time either way */
export function isCode(keyring: Keyring, id: string, given: string): boolean {
  const typed = Buffer.from(given.padEnd(DIGITS).slice(0, DIGITS));
  return keyring.linkKeys.map((key) => timingSafeEqual(Buffer.from(digitsOf(key, id)), typed)).includes(true);
}

function digitsOf(key: Buffer, id: string): string {
  // 48 bits: each code is as likely as the next, to one part in a hundred million.
  const number = createHmac('sha256', key).update(`warning-code\0${id}`).digest().readUIntBE(0, 6);
  return `${number % 10 ** DIGITS}`.padStart(DIGITS, '0');
}

/** @returns ten different new codes, without their hyphens */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

function newCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return letters.join('');
}

/** @returns what we store of a code and find it by. Without the person's key nobody can try all codes */
export function recoveryCodeHash(key: PersonKey, userId: string, code: string): Buffer {
  return keyedHash(key, { kind: 'recovery-code', id: userId }, code);
}
