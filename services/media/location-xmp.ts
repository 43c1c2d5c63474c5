/** Locations in XMP, found in one pass over the bytes of a file. */
import { LocationUnclear } from './location-budget.ts';

/** Properties of a location: of EXIF, IPTC, Photoshop, Darwin Core, drones, and of the cells of a mobile network. */
const NAMES = [
  'gps\\w{0,40}|lat|long|(?:decimal|verbatim)?(?:latitude|longt?itude|coordinates|locality)',
  'city|continent|country\\w{0,20}|county|island|municipality|sublocation|worldregion',
  'state|stateprovince|provincestate|provincename|(?:shot)?location(?:created|shown|name|id)?',
  'cellid|cgi|lac|mcc|mnc',
].join('|');
/** One of them with any prefix, as an attribute or an element. */
const PLACE = new RegExp(`^:(?:${NAMES})(?:\\s{0,9}=\\s{0,9}(["'])|(?=[\\s>]))`, 'i');
/** The text before the colon of an opening tag. */
const PREFIX = /<[\w-]+$/;
const PREFIX_BYTES = 40;
const ENDING = /^<\/([\w-]+:\w+)>/;
/** More than the longest match of these. */
const AHEAD_BYTES = 128;
/** Elements that may be open at once: a hostile file opens them without end. */
const OPEN_MAX = 1_000;
const CLOSING = Buffer.from('</rdf:RDF>');

const [QUOTE, APOSTROPHE, SLASH, COLON, LESS, GREATER] = [0x22, 0x27, 0x2f, 0x3a, 0x3c, 0x3e];
/** For each byte: whether a value or a tag can begin or end with it. */
const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, APOSTROPHE, COLON, LESS, GREATER]) IS_MARK[mark] = 1;
/** For each byte: whether a property can begin with it. */
const IS_INITIAL = new Uint8Array(256);
for (const letter of 'cdgilmpsvwCDGILMPSVW') IS_INITIAL[letter.charCodeAt(0)] = 1;

/**
 * The packets of XMP in one file. Each byte is read once, however many packets and properties begin, and a bounded number is
 * looked at ahead of a colon and of a closing tag. Values have no limit.
 */
export class XmpText {
  readonly #found: (from: number, to: number) => void;
  /** Offsets in the file: of the next byte to read, and of the end as far as it is known. */
  #at = 0;
  #until = 0;
  /** Whether the last packet has ended. */
  #isClosed = false;
  #bytesRead = 0;
  /** Where open attribute values began, by their quotation mark. */
  readonly #values = new Map<number, number>();
  /** The element whose opening tag has not ended, with its prefix. */
  #tag: string | null = null;
  /** Where the contents of open elements began. */
  readonly #contents = new Map<string, number>();

  /** @param found gets the offsets of each location in the file; `to` is not included */
  constructor(found: (from: number, to: number) => void) {
    this.#found = found;
  }

  /** Bytes that were read so far, with those that were looked at ahead of them. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /**
   * XMP begins, or goes on.
   * @param at offset in the file; never before an earlier one
   * @param until the offset to read to; the packet may end before
   */
  begin(at: number, until: number): void {
    if (at < this.#at && this.#isClosed) return;
    if (this.#isClosed || (at > this.#at && at >= this.#until)) {
      this.#forget();
      this.#isClosed = false;
      this.#at = at;
      this.#until = at;
    }
    this.#until = Math.max(this.#until, until);
  }

  /**
   * Reads as far as the bytes go.
   * @param bytes a part of the file, with everything that was not read yet
   * @param offset of these bytes in the file
   * @param isEnd whether the file ends with them
   * @throws LocationUnclear
   */
  read(bytes: Buffer, offset: number, isEnd: boolean): void {
    const to = Math.min(this.#until - offset, isEnd ? bytes.length : bytes.length - AHEAD_BYTES);
    const from = this.#at - offset;
    let index = from;
    while (index < to && !this.#isClosed) {
      if (IS_MARK[bytes[index] as number]) index = this.#mark(bytes, index, offset);
      else index++;
    }
    if (index <= from) return;
    this.#at = offset + index;
    this.#bytesRead += index - from;
  }

  /** @returns the index of the next byte to read */
  #mark(bytes: Buffer, index: number, offset: number): number {
    const mark = bytes[index];
    if (mark === COLON) return this.#property(bytes, index, offset);
    if (mark === QUOTE || mark === APOSTROPHE) this.#endValue(mark, offset + index);
    else if (mark === LESS) this.#beginTag(bytes, index, offset);
    else this.#endTag(bytes[index - 1] === SLASH, offset + index + 1);
    return index + 1;
  }

  #property(bytes: Buffer, index: number, offset: number): number {
    if (!IS_INITIAL[bytes[index + 1] ?? 0]) return index + 1;
    this.#bytesRead += AHEAD_BYTES;
    const match = PLACE.exec(bytes.toString('latin1', index, Math.min(bytes.length, index + AHEAD_BYTES)));
    if (!match) return index + 1;
    const end = index + match[0].length;
    if (match[1]) {
      const mark = match[1].charCodeAt(0);
      this.#endValue(mark, offset + end - 1);
      this.#values.set(mark, offset + end);
    } else {
      const prefix = PREFIX.exec(bytes.toString('latin1', Math.max(0, index - PREFIX_BYTES), index))?.[0];
      if (prefix) this.#tag = prefix.slice(1) + match[0];
    }
    return end;
  }

  #endValue(mark: number, at: number): void {
    const from = this.#values.get(mark);
    if (from === undefined) return;
    this.#values.delete(mark);
    this.#found(from, at);
  }

  #beginTag(bytes: Buffer, index: number, offset: number): void {
    this.#tag = null;
    if (bytes[index + 1] !== SLASH) return;
    if (bytes.subarray(index, index + CLOSING.length).equals(CLOSING)) {
      this.#forget();
      this.#isClosed = true;
    } else if (this.#contents.size > 0) {
      this.#bytesRead += AHEAD_BYTES;
      const name = ENDING.exec(bytes.toString('latin1', index, Math.min(bytes.length, index + AHEAD_BYTES)))?.[1] ?? '';
      const from = this.#contents.get(name);
      if (from === undefined) return;
      this.#contents.delete(name);
      this.#found(from, offset + index);
    }
  }

  #endTag(isEmpty: boolean, at: number): void {
    if (this.#tag !== null && !isEmpty && !this.#contents.has(this.#tag)) {
      if (this.#contents.size === OPEN_MAX) throw new LocationUnclear('A file has XMP in which nothing ends.');
      this.#contents.set(this.#tag, at);
    }
    this.#tag = null;
  }

  #forget(): void {
    this.#values.clear();
    this.#contents.clear();
    this.#tag = null;
  }
}
