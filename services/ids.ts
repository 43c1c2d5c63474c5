import { createHmac } from 'node:crypto';
import { v4, v5, v7 } from 'uuid';

const UUID_BYTES = 16;

/** @returns a new id: UUIDv7, so that rows made later sort later */
export function newId(): string {
  return v7();
}

/**
 * @param now when it is made
 * @returns a new id that tells when it was made; `madeAt` reads that
 */
export function newIdAt(now: Date): string {
  return v7({ msecs: now.getTime() });
}

/** @returns when an id was made, in milliseconds since the epoch; a wrong number for an id that is no UUIDv7 */
export function madeAt(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

/**
 * @param key keeps the words from being guessed from the id
 * @returns an id for these words, the same each time, so that a repetition finds the first row
 */
export function idOf(key: Buffer, ...words: readonly string[]): string {
  const mac = createHmac('sha256', key).update(JSON.stringify(words)).digest();
  return v4({ random: mac.subarray(0, UUID_BYTES) });
}

/** @returns an id for this name within another id, the same each time and for everyone who knows both */
export function idWithin(id: string, name: string): string {
  return v5(name, id);
}

/**
 * @param instant in milliseconds since the epoch
 * @returns a bound between the ids made before this instant and those made from then on, for queries by id
 */
export function firstIdOf(instant: number): string {
  return v7({ msecs: instant, seq: 0, random: new Uint8Array(16) });
}
