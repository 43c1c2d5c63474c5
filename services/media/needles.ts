/** So much of each needle decides how far the search may leap. */
const KEY_BYTES = 4;

/**
 * Looks for many needles in one pass, leaping over what cannot be part of one: a gigabyte takes about a second, where
 * looking for each needle alone takes half of that for every one.
 */
export class Needles {
  readonly #needles: readonly Buffer[];
  /** By a byte: how far it is from it to the end of the next key that it can belong to. */
  readonly #leaps = new Uint8Array(256).fill(KEY_BYTES);
  /** The same by two bytes, for those that end a key: a file may be full of one byte, hardly of two. */
  readonly #pairLeaps = new Uint8Array(65_536).fill(KEY_BYTES - 1);

  /** @param needles each at least four bytes long */
  constructor(needles: readonly Buffer[]) {
    this.#needles = needles;
    for (const needle of needles) {
      for (let at = 0; at < KEY_BYTES; at++) {
        shorten(this.#leaps, needle.readUInt8(at), KEY_BYTES - 1 - at);
        if (at > 0) shorten(this.#pairLeaps, needle.readUInt16BE(at - 1), KEY_BYTES - 1 - at);
      }
    }
  }

  /**
   * @param bytes where to look
   * @param from the first place at which a needle may begin
   * @param to the place before which it must begin; it may go on behind it
   * @param found is told each needle by its index, and its place
   */
  search(bytes: Buffer, from: number, to: number, found: (index: number, at: number) => void): void {
    const [leaps, pairLeaps] = [this.#leaps, this.#pairLeaps];
    const end = Math.min(to + KEY_BYTES - 1, bytes.length);
    let last = from + KEY_BYTES - 1;
    while (last < end) {
      const byte = bytes[last] as number;
      const leap = (leaps[byte] as number) || (pairLeaps[((bytes[last - 1] as number) << 8) | byte] as number);
      if (leap > 0) last += leap;
      else this.#compare(bytes, ++last - KEY_BYTES, found);
    }
  }

  #compare(bytes: Buffer, at: number, found: (index: number, at: number) => void): void {
    for (const [index, needle] of this.#needles.entries()) {
      if (bytes[at] === needle[0] && bytes.subarray(at, at + needle.length).equals(needle)) found(index, at);
    }
  }
}

function shorten(leaps: Uint8Array, index: number, leap: number): void {
  leaps[index] = Math.min(leaps[index] ?? 0, leap);
}
