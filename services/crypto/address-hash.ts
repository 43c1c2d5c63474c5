/**
 * Hashes of addresses that belong to no account: who wants nothing more must be known for longer than who was asked. A
 * dump without the master keys does not tell whether an address is among them.
 */
import { createHmac } from 'node:crypto';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import type { Keyring } from './keyring.ts';

/** @returns HMAC-SHA-256 of a mailbox or a number by the newest key, 32 bytes */
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
