/**
 * Hashes of files and requests of people. A plain hash can be compared with the hash of every candidate until one fits;
 * these cannot be computed without the person's key. When that key is deleted, they reveal nothing.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { PersonKey } from './keyring.ts';

const KEY_BYTES = 32;

/** What is hashed: part of the key, so that the same bytes as two things, or under two ids, have unrelated hashes. */
export interface HashedIdentity {
  kind: 'file' | 'etag' | 'request' | 'request-key' | 'recovery-code';
  /** At most 900 bytes: HKDF takes no more than 1,024 with what is before it. */
  id: string;
}

/**
 * HMAC-SHA-256, by a key that HKDF-SHA-256 derives from the person's for one kind and one id.
 * tests/crypto/keyed-hash.test.ts freezes it: hashes in tables must remain comparable.
 * @returns 32 bytes
 */
export function keyedHash(key: PersonKey, { kind, id }: HashedIdentity, bytes: Buffer | string): Buffer {
  const derived = hkdfSync('sha256', key, Buffer.alloc(0), `stillhere/hash/${kind}/${id}`, KEY_BYTES);
  return createHmac('sha256', Buffer.from(derived)).update(bytes).digest();
}
