/** Short codes that prove an address or a phone. Not stored: each is an HMAC over the id of the message that carries it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from './keyring.ts';

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
