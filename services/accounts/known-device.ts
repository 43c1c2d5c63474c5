/**
 * A browser has a proof for each account that has signed in with it. The proof gives no access. It only shows that wrong
 * passwords from this browser are not a stranger's, so that no stranger can use up the tries of the account's owner.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#domain/ids.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { newId } from '#services/ids.ts';

/** Enough for a family's computer; beyond it, the oldest account is forgotten. */
const ACCOUNTS_MAX = 5;
const MAC_BYTES = 20;
const SEPARATOR = '.';

/**
 * @param proof any text
 * @returns the browser's id when it has been signed in to this account, else null
 */
export function knownDevice(keyring: Keyring, proof: string | null, userId: string): string | null {
  const { deviceId, macs } = parse(proof);
  if (!deviceId) return null;
  const valid = keyring.linkKeys.map((key) => mac(key, userId, deviceId));
  return macs.some((given) => valid.some((one) => isEqual(one, given))) ? deviceId : null;
}

/** @returns the new proof for a browser: for this account and for those that it had */
export function proveDevice(keyring: Keyring, proof: string | null, userId: string): string {
  const { deviceId, macs } = parse(proof);
  const id = deviceId ?? newId();
  const own = mac(keyring.newestLinkKey, userId, id);
  return [id, own, ...macs.filter((one) => one !== own)].slice(0, 1 + ACCOUNTS_MAX).join(SEPARATOR);
}

function parse(proof: string | null): { deviceId: string | null; macs: string[] } {
  const [id = '', ...macs] = (proof ?? '').split(SEPARATOR, 1 + ACCOUNTS_MAX);
  return isId(id) ? { deviceId: id, macs } : { deviceId: null, macs: [] };
}

function mac(key: Buffer, userId: string, deviceId: string): string {
  const digest = createHmac('sha256', key).update(`known-device\0${userId}\0${deviceId}`).digest();
  return digest.subarray(0, MAC_BYTES).toString('base64url');
}

function isEqual(valid: string, given: string): boolean {
  const [one, other] = [Buffer.from(valid), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
