import { randomInt } from 'node:crypto';
import { RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH } from '#domain/accounts/codes.ts';
import { keyedHash } from './keyed-hash.ts';
import type { PersonKey } from './keyring.ts';

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
