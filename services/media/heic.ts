/** HEIC pictures: phones cut them into tiles, and compress each as a frame of HEVC. */
import { type FormatContext, Packet } from 'node-av/lib';
import sharp from 'sharp';
import { openDecoder, openMedia, type Pixels, toPixels } from './ffmpeg.ts';
import { type Drawn, type Finish, requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

const META_BYTES_MAX = 1024 * 1024;
const TOP_BOXES_MAX = 20;
const TILES_MAX = 1_000;
const DERIVED = 'grid';

/** @throws Undrawable for a layout that we do not read; whatever the decoder throws for a broken file */
export async function drawHeic(reader: RangeReader, finish: Finish): Promise<Drawn> {
  const layout = heicLayout(await metaOf(reader));
  if (layout.size) requireDrawable(layout.size.width, layout.size.height);
  await using context = await openMedia(reader);
  const { bytes, width, height } = await assembled(context, layout);
  return finish(sharp(bytes, { raw: { width, height, channels: 3 } }).rotate(layout.turn));
}

/** @returns the content of the `meta` box, which describes the layout */
async function metaOf(reader: RangeReader): Promise<Buffer> {
  let at = 0;
  for (let count = 0; count < TOP_BOXES_MAX && at + 8 <= reader.size; count++) {
    const head = await reader.read(at, 8);
    const size = head.readUInt32BE(0);
    if (size < 8 || at + size > reader.size) break;
    if (head.toString('latin1', 4) === 'meta' && size <= META_BYTES_MAX) return reader.read(at + 8, size - 8);
    at += size;
  }
  throw new Undrawable('It does not say how it is put together.');
}

/** Decodes each tile, and copies it to its place in the picture. */
async function assembled(context: FormatContext, { tiles, columns, size }: Layout): Promise<Pixels> {
  let canvas: Pixels | null = null;
  let missing = tiles.length;
  for await (const { item, pixels } of pictures(context)) {
    const index = tiles.indexOf(item);
    if (index < 0) continue;
    if (!size) return pixels;
    canvas ??= { bytes: Buffer.alloc(size.width * size.height * 3), ...size };
    place(canvas, pixels, (index % columns) * pixels.width, Math.floor(index / columns) * pixels.height);
    missing--;
  }
  if (!canvas || missing > 0) throw new Undrawable('Not all of its tiles can be decoded.');
  return canvas;
}

async function* pictures(context: FormatContext): AsyncGenerator<{ item: number; pixels: Pixels }> {
  const packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    const stream = context.streams[packet.streamIndex];
    if (stream) {
      using decoder = await openDecoder(stream);
      for (const frame of [...decoder.decodeAllSync(packet), ...decoder.flushFramesSync()]) {
        yield { item: stream.id, pixels: toPixels(frame) };
        frame.free();
      }
    }
    packet.unref();
  }
}

/** Cuts tiles at the edge: all tiles have one size, and together they may be larger than the picture. */
function place(canvas: Pixels, tile: Pixels, x: number, y: number): void {
  const width = Math.min(tile.width, canvas.width - x);
  for (let line = 0; line < tile.height && y + line < canvas.height; line++) {
    const from = line * tile.width * 3;
    tile.bytes.copy(canvas.bytes, ((y + line) * canvas.width + x) * 3, from, from + Math.max(0, width) * 3);
  }
}

/** The tiles of a picture, as its `meta` box describes them. */
interface Layout {
  /** Their item numbers, line by line. */
  tiles: number[];
  columns: number;
  /** In pixels, before it is turned; null for a picture of one tile. */
  size: { width: number; height: number } | null;
  /** By how many degrees clockwise it is to be turned. */
  turn: number;
}

/**
 * @param meta the content of the box
 * @throws Undrawable for a layout that we do not read; RangeError for a box that was cut
 */
function heicLayout(meta: Buffer): Layout {
  const boxes = boxesIn(meta, 4);
  const primary = meta.readUInt16BE(contentOf(boxes, 'pitm') + 4);
  const turn = turnOf(meta, boxes, primary);
  if (typeOf(meta, boxes, primary) !== DERIVED) return { tiles: [primary], columns: 1, size: null, turn };
  const grid = gridOf(meta, boxes, primary);
  const tiles = tilesOf(meta, boxes, primary);
  if (tiles.length !== grid.rows * grid.columns || tiles.length > TILES_MAX)
    throw new Undrawable('It does not have the tiles that it should have.');
  return { tiles, columns: grid.columns, size: { width: grid.width, height: grid.height }, turn };
}

function contentOf(boxes: Box[], type: string): number {
  const box = boxes.find((one) => one.type === type);
  if (!box) throw new Undrawable(`It has no ${type}.`);
  return box.start;
}

/** Later versions of a box have longer numbers, which pictures of phones do not use. */
function typeOf(meta: Buffer, boxes: Box[], id: number): string {
  const start = contentOf(boxes, 'iinf');
  const items = boxesIn(meta, start + (meta[start] === 0 ? 6 : 8), boxes.find(({ type }) => type === 'iinf')?.end);
  const item = items.find(({ type, start: at }) => type === 'infe' && meta.readUInt16BE(at + 4) === id);
  if (!item) throw new Undrawable('It has no picture.');
  return meta.toString('latin1', item.start + 8, item.start + 12);
}

function tilesOf(meta: Buffer, boxes: Box[], id: number): number[] {
  const references = boxes.find(({ type }) => type === 'iref');
  if (!references) return [];
  const list = boxesIn(meta, references.start + 4, references.end);
  const tiles = list.find(({ type, start }) => type === 'dimg' && meta.readUInt16BE(start) === id);
  if (!tiles) return [];
  const count = meta.readUInt16BE(tiles.start + 2);
  return Array.from({ length: count }, (_, index) => meta.readUInt16BE(tiles.start + 4 + index * 2));
}

/** The bytes of a grid are in the `meta` box itself. */
function gridOf(meta: Buffer, boxes: Box[], id: number) {
  const at = contentOf(boxes, 'idat') + offsetOf(meta, contentOf(boxes, 'iloc'), id);
  const isWide = ((meta[at + 1] ?? 0) & 1) === 1;
  const size = (place: number) =>
    isWide ? meta.readUInt32BE(at + 4 + place * 4) : meta.readUInt16BE(at + 4 + place * 2);
  return { rows: (meta[at + 2] ?? 0) + 1, columns: (meta[at + 3] ?? 0) + 1, width: size(0), height: size(1) };
}

function offsetOf(meta: Buffer, start: number, wanted: number): number {
  const version = meta[start];
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [4, 4, 5, 5].map((at, index) => {
    const byte = meta[start + at] ?? 0;
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  }) as [number, number, number, number];
  if (version === undefined || version > 1)
    throw new Undrawable('Its offsets are written in a way that we do not read.');
  const number = (at: number, bytes: number) => (bytes === 0 ? 0 : meta.readUIntBE(at, Math.min(bytes, 6)));
  let at = start + 8;
  for (let left = meta.readUInt16BE(start + 6); left > 0; left--) {
    const id = meta.readUInt16BE(at);
    at += version === 1 ? 6 : 4;
    const base = number(at, baseBytes);
    const extents = meta.readUInt16BE(at + baseBytes);
    const first = at + baseBytes + 2 + (version === 1 ? indexBytes : 0);
    if (id === wanted) return base + number(first, offsetBytes);
    at += baseBytes + 2 + extents * ((version === 1 ? indexBytes : 0) + offsetBytes + lengthBytes);
  }
  throw new Undrawable('Its grid is nowhere.');
}

/** The property `irot` counts quarter turns counter-clockwise. */
function turnOf(meta: Buffer, boxes: Box[], id: number): number {
  const properties = boxes.find(({ type }) => type === 'iprp');
  if (!properties) return 0;
  const inside = boxesIn(meta, properties.start, properties.end);
  const list = inside.find(({ type }) => type === 'ipco');
  const owners = inside.find(({ type }) => type === 'ipma');
  if (!list || !owners) return 0;
  const all = boxesIn(meta, list.start, list.end);
  const own = propertiesOf(meta, owners.start, id).map((index) => all[index - 1]);
  const turned = own.find((property) => property?.type === 'irot');
  return turned ? (360 - ((meta[turned.start] ?? 0) & 3) * 90) % 360 : 0;
}

function propertiesOf(meta: Buffer, start: number, wanted: number): number[] {
  const idBytes = (meta[start] ?? 0) === 0 ? 2 : 4;
  const indexBytes = (meta[start + 3] ?? 0) & 1 ? 2 : 1;
  let at = start + 8;
  for (let left = meta.readUInt32BE(start + 4); left > 0; left--) {
    const id = meta.readUIntBE(at, idBytes);
    const count = meta.readUInt8(at + idBytes);
    at += idBytes + 1;
    const indexes = Array.from({ length: count }, (_, index) => {
      const place = at + index * indexBytes;
      return indexBytes === 2 ? meta.readUInt16BE(place) & 0x7fff : meta.readUInt8(place) & 0x7f;
    });
    if (id === wanted) return indexes;
    at += count * indexBytes;
  }
  return [];
}

/** A box of HEIF, with the offsets of its content. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** @returns the boxes between two offsets, up to the first that is not valid */
function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > to) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size });
    at += size;
  }
  return boxes;
}
