import { NIL, v5, v7 } from 'uuid';

/** @returns a new id: UUIDv7, so that rows made later sort later */
export function newId(): string {
  return v7();
}

/** @returns the id of what is asked for in these words, the same each time: asked again, it is there already */
export function idOf(...words: readonly string[]): string {
  return v5(JSON.stringify(words), NIL);
}

/**
 * @param instant in milliseconds since the epoch
 * @returns an id before all that were made from then on, and after all before: rows of a time are found by their key
 */
export function firstIdOf(instant: number): string {
  return v7({ msecs: instant, seq: 0, random: new Uint8Array(16) });
}
