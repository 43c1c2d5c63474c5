/**
 * Stores files, as ciphertext. A call that makes no progress throws within seconds; the adapter retries reads and
 * repeatable writes.
 */
export interface ObjectStore {
  /** Creates the bucket where it is missing. Repeating is harmless. */
  prepare(): Promise<void>;
  /** Throws when the bucket cannot be reached with our credentials. */
  check(): Promise<void>;
  /**
   * Stores an object, part by part as it arrives: all of it or nothing.
   * @param body the bytes; when reading them throws, nothing is stored and the error is passed on
   * @param signal aborts it; then nothing is stored
   */
  put(key: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /**
   * Reads a part of an object.
   * @param from the first byte, counted from 0
   * @param to the last byte, included
   * @returns the bytes as they arrive, and the size of the whole object; null when there is no such object, or it ends
   *   before `from`
   */
  read(key: string, from: number, to: number, signal?: AbortSignal): Promise<StoredPart | null>;
  /** Removes an object and its unfinished uploads. A missing object is no error. */
  remove(key: string): Promise<void>;
  close(): void;
}

/** A part of an object, as it is stored. */
export interface StoredPart {
  bytes: AsyncIterable<Uint8Array>;
  /** Of the whole object, in bytes. */
  totalSize: number;
}
