import { createHmac } from 'node:crypto';
import { v4, v7 } from 'uuid';

const UUID_BYTES = 16;

/** @returns a new id: UUIDv7, so that rows made later sort later */
export function newId(): string {
  return v7();
}

/**
 * @param key without it, nobody can find out from the id what the words were
 * @returns the id of what is asked for in these words, the same each time: asked again, it is there already
 */
export function idOf(key: Buffer, ...words: readonly string[]): string {
  const mac = createHmac('sha256', key).update(JSON.stringify(words)).digest();
  return v4({ random: mac.subarray(0, UUID_BYTES) });
}

/**
 * @param instant in milliseconds since the epoch
 * @returns an id before all that were made from then on, and after all before: rows of a time are found by their key
 */
export function firstIdOf(instant: number): string {
  return v7({ msecs: instant, seq: 0, random: new Uint8Array(16) });
}
