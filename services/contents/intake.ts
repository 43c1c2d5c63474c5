import { createHash } from 'node:crypto';
import type { Blank } from '#db/entities/content.ts';
import { mayHoldLocation } from '#domain/content/media.ts';
import type { LocationScan, ScanLocation } from '#services/media/scan-apart.ts';
import type { Reservation } from './reservation.ts';

/** So much is looked at to tell what a file is. */
const HEAD_BYTES = 64 * 1024;

/** Looks at the bytes of a file as they pass: what they are, how many, what their hash is, where a location is. */
export class Intake {
  /** The first bytes: 64 KiB, or all there is. */
  readonly head: Buffer;
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #reservation: Reservation;
  readonly #hash = createHash('sha256');
  #size = 0;
  #scan: LocationScan | null = null;

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
   * @param sniffed what the first of them are; null when they tell nothing
   * @throws AppError quota-exceeded when more come than there is room for; LocationUnclear
   */
  async *bytes(sniffed: string | null, scan: ScanLocation): AsyncGenerator<Uint8Array> {
    if (mayHoldLocation(sniffed)) this.#scan = scan(sniffed);
    yield await this.#pass(this.head);
    for (let next = await this.#rest.next(); !next.done; next = await this.#rest.next()) {
      await this.#reservation.cover(this.#size + next.value.length);
      yield await this.#pass(next.value);
    }
  }

  /** What is known once all have passed; a plain hash is never stored. @throws LocationUnclear */
  async result(): Promise<{ size: number; sha256: Buffer; blanks: Blank[] }> {
    return { size: this.#size, sha256: this.#hash.digest(), blanks: (await this.#scan?.blanks()) ?? [] };
  }

  /** Gives up what is not done. Has to be called once, whatever became of the file. */
  end(): void {
    this.#scan?.end();
  }

  async #pass(chunk: Uint8Array): Promise<Uint8Array> {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    await this.#scan?.push(chunk);
    return chunk;
  }
}
