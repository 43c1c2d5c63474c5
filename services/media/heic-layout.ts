/** How a HEIC picture is put together: phones cut it into tiles, each a picture of its own. Read from its `meta` box. */
import { type Box, boxesIn } from './boxes.ts';
import { Undrawable } from './picture.ts';

/** The tiles of a picture. */
export interface Layout {
  /** Their numbers in the file, line by line. */
  tiles: number[];
  columns: number;
  /** In pixels, before it is turned; null for a picture of one tile. */
  size: { width: number; height: number } | null;
  /** By how many degrees clockwise it is to be turned. */
  turn: number;
}

const TILES_MAX = 1_000;
const DERIVED = 'grid';

/**
 * @param meta the content of the box
 * @throws Undrawable when this is no picture of a known kind; RangeError when it was cut
 */
export function heicLayout(meta: Buffer): Layout {
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

/** Numbers are longer in later versions of a box; pictures of phones do not need those. */
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

/** Where an item's bytes are: those of a grid lie in the box itself. */
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
    throw new Undrawable('Its places are written in a way that we do not read.');
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

/** A property of the picture says so, in quarters against the clock. */
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
