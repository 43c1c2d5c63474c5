/**
 * Reads any part of an age file without the parts before it. The library opens headers; its streams begin at the beginning,
 * and a film that is sought in does not.
 * @see https://c2sp.org/age the format
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Decrypter } from 'age-encryption';
import { type Cipher, giveBack, inScript, type OpenChunk } from './chunk-cipher.ts';
import { ParcelFault } from './parcel-fault.ts';

/** No header of a parcel is a tenth of it. */
const HEADER_MAX = 16 * 1024;
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const STRIDE_BYTES = CHUNK_BYTES + TAG_BYTES;
/** Read and opened together: the memory that a stream needs. */
const CHUNKS_AT_ONCE = 16;
/** A higher one takes the memory of a phone; ours is lower (parcel.ts). */
const WORK_FACTOR_MAX = 18;

/** Bytes that are read in parts: a file on the disk, or one on a server. */
export interface Source {
  /** In bytes. */
  size: number;
  /** Nothing else has the memory of what `read` gives, so it is given back as soon as it was opened. */
  isOwned?: boolean;
  /** @param to the first byte that is not wanted */
  read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** A SHA-256, made as bytes pass. */
export interface StreamHash {
  /** @returns perhaps a promise: the next bytes wait for it */
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array | Promise<Uint8Array>;
}

/** What opens an age file. */
export type AgeKey = { identity: string } | { passphrase: string };

/** An age file whose header and last chunk are verified. */
export interface AgeFile {
  /** Of the plaintext, in bytes. */
  size: number;
  /**
   * @param end the first byte that is not wanted
   * @returns that part of the plaintext, verified
   * @throws ParcelFault damaged; the reason of the signal when it is aborted
   */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * All of it, in pieces of a megabyte at most. The next piece is fetched while one is opened.
   * @param check of the whole file as it is stored, in hex; compared after its last byte
   * @param hash where it is made
   * @throws ParcelFault damaged, before any byte that is not as it was sealed
   */
  stream(check?: string, hash?: StreamHash): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** @returns the same for bytes in memory */
export function sourceOf(bytes: Uint8Array): Source {
  const own = bytes as Uint8Array<ArrayBuffer>;
  return { size: bytes.length, read: async (from, to) => own.subarray(from, to) };
}

/** @returns the same for a file that a person picked */
export function sourceOfBlob(blob: Blob): Source {
  return {
    size: blob.size,
    isOwned: true,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}

/**
 * Verifies the header and the last chunk first, so a file that was cut is refused before its first byte.
 * @param cipher of its chunks
 * @returns null where the key is not the file's
 * @throws ParcelFault damaged
 */
export async function openAge(source: Source, key: AgeKey, cipher: Cipher = inScript): Promise<AgeFile | null> {
  const start = await source.read(0, Math.min(source.size, HEADER_MAX + NONCE_BYTES));
  const length = headerLength(start);
  const fileKey = await fileKeyOf(start.subarray(0, length), key);
  if (!fileKey) return null;
  const nonce = start.subarray(length, length + NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) throw new ParcelFault('damaged', 'The file ends after its header.');
  const streamKey = hkdf(sha256, fileKey, nonce, new TextEncoder().encode('payload'), 32);
  const payload = new Payload(source, await cipher(new Uint8Array(streamKey)), length + NONCE_BYTES);
  await payload.verifyEnd();
  return payload;
}

function headerLength(start: Uint8Array): number {
  const text = String.fromCharCode(...start.subarray(0, HEADER_MAX));
  const mac = text.startsWith('--- ') ? 0 : text.indexOf('\n--- ') + 1;
  const end = text.indexOf('\n', mac);
  if (mac === 0 || end < 0) throw new ParcelFault('damaged', 'This is not an age file.');
  for (const [, factor] of text.slice(0, mac).matchAll(/^-> scrypt \S+ (\d+)$/gm))
    if (Number(factor) > WORK_FACTOR_MAX) throw new ParcelFault('damaged', 'Its work factor is not one of ours.');
  return end + 1;
}

async function fileKeyOf(header: Uint8Array, key: AgeKey): Promise<Uint8Array | null> {
  const decrypter = new Decrypter();
  if ('identity' in key) decrypter.addIdentity(key.identity);
  else decrypter.addPassphrase(key.passphrase);
  try {
    return await decrypter.decryptHeader(new Uint8Array(header));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched')) return null;
    throw new ParcelFault('damaged', error instanceof Error ? error.message : `${error}`);
  }
}

class Payload implements AgeFile {
  readonly size: number;
  readonly #source: Source;
  readonly #openChunk: OpenChunk;
  /** Where the first chunk begins. */
  readonly #begin: number;
  readonly #chunks: number;

  constructor(source: Source, openChunk: OpenChunk, begin: number) {
    const stored = source.size - begin;
    this.#source = source;
    this.#openChunk = openChunk;
    this.#begin = begin;
    this.#chunks = Math.max(1, Math.ceil(stored / STRIDE_BYTES));
    this.size = stored - this.#chunks * TAG_BYTES;
    const last = this.size - (this.#chunks - 1) * CHUNK_BYTES;
    if (last < 0 || (last === 0 && this.#chunks > 1)) throw new ParcelFault('damaged', 'The file was cut.');
  }

  async verifyEnd(): Promise<void> {
    const last = this.#chunks - 1;
    await this.#open(last, this.#chunks, await this.#fetch(last, this.#chunks));
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const [from, to] = [Math.max(0, start), Math.min(end, this.size)];
    if (from >= to) return new Uint8Array();
    const first = Math.floor(from / CHUNK_BYTES);
    const last = Math.ceil(to / CHUNK_BYTES);
    const stored = await this.#fetch(first, last, signal);
    const plaintext = await this.#open(first, last, stored);
    if (this.#source.isOwned) giveBack(stored.buffer);
    return plaintext.subarray(from - first * CHUNK_BYTES, to - first * CHUNK_BYTES);
  }

  async *stream(check?: string, hash: StreamHash = sha256.create()): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    hash.update(await this.#source.read(0, this.#begin));
    let next = this.#piece(0);
    for (let first = 0; first < this.#chunks; first += CHUNKS_AT_ONCE) {
      const stored = await next;
      const to = Math.min(this.#chunks, first + CHUNKS_AT_ONCE);
      if (to < this.#chunks) next = this.#piece(to);
      const plaintext = await this.#open(first, to, stored);
      if (check) await hash.update(stored);
      if (this.#source.isOwned) giveBack(stored.buffer);
      yield plaintext;
    }
    if (check && toHex(await hash.digest()) !== check)
      throw new ParcelFault('damaged', 'It is not the file that its description names.');
  }

  #piece(first: number): Promise<Uint8Array<ArrayBuffer>> {
    const piece = this.#fetch(first, Math.min(this.#chunks, first + CHUNKS_AT_ONCE));
    // Nobody waits for it where the stream is left, or the piece before it is damaged.
    piece.catch(() => {});
    return piece;
  }

  /** @param to the first chunk that is not wanted */
  async #fetch(first: number, to: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const from = this.#begin + first * STRIDE_BYTES;
    const end = Math.min(this.#source.size, this.#begin + to * STRIDE_BYTES);
    const stored = await this.#source.read(from, end, signal);
    if (stored.length !== end - from) throw new ParcelFault('damaged', 'The file ends too early.');
    return stored;
  }

  async #open(first: number, to: number, stored: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const plaintext = new Uint8Array(stored.length - (to - first) * TAG_BYTES);
    const opened = Array.from({ length: to - first }, (_, at) => {
      const chunk = stored.subarray(at * STRIDE_BYTES, (at + 1) * STRIDE_BYTES);
      const into = plaintext.subarray(at * CHUNK_BYTES, at * CHUNK_BYTES + chunk.length - TAG_BYTES);
      return this.#chunk(first + at, chunk, into);
    });
    await Promise.all(opened);
    return plaintext;
  }

  async #chunk(index: number, chunk: Uint8Array<ArrayBuffer>, into: Uint8Array): Promise<void> {
    const nonce = new Uint8Array(12);
    // Eleven bytes of the chunk's number: no file has as many as four of them count.
    new DataView(nonce.buffer).setUint32(7, index);
    nonce[11] = index === this.#chunks - 1 ? 1 : 0;
    try {
      await this.#openChunk(nonce, chunk, into);
    } catch {
      throw new ParcelFault('damaged', `Part ${index + 1} of ${this.#chunks} is not as it was sealed.`);
    }
  }
}

/** @returns hex digits in lower case */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
