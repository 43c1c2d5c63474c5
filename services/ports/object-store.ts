/**
 * Where files are kept, as ciphertext. A call that makes no progress ends within seconds or throws; reads and repeatable
 * writes are retried by the adapter.
 */
export interface ObjectStore {
  /** Makes the bucket where it is missing. Repeating is harmless. */
  prepare(): Promise<void>;
  /** Throws when the bucket cannot be reached with our credentials. */
  check(): Promise<void>;
  /**
   * Keeps an object, part by part as it comes: all of it or nothing.
   * @param body the bytes; when reading them throws, nothing is kept and the error is passed on
   * @param signal ends it, and then nothing is kept
   */
  put(key: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /**
   * Reads a part of an object.
   * @param from the first byte, counted from 0
   * @param to the last byte, included
   * @returns the bytes as they come, and how long the whole object is; null when there is no such object, or it
   *   ends before that
   */
  read(key: string, from: number, to: number, signal?: AbortSignal): Promise<StoredPart | null>;
  /** Removes an object and whatever of it was ever begun. What is not there is no error. */
  remove(key: string): Promise<void>;
  close(): void;
}

/** A part of an object, as it is stored. */
export interface StoredPart {
  bytes: AsyncIterable<Uint8Array>;
  /** Of the whole object, in bytes. */
  totalSize: number;
}
