import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SealBroken } from './seal.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter tag is refused: it would be easier to guess. */
const TAG = { authTagLength: TAG_BYTES };
const WRAP_VERSION = 1;

interface MasterKey {
  id: string;
  wrapping: Buffer;
  linking: Buffer;
}

/** One person's key, in clear: in memory for the length of a request, never logged or stored. */
export type PersonKey = Buffer & { readonly __personKey?: never };

/**
 * The master keys. The newest wraps and makes links; all of them unwrap and check. So a key can be replaced, and what was
 * made with it years ago still works.
 */
export class Keyring {
  readonly #keys: readonly MasterKey[];
  readonly #newest: MasterKey;

  /**
   * @param description `id:base64,id:base64`, newest first, 32 bytes each
   * @throws Error naming the entry that is not a key; never the key itself
   */
  constructor(description: string) {
    this.#keys = description.split(',').map((entry, index) => parseEntry(entry.trim(), index));
    if (new Set(this.#keys.map((key) => key.id)).size !== this.#keys.length)
      throw new Error('MASTER_KEYS has two keys with one id.');
    const [newest] = this.#keys;
    if (!newest) throw new Error('MASTER_KEYS is empty.');
    this.#newest = newest;
  }

  /**
   * Makes a key for a new person.
   * @returns the key in clear, and wrapped as it is stored: version, id length, id, nonce, ciphertext, tag
   */
  createPersonKey(ownerId: string): { key: PersonKey; wrapped: Buffer } {
    const key = randomBytes(KEY_BYTES);
    return { key, wrapped: this.#wrap(key, ownerId) };
  }

  /**
   * @param wrapped what createPersonKey gave
   * @param ownerId the person; another person's wrapped key is refused
   * @throws SealBroken when it was changed, cut, or is another person's; Error when the ring lacks the key that wrapped it
   */
  openPersonKey(wrapped: Buffer, ownerId: string): PersonKey {
    const { id, sealed } = wrapping(wrapped);
    const master = this.#keys.find((key) => key.id === id);
    if (wrapped[0] !== WRAP_VERSION || !master) throw new Error(`No key of the ring opens this (key id "${id}").`);
    try {
      const decipher = createDecipheriv('aes-256-gcm', master.wrapping, sealed.subarray(0, NONCE_BYTES), TAG);
      decipher.setAAD(Buffer.from(ownerId));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealBroken('The key of a person is not what was wrapped.');
    }
  }

  /** @returns whether the newest key wrapped it: then no older key is needed for it */
  isNewest(wrapped: Buffer): boolean {
    return wrapping(wrapped).id === this.#newest.id;
  }

  /**
   * The same person's key, wrapped by the newest key of the ring. What is sealed with it does not change.
   * @param wrapped what createPersonKey or this gave
   * @param ownerId the person
   * @throws as openPersonKey does
   */
  rewrap(wrapped: Buffer, ownerId: string): Buffer {
    return this.#wrap(this.openPersonKey(wrapped, ownerId), ownerId);
  }

  /** @returns the ids of the ring's keys, newest first; they are not secret */
  get ids(): readonly string[] {
    return this.#keys.map((key) => key.id);
  }

  /** @returns the keys that links are made and checked with, newest first */
  get linkKeys(): readonly Buffer[] {
    return this.#keys.map((key) => key.linking);
  }

  /** @returns the key for new links, and for other MACs that belong to no person */
  get newestLinkKey(): Buffer {
    return this.#newest.linking;
  }

  #wrap(key: Buffer, ownerId: string): Buffer {
    const { id, wrapping } = this.#newest;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', wrapping, nonce, TAG);
    cipher.setAAD(Buffer.from(ownerId));
    const idBytes = Buffer.from(id);
    return Buffer.concat([
      Buffer.from([WRAP_VERSION, idBytes.length]),
      idBytes,
      nonce,
      cipher.update(key),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }
}

/** @returns the id of the master key that wrapped a person's key */
export function masterKeyOf(wrapped: Buffer): string {
  return wrapping(wrapped).id;
}

/** @returns the id of the key that wrapped it, and what it wrapped: nonce, ciphertext, tag */
function wrapping(wrapped: Buffer): { id: string; sealed: Buffer } {
  const end = 2 + (wrapped[1] ?? 0);
  return { id: wrapped.subarray(2, end).toString('utf8'), sealed: wrapped.subarray(end) };
}

function parseEntry(entry: string, index: number): MasterKey {
  const [id, encoded] = entry.split(':');
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (!id || Buffer.byteLength(id) > 64 || bytes.length !== KEY_BYTES) {
    throw new Error(`MASTER_KEYS: entry ${index + 1} is not "id:base64 of 32 bytes".`);
  }
  return { id, wrapping: derive(bytes, 'stillhere/person-keys'), linking: derive(bytes, 'stillhere/links') };
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, KEY_BYTES));
}
