/**
 * Hashes of files and requests of people. A plain hash can be compared with the hash of every candidate until one fits;
 * these cannot be computed without the person's key. When that key is deleted, they reveal nothing.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import type { Keyring, PersonKey } from './keyring.ts';

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

/**
 * For addresses that belong to no account: who wants nothing more must be known for longer than who was asked. A dump
 * without the master keys does not tell whether an address is among them.
 * @returns HMAC-SHA-256 of a mailbox or a number by the newest key, 32 bytes
 */
export function addressHash({ newestLinkKey }: Keyring, address: string): Buffer {
  return hash(newestLinkKey, address);
}

/** @returns the same by each key of the ring, the newest first: a row may be older than the newest key */
export function addressHashes({ linkKeys }: Keyring, address: string): Buffer[] {
  return linkKeys.map((key) => hash(key, address));
}

function hash(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key)
    .update(`address\0${mailboxOf(address).toLowerCase()}`)
    .digest();
}
