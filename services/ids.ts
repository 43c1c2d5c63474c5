import { v7 } from 'uuid';

/** @returns a new id: UUIDv7, so that rows made later sort later */
export function newId(): string {
  return v7();
}

/**
 * @param instant in milliseconds since the epoch
 * @returns an id before all that were made from then on, and after all before: rows of a time are found by their key
 */
export function firstIdOf(instant: number): string {
  return v7({ msecs: instant, seq: 0, random: new Uint8Array(16) });
}
