import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import { requireDrawable } from '#services/media/picture.ts';
import { drawable, drawUnhurried, fixture } from './drawables.ts';
import { bomb, LOCKED, pdfOf, TEAL } from './pdfs.ts';

async function drawn(kind: DrawnKind, file: Buffer, contentType?: string) {
  const drawing = await drawUnhurried()(drawable(kind, file, contentType));
  if (drawing.outcome !== 'drawn') throw new Error(`${drawing.outcome}: ${drawing.reason}`);
  return drawing.drawn;
}

async function colour(picture: Buffer): Promise<number[]> {
  return (await sharp(picture).stats()).channels.map(({ mean }) => Math.round(mean));
}

describe('a picture', () => {
  test('is scaled down, turned upright, and loses its metadata', async () => {
    const file = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#2a7f7f' } })
      .withExif({ IFD0: { Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes, width, height } = await drawn('image', file);
    const shown = await sharp(bytes).metadata();
    expect([shown.format, shown.width, shown.height]).toEqual(['webp', 420, 840]);
    expect([width, height]).toEqual([420, 840]);
    expect([shown.exif, shown.xmp, shown.icc, shown.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('from a phone (HEIC) is assembled from its tiles, and turned', async () => {
    const file = fixture('tiles.heic');
    const { bytes, width, height } = await drawn('image', file, 'image/heic');
    expect([width, height]).toEqual([110, 170]);
    const corner = async (left: number, top: number) =>
      colour(await sharp(bytes).extract({ left, top, width: 8, height: 8 }).png().toBuffer());
    expect(await corner(100, 0)).toEqual([254, 0, 0]);
    expect(await corner(0, 160)).toEqual([0, 0, 255]);
    expect(await corner(0, 0)).toEqual([128, 128, 128]);
    // The first of its tiles as the whole picture.
    const single = Buffer.from(file);
    single.writeUInt16BE(2, single.indexOf('pitm') + 8);
    expect(await drawn('image', single, 'image/heic')).toMatchObject({ width: 64, height: 64 });
  });

  test('from a phone is copied as a JPEG in full size', async () => {
    const { bytes, width, height } = await drawn('copy', fixture('tiles.heic'), 'image/heic');
    expect([width, height]).toEqual([110, 170]);
    const { format, exif, xmp } = await sharp(bytes).metadata();
    expect([format, exif, xmp]).toEqual(['jpeg', undefined, undefined]);
  });

  test('in an old format is drawn as well', async () => {
    const [width, height] = [12, 4];
    const header = Buffer.alloc(54);
    header.write('BM');
    header.writeUInt32LE(54 + width * height * 3, 2);
    [54, 40, width, height].forEach((value, index) => {
      header.writeUInt32LE(value, 10 + index * 4);
    });
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(24, 28);
    const blue = Buffer.alloc(width * height * 3, Buffer.from([255, 0, 0]));
    const { bytes } = await drawn('image', Buffer.concat([header, blue]), 'image/bmp');
    expect(await colour(bytes)).toEqual([0, 0, 254]);
  });

  test('that is animated becomes its first frame', async () => {
    const inputs = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 30, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const file = await sharp(inputs, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { bytes, height } = await drawn('image', file);
    expect(height).toBe(30);
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    expect((await colour(bytes))[0]).toBeGreaterThan(240);
  });

  test('of 50,000 by 50,000 pixels is refused by its header', async () => {
    const bomb = drawable('image', pngOf(50_000, 50_000));
    // Not for the lines that it lacks: the limit is compared with its header before a line is read.
    expect(await drawUnhurried()(bomb)).toEqual({ outcome: 'refused', reason: 'Input image exceeds pixel limit' });
  });

  test.each([
    [10_000, 10_000, 'is begun'],
    [10_001, 10_000, 'is refused'],
    [2_000_000, 2_000_000, 'is refused'],
    [0, 100, 'is refused'],
  ])('of %i by %i pixels, in a film or in tiles, %s', (width, height, becomes) => {
    const begin = () => requireDrawable(width, height);
    if (becomes === 'is refused') expect(begin).toThrow('The picture is too large.');
    else expect(begin).not.toThrow();
  });

  test('that is too large is refused without reading it', async () => {
    const large = { ...drawable('image', Buffer.alloc(0)), size: 65 * 1024 * 1024 };
    expect(await drawUnhurried()(large)).toMatchObject({ outcome: 'refused' });
    expect(large.bytesRead).toBe(0);
  });
});

/** A PNG that says how large it is, with one line of it. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const line = chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    line,
    chunk('IEND', header.subarray(0, 0)),
  ]);
}

describe('a film', () => {
  test.each(['teal.mp4', 'teal.mov', 'teal.webm', 'teal.avi'])('%s begins with black, and shows teal', async (name) => {
    const { bytes, width, height } = await drawn('video', fixture(name));
    expect([width, height]).toEqual([160, 96]);
    const [red = 255, green = 0, blue = 0] = await colour(bytes);
    expect(red).toBeLessThan(20);
    expect(green).toBeGreaterThan(110);
    expect(blue).toBeGreaterThan(110);
  });

  test('that was filmed upright is shown upright', async () => {
    const { width, height } = await drawn('video', turned(fixture('teal.mp4')));
    expect([width, height]).toEqual([96, 160]);
  });

  test('is read in ranges, and only where needed', async () => {
    const file = fixture('teal.mp4');
    // Forty megabytes behind it that nobody needs.
    const padded = Buffer.concat([file, boxOf('free', 40_000_000)]);
    const film = drawable('video', padded);
    expect(await drawUnhurried()(film)).toMatchObject({ outcome: 'drawn' });
    expect(film.bytesRead).toBeLessThan(8_000_000);
  });

  test('that is a playlist opens no other file', async () => {
    const playlist = Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n');
    expect(await drawUnhurried()(drawable('video', playlist))).toMatchObject({ outcome: 'refused' });
  });
});

function boxOf(type: string, size: number): Buffer {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size);
  box.write(type, 4);
  return box;
}

/** @returns the same film, with a matrix that turns it by a quarter */
function turned(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const matrix = copy.indexOf('tkhd') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].forEach((value, index) => {
    copy.writeInt32BE(value, matrix + index * 4);
  });
  return copy;
}

describe('a recording', () => {
  test.each(['fading.mp3', 'fading.wav', 'fading.ogg'])('%s is loud and then quiet', async (name) => {
    const { bytes, width, height } = await drawn('audio', fixture(name));
    expect([bytes.length, width, height]).toEqual([120, null, null]);
    const mean = (part: Uint8Array) => part.reduce((sum, peak) => sum + peak, 0) / part.length;
    expect(mean(bytes.subarray(5, 55))).toBeGreaterThan(230);
    expect(mean(bytes.subarray(65, 115))).toBeLessThan(40);
  });
});

describe('a PDF', () => {
  const refused = async (file: Buffer) =>
    expect(await drawUnhurried()(drawable('page', file))).toMatchObject({ outcome: 'refused' });

  test('is drawn by its first page', async () => {
    const { bytes, width, height } = await drawn('page', TEAL);
    expect([width, height]).toEqual([840, 420]);
    const [red = 255, green = 0, blue = 0] = await colour(bytes);
    expect([Math.abs(red - 41) < 4, Math.abs(green - 128) < 4, Math.abs(blue - 128) < 4]).toEqual([true, true, true]);
  });

  test('with text is drawn in fonts of its own, without those of a system', async () => {
    const file = readFileSync(new URL('../../dev/seed/files/names.pdf', import.meta.url));
    const { bytes, width, height } = await drawn('page', file);
    expect([width, height]).toEqual([594, 840]);
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ min, max }) => [min < 60, max > 250])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  test('that is cut off, locked or without a page is refused', async () => {
    await refused(TEAL.subarray(0, TEAL.length / 2));
    await refused(Buffer.from('%PDF-1.7\n%%EOF\n'));
    await refused(LOCKED);
    await refused(pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']));
  });

  test('that is too large is refused without reading it', async () => {
    const large = { ...drawable('page', Buffer.alloc(0)), size: 65 * 1024 * 1024 };
    expect(await drawUnhurried()(large)).toMatchObject({ outcome: 'refused' });
    expect(large.bytesRead).toBe(0);
  });

  test('that paints without end takes no more time and memory than it may', async () => {
    const drawing = await drawUnhurried({ working: 8_000 })(drawable('page', bomb(9)));
    expect(drawing.outcome).not.toBe('drawn');
  });
});
