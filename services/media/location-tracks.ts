/**
 * Tracks of a film that are neither picture, sound nor text. Cameras, drones and dashcams write their telemetry there, in more
 * than a hundred formats, so such a track is blanked whole: the film's index says where it is.
 */
import type { Blank } from '#db/entities/content.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import type { Hit } from './location.ts';
import { LocationUnclear } from './location-budget.ts';

/** Of the index of one track: a million samples. */
const INDEX_MAX = 4 * MEGABYTE;
/** What people see, hear and read, and what players need. All other tracks are telemetry. */
const KNOWN = new Set('vide auxv pict soun text sbtl subt subp clcp tmcd hint odsm sdsm'.split(' '));
/** A track of a phone: its description names what is in it. Others name nothing. */
const NAMED = 'mebx';
const NAMES_PLACE = /location|gps/i;

/** The telemetry of one film, found while it arrives. */
export class TelemetryTracks {
  readonly #found: (blank: Blank) => void;
  #isTelemetry = false;
  /** The index that is being read, its filled bytes, and the offset of the next one in the file. */
  #index: Buffer | null = null;
  #filled = 0;
  #at = 0;

  /** @param found gets where samples are, with offsets in the file */
  constructor(found: (blank: Blank) => void) {
    this.#found = found;
  }

  /** `trak`: a track begins, of which nothing is known yet. */
  begin(): void {
    this.#isTelemetry = false;
  }

  /** `hdlr`: what is in the track. One within it (`dhlr`) says how its data is stored. */
  handler({ bytes }: Hit): void {
    const [owner, kind] = [bytes.toString('latin1', 8, 12), bytes.toString('latin1', 12, 16)];
    if (owner === 'mhlr' || owner === '\0\0\0\0') this.#isTelemetry = !KNOWN.has(kind);
  }

  /** `stbl`: the index of the track. @throws LocationUnclear when it is too long */
  index({ bytes, before, at, budget }: Hit): void {
    const size = before.length < 4 ? 0 : before.readUInt32BE(before.length - 4) - 8;
    if (!this.#isTelemetry || size < 8 || bytes.toString('latin1', 8, 12) !== 'stsd') return;
    const description = bytes.subarray(4, 4 + bytes.readUInt32BE(4));
    budget.spend(description.length);
    const isNamed = description.toString('latin1', 20, 24) === NAMED;
    if (isNamed && !NAMES_PLACE.test(description.toString('latin1'))) return;
    if (size > INDEX_MAX) throw new LocationUnclear('A track of telemetry has too many samples.');
    budget.spend(size);
    this.#index = Buffer.allocUnsafe(size);
    this.#filled = 0;
    this.#at = at + 4;
  }

  /**
   * Reads the index as far as the bytes go.
   * @param bytes a part of the file, with everything that was not read yet
   * @param offset of these bytes in the file
   */
  read(bytes: Buffer, offset: number): void {
    if (!this.#index) return;
    const copied = bytes.copy(this.#index, this.#filled, this.#at - offset);
    this.#filled += copied;
    this.#at += copied;
    if (this.#filled < this.#index.length) return;
    const index = this.#index;
    this.#index = null;
    for (const blank of chunksOf(index)) this.#found(blank);
  }
}

/**
 * Samples lie one after the other in chunks. Each entry of the index is read once.
 * @param index what is in `stbl`
 */
function* chunksOf(index: Buffer): Generator<Blank> {
  const boxes = boxesOf(index);
  const sizes = new Table(boxes.get('stsz'), 12, 4);
  const runs = new Table(boxes.get('stsc'), 8, 12);
  const isLong = boxes.has('co64');
  const offsets = new Table(boxes.get(isLong ? 'co64' : 'stco'), 8, isLong ? 8 : 4);
  const sameSize = boxes.get('stsz')?.readUInt32BE(4) ?? 0;
  if (offsets.count > 0 && !boxes.has('stsz')) throw new LocationUnclear('The samples of a track have no sizes.');
  let [run, sample] = [0, 0];
  for (let chunk = 0; chunk < offsets.count; chunk++) {
    while (run + 1 < runs.count && runs.at(run + 1) <= chunk + 1) run++;
    const samples = runs.count > 0 ? runs.at(run, 4) : 0;
    let length = sameSize * samples;
    const end = Math.min(sample + samples, sizes.count);
    if (sameSize === 0) for (; sample < end; sample++) length += sizes.at(sample);
    yield [isLong ? offsets.longAt(chunk) : offsets.at(chunk), length];
  }
}

/** @returns what is in each box, by its name */
function boxesOf(index: Buffer): Map<string, Buffer> {
  const boxes = new Map<string, Buffer>();
  for (let at = 0; at + 20 <= index.length; ) {
    const size = index.readUInt32BE(at);
    if (size < 8) break;
    const content = index.subarray(at + 8, at + size);
    if (content.length >= 12) boxes.set(index.toString('latin1', at + 4, at + 8), content);
    at += size;
  }
  return boxes;
}

/** The entries of a box, as many as it has room for. The number of them is before the first. */
class Table {
  readonly count: number;
  readonly #content: Buffer;
  readonly #from: number;
  readonly #entryBytes: number;

  constructor(content: Buffer | undefined, from: number, entryBytes: number) {
    this.#content = content ?? Buffer.alloc(from);
    this.#from = from;
    this.#entryBytes = entryBytes;
    const room = Math.floor((this.#content.length - from) / entryBytes);
    this.count = Math.min(room, this.#content.readUInt32BE(from - 4));
  }

  at(entry: number, field = 0): number {
    return this.#content.readUInt32BE(this.#from + entry * this.#entryBytes + field);
  }

  longAt(entry: number): number {
    return Number(this.#content.readBigUInt64BE(this.#from + entry * this.#entryBytes));
  }
}
