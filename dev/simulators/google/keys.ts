/** The keys that the simulated Google signs with; kept, so that a restart breaks nobody's cached copy. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_ID = 'simulator-1';
const BITS = 2_048;

export type Claims = Record<string, unknown>;

export interface SigningKeys {
  /** What `/certs` answers. */
  jwks: { keys: object[] };
  /** @returns a JWT by RS256 */
  sign(claims: Claims): string;
  /** @returns one that looks the same, by a key that nobody has published */
  forge(claims: Claims): string;
}

/** @param path where the key is kept; made when it is not there */
export function signingKeys(path: string): SigningKeys {
  const key = readOrMake(path);
  let stranger: KeyObject | undefined;
  return {
    jwks: { keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    sign: (claims) => signed(claims, key),
    forge(claims) {
      stranger ??= newKey();
      return signed(claims, stranger);
    },
  };
}

/** @returns a token that claims to need no signature */
export function unsigned(claims: Claims): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
}

/** @returns a token signed by what both sides know, which is no proof of who made it */
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

function readOrMake(path: string): KeyObject {
  if (existsSync(path)) return createPrivateKey(readFileSync(path));
  const key = newKey();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  return key;
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: BITS }).privateKey;
}
