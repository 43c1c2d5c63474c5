/** Codes from an app, by the test vectors of RFC 6238, and recovery codes. */
import { base32nopad } from '@scure/base';
import { expect, it } from 'vitest';
import { readCode } from '#domain/accounts/codes.ts';
import { newRecoveryCodes, recoveryCodeHash } from '#services/crypto/code.ts';
import { newTotpSecret, shownTotpSecret, stepOfCode, totpAddress } from '#services/crypto/totp.ts';

/** @see https://www.rfc-editor.org/rfc/rfc6238#appendix-B */
const SECRET = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %d of the RFC the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(SECRET, [step - 1, step, step + 1], code, 8)).toBe(step);
  // The six digits that an app shows are the last six of the eight.
  expect(stepOfCode(SECRET, [step], code.slice(2))).toBe(step);
  expect(stepOfCode(SECRET, [step + 2, step + 3], code.slice(2))).toBeNull();
});

it('accepts no code where no step is open, and none of another length', () => {
  expect(stepOfCode(SECRET, [], '287082')).toBeNull();
  for (const code of ['', '2870821', '87082']) expect(stepOfCode(SECRET, [1], code)).toBeNull();
});

it('a secret has 160 bits, differs each time, and is the same as text and in the square code', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect([one.length, one.equals(other)]).toEqual([20, false]);
  const typed = shownTotpSecret(one).replaceAll(' ', '');
  expect(Buffer.from(base32nopad.decode(typed)).equals(one)).toBe(true);
  const address = new URL(totpAddress(one, 'ana+x@example.com'));
  expect([address.protocol, address.pathname]).toEqual(['otpauth:', '/Stillhere:ana%2Bx%40example.com']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    issuer: 'Stillhere',
    secret: typed,
    digits: '6',
    period: '30',
  });
});

it('recovery codes are ten, all different, and readable; a hash needs the key of the person', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readCode(code)).toEqual({ kind: 'recovery', code });
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const hashes = [recoveryCodeHash(key, 'a', 'x'), recoveryCodeHash(other, 'a', 'x'), recoveryCodeHash(key, 'b', 'x')];
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(3);
});
