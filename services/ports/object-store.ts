/**
 * Where files are kept, as ciphertext. Calls end within seconds or throw; reads and repeatable writes are retried by
 * the adapter.
 */
export interface ObjectStore {
  /** Makes the bucket where it is missing. Repeating is harmless. */
  prepare(): Promise<void>;
  /** Throws when the bucket cannot be reached with our credentials. */
  check(): Promise<void>;
  close(): void;
}
