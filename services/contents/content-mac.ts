import { keyedHash } from '#services/crypto/keyed-hash.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';

/**
 * What the table has of a file's bytes: with the person's key it proves that a copy, a backup or a restored object is
 * what was uploaded; without it, it tells nothing of them.
 * @param sha256 of the bytes as they were uploaded
 * @returns 32 bytes
 */
export function contentMac(key: PersonKey, fileId: string, sha256: Buffer): Buffer {
  return keyedHash(key, { kind: 'file', id: fileId }, sha256);
}
