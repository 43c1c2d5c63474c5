/**
 * The shares of a parcel's identity, and how they are written on paper: six lines of eleven hex digits and a check digit, so
 * that a typing error is found in its line, and a checksum of the whole.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import { combine, split } from 'shamir-secret-sharing';
import { toHex } from './age-file.ts';
import { ParcelFault } from './parcel-fault.ts';

/** As the library makes them: the identity's 32 bytes and a coordinate. */
export const SHARE_BYTES = 33;
const IDENTITY_BYTES = 32;
const PREFIX = 'age-secret-key-pq-';
const LINES = 6;
const LINE_DIGITS = 11;
const GROUP_DIGITS = 4;
const BASE = 16;

/** Any two of them are the identity; one alone says nothing about it. */
export interface Shares {
  /** For Stillhere. */
  s: Uint8Array;
  /** The sheets. */
  a: Uint8Array;
  b: Uint8Array;
}

/** @param identity of a parcel */
export async function splitIdentity(identity: string): Promise<Shares> {
  const { bytes } = bech32.decodeToBytes(identity);
  const [s, a, b] = await split(new Uint8Array(bytes), 3, 2);
  if (!s || !a || !b) throw new Error('The library gave fewer than three shares.');
  return { s, a, b };
}

/**
 * @param shares two or three
 * @returns what they make: another identity where they are not of one parcel
 * @throws ParcelFault wrong-shares for fewer than two, or one twice
 */
export async function identityOfShares(shares: readonly Uint8Array[]): Promise<string> {
  const coordinates = new Set(shares.map((share) => share[SHARE_BYTES - 1]));
  const areWhole = shares.every((share) => share.length === SHARE_BYTES && share[SHARE_BYTES - 1] !== 0);
  if (shares.length < 2 || coordinates.size < shares.length || !areWhole)
    throw new ParcelFault('wrong-shares', 'Two different shares are needed.');
  const identity = await combine(shares.map((share) => new Uint8Array(share)));
  if (identity.length !== IDENTITY_BYTES) throw new ParcelFault('wrong-shares', 'These are no shares of a parcel.');
  return bech32.encodeFromBytes(PREFIX, identity).toUpperCase();
}

/** @returns six lines of three groups of four: eleven digits and the check digit of each line */
export function linesOf(share: Uint8Array): string[] {
  const digits = toHex(share).toUpperCase();
  return Array.from({ length: LINES }, (_, line) => {
    const own = digits.slice(line * LINE_DIGITS, (line + 1) * LINE_DIGITS);
    const whole = own + checkDigit(own);
    return [0, 1, 2].map((group) => whole.slice(group * GROUP_DIGITS, (group + 1) * GROUP_DIGITS)).join(' ');
  });
}

/** @returns four hex digits of the whole share */
export function checksumOf(share: Uint8Array): string {
  return toHex(sha256(share).subarray(0, 2)).toUpperCase();
}

/** A share that a person typed, or the lines in which there is a typing error. */
export type TypedShare = { share: Uint8Array } | { wrongLines: number[] };

/**
 * @param lines six, with spaces or without
 * @param checksum of the sheet; empty where it was not typed
 * @returns the numbers of wrong lines from 1 on; none of them where only the checksum does not agree
 */
export function readLines(lines: readonly string[], checksum = ''): TypedShare {
  const typed = Array.from({ length: LINES }, (_, line) => (lines[line] ?? '').replace(/[\s-]/g, '').toUpperCase());
  const wrongLines = typed.flatMap((line, index) =>
    /^[0-9A-F]{12}$/.test(line) && checkDigit(line.slice(0, LINE_DIGITS)) === line[LINE_DIGITS] ? [] : [index + 1],
  );
  if (wrongLines.length > 0) return { wrongLines };
  const share = fromHex(typed.map((line) => line.slice(0, LINE_DIGITS)).join(''));
  const isWhole = !checksum || checksum.replace(/\s/g, '').toUpperCase() === checksumOf(share);
  return isWhole ? { share } : { wrongLines: [] };
}

/** @returns the text of a sheet's QR code: no address, so that a camera sends nothing anywhere */
export function codeOf(sheet: 'A' | 'B', number: string, share: Uint8Array): string {
  return ['STILLHERE', sheet, number, toHex(share).toUpperCase(), checksumOf(share)].join(':');
}

/** @returns what a sheet's QR code says; null for another code, or one that was changed */
export function readCode(text: string): { sheet: 'A' | 'B'; number: string; share: Uint8Array } | null {
  const match = /^STILLHERE:([AB]):([0-9A-F]{8}):([0-9A-F]{66}):([0-9A-F]{4})$/.exec(text.trim());
  const [, sheet, number = '', digits = '', checksum] = match ?? [];
  const share = fromHex(digits);
  if (!match || checksumOf(share) !== checksum) return null;
  return { sheet: sheet === 'A' ? 'A' : 'B', number, share };
}

/** Luhn's, in base 16: it finds each wrong digit, and most pairs that were exchanged. */
function checkDigit(digits: string): string {
  const sum = [...digits].reduceRight((total, digit, index) => {
    const isDoubled = (digits.length - 1 - index) % 2 === 0;
    const value = Number.parseInt(digit, BASE) * (isDoubled ? 2 : 1);
    return total + Math.floor(value / BASE) + (value % BASE);
  }, 0);
  return ((BASE - (sum % BASE)) % BASE).toString(BASE).toUpperCase();
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, BASE));
}
