/**
 * Seals what people save: AES-256-GCM in fixed segments.
 *
 *   header   "SHV1" (4) · salt (16)
 *   segment  ciphertext (262,144 bytes; the last one shorter) · tag (16)
 *
 * Every sealing has a key of its own: HKDF-SHA-256 of the person's key with the header's salt, for one kind and one id.
 * The nonce is the segment's index and a flag for the last one, so segments can be opened alone. A segment that was
 * cut off, repeated, moved or taken from another object is refused before any plaintext is returned.
 * tests/crypto/vectors.json freezes the format; a change of it gets a new magic, and the old one remains readable.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PersonKey } from './keyring.ts';

const MAGIC = Buffer.from('SHV1');
const SALT_BYTES = 16;
export const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const TAG_BYTES = 16;
/** A shorter tag is refused: it would be easier to guess. */
const TAG = { authTagLength: TAG_BYTES };
export const SEGMENT_BYTES = 262_144;
/** A segment as it is stored. */
export const STRIDE_BYTES = SEGMENT_BYTES + TAG_BYTES;

/** What a sealed object is: part of its key, so that one can never be opened as another. */
export interface SealedIdentity {
  kind:
    | 'content-head'
    | 'content-body'
    | 'content-caption'
    | 'file'
    | 'blanks'
    | 'thumbnail'
    | 'answer'
    | 'question'
    | 'picture'
    | 'parcel-meta'
    | 'parcel-key'
    | 'parcel-share'
    /** Of codes from an app, and while it is offered to one. */
    | 'totp'
    | 'totp-offer';
  id: string;
}

/** Thrown for what was changed, cut, moved, or belongs to another object or person. Never a person's own mistake. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * @param plaintext what to seal, of any length
 * @param salt only for the frozen vectors; otherwise random
 * @returns header and segments
 */
export function seal(key: PersonKey, identity: SealedIdentity, plaintext: Buffer, salt?: Buffer): Buffer {
  const sealer = new Sealer(key, identity, salt);
  const parts: Buffer[] = [sealer.header];
  const count = segmentsOf(plaintext.length);
  for (let index = 0; index < count; index++) {
    const segment = plaintext.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
    parts.push(...sealer.parts(index, index === count - 1, segment));
  }
  return Buffer.concat(parts);
}

/**
 * @param sealed what seal gave
 * @returns the plaintext
 * @throws SealBroken when it was changed, cut, belongs to another object or person, or is of an unknown format
 */
export function unseal(key: PersonKey, identity: SealedIdentity, sealed: Buffer): Buffer {
  const opener = new Opener(key, identity, sealed.subarray(0, HEADER_BYTES));
  const body = sealed.subarray(HEADER_BYTES);
  const count = Math.max(1, Math.ceil(body.length / STRIDE_BYTES));
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const segment = body.subarray(index * STRIDE_BYTES, (index + 1) * STRIDE_BYTES);
    parts.push(opener.segment(index, index === count - 1, segment));
  }
  return Buffer.concat(parts);
}

/** Seals one object, segment by segment. */
export class Sealer {
  readonly header: Buffer;
  readonly #key: KeyObject;

  /** @param salt only for the frozen vectors; otherwise random */
  constructor(key: PersonKey, identity: SealedIdentity, salt: Buffer = randomBytes(SALT_BYTES)) {
    this.header = Buffer.concat([MAGIC, salt]);
    this.#key = deriveObjectKey(key, identity, salt);
  }

  /** @returns the segment as it is stored, in two parts: the ciphertext and its tag */
  parts(index: number, isLast: boolean, plaintext: Buffer): [Buffer, Buffer] {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast), TAG);
    cipher.setAAD(this.header);
    const ciphertext = cipher.update(plaintext);
    cipher.final();
    return [ciphertext, cipher.getAuthTag()];
  }
}

/** Opens the segments of one object, each alone. */
export class Opener {
  readonly #header: Buffer;
  readonly #key: KeyObject;

  /** @throws SealBroken when the header is of an unknown format */
  constructor(key: PersonKey, identity: SealedIdentity, header: Buffer) {
    if (header.length !== HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new SealBroken('Not a sealed object of a known format.');
    this.#header = header;
    this.#key = deriveObjectKey(key, identity, header.subarray(MAGIC.length));
  }

  /**
   * @returns the plaintext of a segment
   * @throws SealBroken when it is not this segment of this object, unchanged
   */
  segment(index: number, isLast: boolean, stored: Buffer): Buffer {
    if (stored.length < TAG_BYTES) throw new SealBroken(`Segment ${index} was cut.`);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast), TAG);
    decipher.setAAD(this.#header);
    decipher.setAuthTag(stored.subarray(-TAG_BYTES));
    const plaintext = decipher.update(stored.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new SealBroken(`Segment ${index} is not what was sealed.`);
    }
    return plaintext;
  }
}

/** @returns how many segments a plaintext of this length has; an empty one has one */
export function segmentsOf(size: number): number {
  return Math.max(1, Math.ceil(size / SEGMENT_BYTES));
}

/** @returns how long a plaintext of this length is when it is sealed, in bytes */
export function sealedSize(size: number): number {
  return HEADER_BYTES + size + segmentsOf(size) * TAG_BYTES;
}

/** A list opens many objects with one key, and OpenSSL takes twice as long to derive from bytes. */
const keyObjects = new WeakMap<PersonKey, KeyObject>();

function deriveObjectKey(key: PersonKey, { kind, id }: SealedIdentity, salt: Buffer): KeyObject {
  const from = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, from);
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, salt, `stillhere/${kind}/${id}`, 32)));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
