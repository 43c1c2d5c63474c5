/**
 * Makes and opens parcels, in browsers, workers and Node. A parcel is three age files: `content.age`, the original bytes;
 * `meta.age`, what they are; `key.age`, the identity that opens both, behind six words. docs/parcel.md describes it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { Encrypter, generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { type AgeFile, openAge, type Source, type StreamHash, sourceOf, toHex } from './age-file.ts';
import type { Cipher } from './chunk-cipher.ts';
import { ParcelFault } from './parcel-fault.ts';
import { identityOfShares, type Shares, splitIdentity } from './shares.ts';
import { passphraseOf } from './words.ts';

/** Six random words are out of reach without it; 2^15 needs 32 MB, which each phone has. */
const WORK_FACTOR = 15;

/** What is sealed in `meta.age`. */
export interface ParcelMeta {
  name: string;
  /** The media type. */
  type: string;
  /** Of the original, in bytes. */
  size: number;
  title: string;
  /** Of content.age, in hex. */
  sha256: string;
  /** ISO 8601 with Z, by the clock of the device that sealed it. */
  sealed_at: string;
}

/** The three files. */
export interface Parcel {
  content: Source;
  meta: Uint8Array;
  key: Uint8Array;
}

/** What is to be sealed. */
export interface Original extends Pick<ParcelMeta, 'name' | 'type' | 'title'> {
  bytes: ReadableStream<Uint8Array>;
}

/** A parcel that is being made. */
export interface MadeParcel {
  /** content.age, as fast as it is read. */
  content: ReadableStream<Uint8Array>;
  /** @returns how long content.age is for an original of this length, in bytes */
  contentSize(size: number): number;
  /** key.age */
  key: Uint8Array;
  /** @returns meta.age. @throws unless content was read to its end */
  meta(): Promise<Uint8Array>;
  shares: Shares;
}

/**
 * Makes a parcel with a fresh identity, of which nothing but the parcel and the shares remains.
 * @param words as `generateWords` gives them
 * @param now by the clock of this device
 * @param hash where the hash of content.age is made
 */
export async function sealParcel(
  original: Original,
  words: readonly string[],
  now: Date,
  hash: StreamHash = sha256.create(),
): Promise<MadeParcel> {
  const identity = await generateHybridIdentity();
  const { bytes, name, type, title } = original;
  const forIdentity = new Encrypter();
  forIdentity.addRecipient(await identityToRecipient(identity));
  const forWords = new Encrypter();
  forWords.setPassphrase(passphraseOf(words.join('-')));
  forWords.setScryptWorkFactor(WORK_FACTOR);
  const counted = { bytes: 0, isWhole: false };
  const plain = passing(({ length }) => {
    counted.bytes += length;
  });
  const sealed = passing(
    (chunk) => hash.update(chunk),
    () => {
      counted.isWhole = true;
    },
  );
  const encrypted = await forIdentity.encrypt(bytes.pipeThrough(plain));
  return {
    content: encrypted.pipeThrough(sealed),
    contentSize: (size) => encrypted.size(size),
    key: await forWords.encrypt(`${identity}\n`),
    async meta() {
      if (!counted.isWhole) throw new Error('content.age was not read to its end.');
      const about = { name, type, size: counted.bytes, title, sha256: toHex(await hash.digest()) };
      return forIdentity.encrypt(JSON.stringify({ ...about, sealed_at: now.toISOString() } satisfies ParcelMeta));
    },
    shares: await splitIdentity(identity),
  };
}

/** Looks at what passes, and at its end. */
function passing(look: (chunk: Uint8Array) => unknown, atEnd?: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    async transform(chunk, controller) {
      await look(chunk);
      controller.enqueue(chunk);
    },
    flush: () => atEnd?.(),
  });
}

/** @returns eight hex digits that name a parcel on its sheets: of key.age, so that they also find a change of it */
export function numberOf(key: Uint8Array): string {
  return toHex(sha256(key).subarray(0, 4)).toUpperCase();
}

/** What opens a parcel: the words as they were typed, or two or three shares. */
export type Opening = { words: string } | { shares: readonly Uint8Array[] };

/** A parcel that was opened. */
export interface OpenedParcel {
  meta: ParcelMeta;
  /** A part of the original, as `AgeFile.read`. */
  read: AgeFile['read'];
  /**
   * The original; at its end it is compared with the hash in the meta.
   * @param hash where the hash of content.age is made
   */
  stream(hash?: StreamHash): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a parcel, after the end of content.age was verified.
 * @param number as it is written down with the words or on a sheet; with it a changed key.age is damaged, not wrong words
 * @param cipher of the chunks of content.age
 * @throws ParcelFault
 */
export async function openParcel(
  parcel: Parcel,
  by: Opening,
  { number, cipher }: { number?: string | undefined; cipher?: Cipher } = {},
): Promise<OpenedParcel> {
  const identity =
    'words' in by ? await identityByWords(parcel.key, by.words, number) : await identityOfShares(by.shares);
  const meta = await openAge(sourceOf(parcel.meta), { identity });
  const content = await openAge(parcel.content, { identity }, cipher);
  // The words have opened this identity, and one file knows the shares: then the other is of another parcel.
  if (!meta && !content && 'shares' in by) throw new ParcelFault('wrong-shares', 'The shares are of another parcel.');
  if (!meta || !content) throw new ParcelFault('damaged', 'These files are not of one parcel.');
  const described = readMeta(await meta.read(0, meta.size));
  if (described.size !== content.size) throw new ParcelFault('damaged', 'The file is not as long as it was.');
  return {
    meta: described,
    read: (start, end, signal) => content.read(start, end, signal),
    stream: (hash) => content.stream(described.sha256, hash),
  };
}

async function identityByWords(key: Uint8Array, words: string, number?: string): Promise<string> {
  if (number && number.replace(/\s/g, '').toUpperCase() !== numberOf(key))
    throw new ParcelFault('damaged', 'key.age is changed, or of another parcel.');
  const file = await openAge(sourceOf(key), { passphrase: passphraseOf(words) });
  if (!file) throw new ParcelFault('wrong-words', 'The words do not open this parcel.');
  const identity = new TextDecoder().decode(await file.read(0, file.size)).trim();
  if (!/^AGE-SECRET-KEY-PQ-1[A-Z0-9]{58}$/.test(identity)) throw new ParcelFault('damaged', 'key.age has no identity.');
  return identity;
}

function readMeta(bytes: Uint8Array): ParcelMeta {
  const meta = parsed(bytes);
  const texts = ['name', 'type', 'title', 'sha256', 'sealed_at'] as const;
  if (texts.some((field) => typeof meta[field] !== 'string') || typeof meta.size !== 'number')
    throw new ParcelFault('damaged', 'meta.age does not describe a parcel.');
  return meta as ParcelMeta;
}

function parsed(bytes: Uint8Array): Partial<ParcelMeta> {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as Partial<ParcelMeta> | null) ?? {};
  } catch {
    throw new ParcelFault('damaged', 'meta.age does not describe a parcel.');
  }
}
