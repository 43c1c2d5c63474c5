/**
 * Sealing of what people keep: AES-256-GCM in fixed segments.
 *
 *   header   "SHV1" (4) · salt (16)
 *   segment  ciphertext (262,144 bytes; the last one shorter) · tag (16)
 *
 * Every sealing has a key of its own: HKDF-SHA-256 of the person's key with the header's salt, for one kind and one id.
 * The nonce is the segment's index and a flag for the last one, so segments can be opened alone, and none can be
 * cut off, repeated, moved or taken from another object: that is refused before any plaintext leaves.
 * tests/crypto/vectors.json freezes the format; a change of it gets a new magic, and the old one stays readable.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { PersonKey } from './keyring.ts';

const MAGIC = Buffer.from('SHV1');
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const TAG_BYTES = 16;
/** A shorter tag is refused: it would be easier to guess. */
const TAG = { authTagLength: TAG_BYTES };
export const SEGMENT_BYTES = 262_144;

/** What a sealed object is: part of its key, so that one can never be opened as another. */
export interface SealedIdentity {
  kind: 'content-head' | 'content-body';
  id: string;
}

/**
 * @param plaintext what to seal, of any length
 * @param salt only for the frozen vectors; otherwise random
 * @returns header and segments
 */
export function seal(
  key: PersonKey,
  identity: SealedIdentity,
  plaintext: Buffer,
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const header = Buffer.concat([MAGIC, salt]);
  const objectKey = deriveObjectKey(key, identity, salt);
  const parts: Buffer[] = [header];
  const count = Math.max(1, Math.ceil(plaintext.length / SEGMENT_BYTES));
  for (let index = 0; index < count; index++) {
    const cipher = createCipheriv('aes-256-gcm', objectKey, nonceOf(index, index === count - 1), TAG);
    cipher.setAAD(header);
    parts.push(
      cipher.update(plaintext.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES)),
      cipher.final(),
      cipher.getAuthTag(),
    );
  }
  return Buffer.concat(parts);
}

/**
 * @param sealed what seal gave
 * @returns the plaintext
 * @throws Error when it was changed, cut, belongs to another object or person, or is of an unknown format
 */
export function unseal(key: PersonKey, identity: SealedIdentity, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('Not a sealed object of a known format.');
  const objectKey = deriveObjectKey(key, identity, header.subarray(MAGIC.length));
  const body = sealed.subarray(HEADER_BYTES);
  const stride = SEGMENT_BYTES + TAG_BYTES;
  const count = Math.max(1, Math.ceil(body.length / stride));
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const segment = body.subarray(index * stride, (index + 1) * stride);
    const decipher = createDecipheriv('aes-256-gcm', objectKey, nonceOf(index, index === count - 1), TAG);
    decipher.setAAD(header);
    decipher.setAuthTag(segment.subarray(-TAG_BYTES));
    parts.push(decipher.update(segment.subarray(0, -TAG_BYTES)), decipher.final());
  }
  return Buffer.concat(parts);
}

function deriveObjectKey(key: PersonKey, { kind, id }: SealedIdentity, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `stillhere/${kind}/${id}`, 32));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
