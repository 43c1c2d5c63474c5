import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Keyring } from '#services/crypto/keyring.ts';
import { claimedId, type LinkPurpose, linkSecret, opensLink } from '#services/crypto/link.ts';
import { SEGMENT_BYTES, SealBroken, seal, unseal } from '#services/crypto/seal.ts';
import { holds } from '#tests/spec/holds.ts';

const entry = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const head = { kind: 'content-head', id: ID } as const;

interface Vectors {
  master: string;
  owner: string;
  wrapped: string;
  sealed: { kind: 'content-head' | 'content-body'; id: string; plaintext: string; hex: string }[];
  links: { purpose: LinkPurpose; id: string; epoch: number; secret: string }[];
}
const vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')) as Vectors;

describe('sealing', () => {
  const key = randomBytes(32);
  it.each([0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES])(
    'gives back %i bytes as they were',
    (size) => {
      const plaintext = randomBytes(size);
      expect(unseal(key, head, seal(key, head, plaintext)).equals(plaintext)).toBe(true);
    },
  );
  it('never seals twice alike', () => {
    holds('C-12');
    const words = Buffer.from('Dear Ana, the key is under the stone.');
    // Without the header, which is new each time, and the tag, which covers it: the words themselves have another key.
    const [one, other] = [1, 2].map(() => seal(key, head, words).subarray(20, -16));
    expect(one?.length).toBe(words.length);
    expect(one).not.toEqual(other);
  });
  it('opens for nobody else, and as nothing else', () => {
    holds('C-10', 'C-19');
    const sealed = seal(key, head, Buffer.from('Dear Ana'));
    expect(() => unseal(randomBytes(32), head, sealed)).toThrow();
    expect(() => unseal(key, { kind: 'content-body', id: ID }, sealed)).toThrow();
    expect(() => unseal(key, { kind: 'content-head', id: OTHER }, sealed)).toThrow();
  });
  it('refuses what was changed, cut off, reordered or lengthened', () => {
    const sealed = seal(key, head, randomBytes(2 * SEGMENT_BYTES + 10));
    const stride = SEGMENT_BYTES + 16;
    const flip = Buffer.from(sealed);
    flip[flip.length - 20] = (flip[flip.length - 20] ?? 0) ^ 1;
    const segment = (index: number) => sealed.subarray(20 + index * stride, 20 + (index + 1) * stride);
    const start = sealed.subarray(0, 20);
    for (const forged of [
      flip,
      sealed.subarray(0, 20 + 2 * stride),
      Buffer.concat([start, segment(1), segment(0), segment(2)]),
      Buffer.concat([sealed, segment(2)]),
      Buffer.concat([Buffer.from('SHV2'), sealed.subarray(4)]),
      sealed.subarray(0, 10),
    ]) {
      expect(() => unseal(key, head, forged)).toThrow();
    }
  });
});

describe('the key ring', () => {
  it('says of a key that was changed or cut what it is: a broken seal, and an alarm', () => {
    const ring = new Keyring(entry('k1', 1));
    const { wrapped } = ring.createPersonKey(ID);
    const changed = Buffer.from(wrapped);
    changed[10] = (changed[10] ?? 0) ^ 1;
    for (const broken of [changed, wrapped.subarray(0, -1), wrapped.subarray(0, 9), wrapped.subarray(0, 4)])
      expect(() => ring.openPersonKey(broken, ID)).toThrow(SealBroken);
  });

  it('opens what an older key wrapped, and refuses another person’s', () => {
    const old = new Keyring(entry('k1', 1));
    const { key, wrapped } = old.createPersonKey(ID);
    const rotated = new Keyring(`${entry('k2', 2)},${entry('k1', 1)}`);
    expect(rotated.openPersonKey(wrapped, ID).equals(key)).toBe(true);
    expect(() => rotated.openPersonKey(wrapped, OTHER)).toThrow(SealBroken);
    expect(() => new Keyring(entry('k2', 2)).openPersonKey(wrapped, ID)).toThrow(/k1/);
  });
  it.each(['', 'k1', 'k1:c2hvcnQ=', `${entry('k1', 1)},${entry('k1', 2)}`])('does not start with %j', (description) => {
    expect(() => new Keyring(description)).toThrow(/MASTER_KEYS/);
  });
});

describe('links', () => {
  const ring = new Keyring(entry('k1', 1));
  const secret = linkSecret(ring, 'delivery', ID, 1);
  it('names its delivery and opens only that, at that epoch', () => {
    expect(claimedId(secret)).toBe(ID);
    expect(opensLink(ring, secret, 'delivery', ID, 1)).toBe(true);
    expect(opensLink(ring, secret, 'delivery', ID, 2)).toBe(false);
    expect(opensLink(ring, secret, 'delivery', OTHER, 1)).toBe(false);
  });
  it('still opens after the key was replaced', () => {
    expect(opensLink(new Keyring(`${entry('k2', 2)},${entry('k1', 1)}`), secret, 'delivery', ID, 1)).toBe(true);
    expect(opensLink(new Keyring(entry('k2', 2)), secret, 'delivery', ID, 1)).toBe(false);
  });
  it('is compared with every key, also when the first fits', () => {
    const read: (string | symbol)[] = [];
    const linkKeys = new Proxy(new Keyring(`${entry('k1', 1)},${entry('k2', 2)}`).linkKeys, {
      get(keys, at, receiver) {
        read.push(at);
        return Reflect.get(keys, at, receiver);
      },
    });
    expect(opensLink({ linkKeys } as Keyring, secret, 'delivery', ID, 1)).toBe(true);
    expect(read).toEqual(expect.arrayContaining(['0', '1']));
  });
  it.each(['', 'abc', `${secret}x`, secret.slice(1), secret.replace(/.$/, '!'), '../../etc/passwd'])(
    'reads nothing from %j',
    (text) => {
      expect(claimedId(text)).toBeNull();
    },
  );
});

describe('the frozen format', () => {
  const ring = new Keyring(vectors.master);
  it('opens what was sealed, wrapped and linked with earlier code', () => {
    holds('C-12');
    const key = ring.openPersonKey(Buffer.from(vectors.wrapped, 'hex'), vectors.owner);
    for (const { kind, id, plaintext, hex } of vectors.sealed) {
      expect(unseal(key, { kind, id }, Buffer.from(hex, 'hex')).toString('utf8')).toBe(plaintext);
    }
    for (const { purpose, id, epoch, secret } of vectors.links)
      expect(opensLink(ring, secret, purpose, id, epoch)).toBe(true);
  });
});
