import { createHash } from 'node:crypto';
import type { Blank } from '#db/entities/content.ts';
import { LocationScanner } from '#services/media/location.ts';
import type { Reservation } from './reservation.ts';

/** So much is looked at to tell what a file is. */
const HEAD_BYTES = 64 * 1024;

/** Looks at the bytes of a file as they pass: what they are, how many, what their hash is, where a location stands. */
export class Intake {
  /** The first bytes: 64 KiB, or all there is. */
  readonly head: Buffer;
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #reservation: Reservation;
  readonly #hash = createHash('sha256');
  #size = 0;
  #scanner: LocationScanner | null = null;

  private constructor(head: Buffer, rest: AsyncIterator<Uint8Array>, reservation: Reservation) {
    this.head = head;
    this.#rest = rest;
    this.#reservation = reservation;
  }

  /** Reads the first bytes. @throws whatever reading them throws; AppError quota-exceeded */
  static async begin(bytes: AsyncIterable<Uint8Array>, reservation: Reservation): Promise<Intake> {
    const rest = bytes[Symbol.asyncIterator]();
    const chunks: Uint8Array[] = [];
    let size = 0;
    while (size < HEAD_BYTES) {
      const next = await rest.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
      // A line may be so slow that these alone take minutes.
      await reservation.cover(size);
    }
    return new Intake(Buffer.concat(chunks), rest, reservation);
  }

  /**
   * All of the bytes, from the first on.
   * @throws AppError quota-exceeded when more come than there is room for
   */
  async *bytes(sniffed: string | null): AsyncGenerator<Uint8Array> {
    this.#scanner = new LocationScanner(sniffed);
    yield this.#pass(this.head);
    for (let next = await this.#rest.next(); !next.done; next = await this.#rest.next()) {
      await this.#reservation.cover(this.#size + next.value.length);
      yield this.#pass(next.value);
    }
  }

  /** What is known once all have passed. */
  result(): { size: number; sha256: Buffer; blanks: Blank[] } {
    return { size: this.#size, sha256: this.#hash.digest(), blanks: this.#scanner?.blanks() ?? [] };
  }

  #pass(chunk: Uint8Array): Uint8Array {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    this.#scanner?.push(chunk);
    return chunk;
  }
}
