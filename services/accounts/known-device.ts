/**
 * A browser that somebody was signed in with keeps a proof of it, for each account. It opens nothing. It only says that
 * wrong passwords from here are not a stranger's, so that no stranger can use up the tries of an account's owner.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#domain/ids.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { newId } from '#services/ids.ts';

/** A family's machine; of more accounts the oldest are strangers again. */
const ACCOUNTS_MAX = 5;
const MAC_BYTES = 20;
const BETWEEN = '.';

/**
 * @param proof what the browser sent; anything
 * @returns the browser's id when it has been signed in to this account, else null
 */
export function knownDevice(keyring: Keyring, proof: string | null, userId: string): string | null {
  const { deviceId, macs } = partsOf(proof);
  if (!deviceId) return null;
  const wanted = keyring.linkKeys.map((key) => mac(key, userId, deviceId));
  return macs.some((given) => wanted.some((one) => isEqual(one, given))) ? deviceId : null;
}

/** @returns the proof that a browser keeps from now on: for this account as well as for those that it had */
export function proveDevice(keyring: Keyring, proof: string | null, userId: string): string {
  const { deviceId, macs } = partsOf(proof);
  const id = deviceId ?? newId();
  const own = mac(keyring.newestLinkKey, userId, id);
  return [id, own, ...macs.filter((one) => one !== own)].slice(0, 1 + ACCOUNTS_MAX).join(BETWEEN);
}

function partsOf(proof: string | null): { deviceId: string | null; macs: string[] } {
  const [id = '', ...macs] = (proof ?? '').split(BETWEEN, 1 + ACCOUNTS_MAX);
  return isId(id) ? { deviceId: id, macs } : { deviceId: null, macs: [] };
}

function mac(key: Buffer, userId: string, deviceId: string): string {
  const whole = createHmac('sha256', key).update(`known-device\0${userId}\0${deviceId}`).digest();
  return whole.subarray(0, MAC_BYTES).toString('base64url');
}

function isEqual(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
