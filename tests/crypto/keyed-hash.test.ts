/** Keyed hashes: frozen, because tables have them for decades. The values were computed by another implementation. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentMac } from '#services/contents/sealed-content.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const ID = '01990000-0000-7000-8000-000000000001';

it.each([
  ['etag', ID, '["file",[]]', 'e63eb3b44a7bfcce9b98f79eeea5b7e76d7214f4221cfb9ecc7d6b33f5fb3ee7'],
  ['request', 'k', '{}', '94dcb6278292f6dfcec9d71e4718d32160dec7ce452778b5aba60ade79ceb0d0'],
] as const)('of kind %s is HMAC-SHA-256 by a key derived for its kind and id', (kind, id, text, hex) => {
  expect(keyedHash(KEY, { kind, id }, text).toString('hex')).toBe(hex);
});

it('of a file is over the SHA-256 of its bytes', () => {
  const sha256 = createHash('sha256').update('Dear Ana').digest();
  expect(contentMac(KEY, ID, sha256).toString('hex')).toBe(
    '14e87343ebf980f0f7cc6153001290da6c4c1e48eca25b7faea0eb5eaf539ebb',
  );
});

it('differs by key, kind, id and bytes', () => {
  const other = Buffer.alloc(32, 1);
  const hashes = [
    keyedHash(KEY, { kind: 'file', id: ID }, 'x'),
    keyedHash(other, { kind: 'file', id: ID }, 'x'),
    keyedHash(KEY, { kind: 'etag', id: ID }, 'x'),
    keyedHash(KEY, { kind: 'file', id: `${ID}0` }, 'x'),
    keyedHash(KEY, { kind: 'file', id: ID }, 'y'),
  ];
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
});

it('takes the longest key of a call, and of a form', () => {
  for (const id of ['k'.repeat(255), `form ${'0'.repeat(36)} ${'0'.repeat(64)}`])
    for (const kind of ['request', 'request-key'] as const) expect(keyedHash(KEY, { kind, id }, 'x')).toHaveLength(32);
});
