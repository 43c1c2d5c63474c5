/** The key with which the simulated Google signs. It is saved, so that cached copies survive a restart. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_ID = 'simulator-1';
const BITS = 2_048;

export type Claims = Record<string, unknown>;

export interface SigningKeys {
  /** The answer of `/certs`. */
  jwks: { keys: object[] };
  /** @returns a JWT, signed with RS256 */
  sign(claims: Claims): string;
  /** @returns the same JWT, but signed with a key that is not published */
  forge(claims: Claims): string;
}

/** @param path of the file with the key; created if it does not exist */
export function signingKeys(path: string): SigningKeys {
  const key = readOrCreateKey(path);
  let unpublished: KeyObject | undefined;
  return {
    jwks: { keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    sign: (claims) => signed(claims, key),
    forge(claims) {
      unpublished ??= newKey();
      return signed(claims, unpublished);
    },
  };
}

/** @returns a token with the algorithm `none` */
export function unsigned(claims: Claims): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
}

/** @returns a token signed with the client's secret: the product knows it too, so it proves nothing */
export function signedWithSecret(claims: Claims, secret: string): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT', kid: KEY_ID })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function signed(claims: Claims, key: KeyObject): string {
  const text = `${encoded({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readOrCreateKey(path: string): KeyObject {
  if (existsSync(path)) return createPrivateKey(readFileSync(path));
  const key = newKey();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  return key;
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: BITS }).privateKey;
}
