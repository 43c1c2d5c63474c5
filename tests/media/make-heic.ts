/**
 * Puts a HEIC picture together the way phones do: tiles in HEVC, a grid that says how they lie, and a turn. For
 * `make-fixtures.ts`; nothing that comes from npm writes one.
 */

export const u8 = (...values: number[]) => Buffer.from(values);
export const u16 = (...values: number[]) => Buffer.concat(values.map((value) => u8(value >> 8, value & 255)));
export const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));
export const box = (type: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(inside.length + 8), Buffer.from(type, 'latin1'), inside]);
};
/** A box with a version and flags. */
export const full = (type: string, version: number, ...content: Buffer[]) =>
  box(type, u8(version, 0, 0, 0), ...content);

/** @returns the content of the first box of this type, wherever it is */
function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1');
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/**
 * @param tiles films of one frame each, in an MP4 with HEVC, all of one size and made in the same way
 * @param shape the size of a tile, how many lie beside each other, and the size of the whole, in pixels
 * @param quarters by how many quarters it is turned against the clock
 */
export function heicOf(
  tiles: Buffer[],
  shape: { tile: number; columns: number; width: number; height: number },
  quarters: number,
): Buffer {
  const samples = tiles.map((tile) => contentOf(tile, 'mdat'));
  const grid = 1;
  const ids = tiles.map((_, index) => index + 2);
  const info = (id: number, type: string) => full('infe', 2, u16(id, 0), Buffer.from(`${type}\0`));
  const properties = [
    box('hvcC', contentOf(tiles[0] ?? Buffer.alloc(0), 'hvcC')),
    full('ispe', 0, u32(shape.tile, shape.tile)),
    full('ispe', 0, u32(shape.width, shape.height)),
    box('irot', u8(quarters)),
  ];
  const owners = [
    Buffer.concat([u16(grid), u8(2, 3, 0x84)]),
    ...ids.map((id) => Buffer.concat([u16(id), u8(2, 0x81, 2)])),
  ];
  const gridBytes = Buffer.concat([
    u8(0, 0, tiles.length / shape.columns - 1, shape.columns - 1),
    u16(shape.width, shape.height),
  ]);
  const ftyp = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const metaAt = (mdatAt: number) => {
    let at = mdatAt + 8;
    const places = samples.map((sample, index) => {
      const place = Buffer.concat([u16(ids[index] ?? 0, 0, 0, 1), u32(at, sample.length)]);
      at += sample.length;
      return place;
    });
    const gridPlace = Buffer.concat([u16(grid, 1, 0, 1), u32(0, gridBytes.length)]);
    return full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      full('pitm', 0, u16(grid)),
      full('iinf', 0, u16(tiles.length + 1), info(grid, 'grid'), ...ids.map((id) => info(id, 'hvc1'))),
      full('iref', 0, box('dimg', u16(grid, ids.length, ...ids))),
      box('iprp', box('ipco', ...properties), full('ipma', 0, u32(owners.length), ...owners)),
      box('idat', gridBytes),
      full('iloc', 1, u8(0x44, 0), u16(tiles.length + 1), gridPlace, ...places),
    );
  };
  const mdatAt = ftyp.length + metaAt(0).length;
  return Buffer.concat([ftyp, metaAt(mdatAt), box('mdat', ...samples)]);
}
