/** TIFF structures with a place, made by hand: EXIF, and a picture whose place is far from what points to it. */
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** An entry of a directory in a TIFF: a type of value, how many, and the value or where it is. */
export function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
}

export function directory(...entries: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([entries.length, 0]), ...entries, Buffer.alloc(4)]);
}

const rationals = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers.flatMap((n) => [n, 1])).buffer);
const PLACES = Buffer.concat([rationals(38, 42, 50), rationals(9, 8, 22)]);

/** @returns latitude and longitude, which are in `PLACES` at this offset, and altitude at the same */
function gpsDirectory(placesAt: number): Buffer {
  const latitude = [entry(1, 2, 2, 0x4e), entry(2, 5, 3, placesAt)];
  return directory(
    entry(0, 1, 4, 2),
    ...latitude,
    entry(3, 2, 2, 0x57),
    entry(4, 5, 3, placesAt + 24),
    entry(6, 5, 1, placesAt),
  );
}

/** EXIF: a place, or a camera's note instead. */
export function tiff(camera?: { make: string; note: Buffer }): Buffer {
  const header = latin1('II*\0\x08\0\0\0');
  if (!camera) {
    const gps = gpsDirectory(26);
    return Buffer.concat([header, directory(entry(0x8825, 4, 1, 26 + PLACES.length)), PLACES, gps]);
  }
  const make = Buffer.alloc(12, `${camera.make}\0`);
  const [makeAt, exifAt, noteAt] = [38, 50, 68];
  const first = directory(entry(0x10f, 2, camera.make.length + 1, makeAt), entry(0x8769, 4, 1, exifAt));
  const note = directory(entry(0x927c, 7, camera.note.length, noteAt));
  return Buffer.concat([header, first, make, note, camera.note]);
}

/** A gray picture: the place first, then a megabyte and a half of pixels, then what points to both. */
export function farTiff(): Buffer {
  const [width, height] = [1_600, 1_000];
  const gps = gpsDirectory(8);
  const iptc = Buffer.concat([latin1('\x1c\x02\x5a\0\x06Lisboa'), latin1('\x1c\x02\x78\0\x01A')]);
  const iptcAt = 8 + PLACES.length + gps.length;
  const pixelsAt = iptcAt + iptc.length;
  const header = latin1('II*\0\0\0\0\0');
  header.writeUInt32LE(pixelsAt + width * height, 4);
  const first = directory(
    ...[entry(256, 3, 1, width), entry(257, 3, 1, height), entry(258, 3, 1, 8)],
    ...[entry(259, 3, 1, 1), entry(262, 3, 1, 1)],
    ...[entry(273, 4, 1, pixelsAt), entry(274, 3, 1, 6), entry(277, 3, 1, 1), entry(278, 3, 1, height)],
    ...[
      entry(279, 4, 1, width * height),
      entry(0x83bb, 7, iptc.length, iptcAt),
      entry(0x8825, 4, 1, 8 + PLACES.length),
    ],
  );
  return Buffer.concat([header, PLACES, gps, iptc, Buffer.alloc(width * height, 0x7f), first]);
}
