/** Hashes of addresses: comparable for as long as a key is in the ring, and useless without one. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { addressHash, addressHashes } from '#services/crypto/keyed-hash.ts';
import { Keyring } from '#services/crypto/keyring.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

it('is the same for one mailbox, with or without a tag and in capitals', () => {
  const ring = new Keyring(key('a'));
  const hash = addressHash(ring, 'ana@example.com');
  for (const same of ['ana+letters@example.com', 'Ana@Example.com']) expect(addressHash(ring, same)).toEqual(hash);
  expect(addressHash(ring, 'anna@example.com')).not.toEqual(hash);
});

it('keeps the whole of a phone number', () => {
  const ring = new Keyring(key('a'));
  expect(addressHash(ring, '+351912345678')).not.toEqual(addressHash(ring, '+351912345679'));
});

it('is found by each key of the ring, and by no other', () => {
  const [old, fresh] = [key('old'), key('new')];
  const before = addressHash(new Keyring(old), 'ana@example.com');
  expect(addressHashes(new Keyring(`${fresh},${old}`), 'ana@example.com')).toContainEqual(before);
  expect(addressHashes(new Keyring(fresh), 'ana@example.com')).not.toContainEqual(before);
});
