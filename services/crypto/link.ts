/**
 * The secrets in the links that we send. They are not stored: each is an HMAC over its purpose, id and epoch.
 * A mail that is sent again carries the same link, a database dump carries none, and a higher epoch revokes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OptionalMail } from '#domain/accounts/notifications.ts';
import type { PasskeyUse } from '#domain/accounts/passkeys.ts';
import { isId } from '#domain/ids.ts';
import type { Keyring } from './keyring.ts';

const MAC_BYTES = 20;
const ID_BYTES = 16;

/** What a link is for. */
export type LinkPurpose =
  | 'delivery'
  | 'exchange'
  | 'confirm-email'
  | 'reset-password'
  | 'change-email'
  /** Of the mails of an owner who lost their phone: one signs in, one stops that. */
  | 'lost-phone'
  | 'stop-lost-phone'
  /** Of a mail to an owner about what a stranger may have done. */
  | 'not-me'
  /** Of a sign-in that waits for its code; in a cookie. */
  | 'second-step'
  /** Of a passkey's challenge: what it is for, and the session that asked for it. */
  | `passkey:${PasskeyUse}:${string}`
  /** Of an owner's protocol, in one episode. */
  | 'check-in'
  /** Of our own probe. */
  | 'canary'
  /** Of the mail that notified a trusted contact. */
  | 'contact'
  /** Of the mail that asks a trusted contact whether they accept; the epoch changes with their address. */
  | 'contact-ask'
  /** Of the mail that asks an owner whether a delivery's address is still right; the epoch is its revision. */
  | 'address'
  /** Of each message to a recipient or contact: they want nothing more. */
  | 'stop'
  /** Of a mail that its owner can turn off. */
  | `unsubscribe:${OptionalMail}`;

/** @returns the secret for a link, 48 characters that need no escaping */
export function linkSecret(keyring: Keyring, purpose: LinkPurpose, id: string, epoch: number): string {
  return Buffer.concat([idBytes(id), mac(keyring.newestLinkKey, purpose, id, epoch)]).toString('base64url');
}

/**
 * Reads which id a secret claims to open. It proves nothing: check it with `opensLink` against the row's epoch.
 * @returns the id, or null when the text does not have the form of a secret
 */
export function claimedId(secret: string): string | null {
  if (!/^[A-Za-z0-9_-]{48}$/.test(secret)) return null;
  const hex = Buffer.from(secret, 'base64url').subarray(0, ID_BYTES).toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isId(id) ? id : null;
}

/** @returns whether the secret was made by a key of the ring for this purpose, id and epoch; takes the same time either way */
export function opensLink(keyring: Keyring, secret: string, purpose: LinkPurpose, id: string, epoch: number): boolean {
  const given = Buffer.from(secret, 'base64url');
  if (given.length !== ID_BYTES + MAC_BYTES || !given.subarray(0, ID_BYTES).equals(idBytes(id))) return false;
  return keyring.linkKeys
    .map((key) => timingSafeEqual(mac(key, purpose, id, epoch), given.subarray(ID_BYTES)))
    .includes(true);
}

function mac(key: Buffer, purpose: LinkPurpose, id: string, epoch: number): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${id}\0${epoch}`).digest().subarray(0, MAC_BYTES);
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}
