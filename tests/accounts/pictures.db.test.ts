/** Profile pictures: which files are accepted, what is stored, and who sees it. */
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '#services/accounts/account.ts';
import { openPicture, PICTURE_MAX_BYTES, savePicture } from '#services/accounts/pictures.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { Draw } from '#services/thumbnails/draw.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { drawHere } from '#tests/media/draw-here.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const RED = { r: 200, g: 30, b: 30 };

/** A wide picture with a red left half, rotated by its metadata, which also has a place. */
async function sideways(): Promise<Buffer> {
  const half = { create: { width: 300, height: 400, channels: 3 as const, background: RED } };
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a7f7f' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function idOf(userId: string): Promise<string> {
  const address = (await findAccount(stage.context().em, userId))?.picture ?? '';
  return address.slice('/api/user/picture/'.length);
}

async function mean(picture: Buffer, region: { left: number; top: number }): Promise<number[]> {
  const part = await sharp(picture)
    .extract({ ...region, width: 20, height: 20 })
    .png()
    .toBuffer();
  return (await sharp(part).stats()).channels.map((channel) => Math.round(channel.mean));
}

describe('a picture', () => {
  test('becomes an upright square without metadata, and is sealed', async () => {
    const helena = await createPerson(stage.context());
    await savePicture(stage.context(), helena.id, await sideways(), drawApart());
    const { bytes, contentType } = await openPicture(stage.context(), helena.id, await idOf(helena.id));
    const shown = await sharp(bytes).metadata();
    expect([contentType, shown.format, shown.width, shown.height]).toEqual(['image/webp', 'webp', 256, 256]);
    expect([shown.exif, shown.xmp, shown.icc, shown.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    const [top = 0] = await mean(bytes, { left: 118, top: 20 });
    const [bottom = 255] = await mean(bytes, { left: 118, top: 216 });
    expect([top > 150, bottom < 80]).toEqual([true, true]);
    const [row] = await stage
      .context()
      .em.execute<{ sealed: Buffer }[]>('select sealed from pictures where user_id = ?', [helena.id]);
    expect(row?.sealed.includes(bytes.subarray(20, 60))).toBe(false);
  });

  test('may be HEIC or transparent; what is transparent becomes white', async () => {
    const helena = await createPerson(stage.context());
    const heic = readFileSync(new URL('../media/fixtures/tiles.heic', import.meta.url));
    await savePicture(stage.context(), helena.id, heic, drawApart());
    const first = await idOf(helena.id);
    expect((await sharp((await openPicture(stage.context(), helena.id, first)).bytes).metadata()).width).toBe(256);
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    await savePicture(stage.context(), helena.id, clear, drawHere);
    const { bytes } = await openPicture(stage.context(), helena.id, await idOf(helena.id));
    expect(await mean(bytes, { left: 0, top: 0 })).toEqual([255, 255, 255]);
    await expect(openPicture(stage.context(), helena.id, first), 'the one before').rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('is not shown to others, nor when it was moved to another id', async () => {
    const [helena, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    await savePicture(stage.context(), helena.id, await sideways(), drawHere);
    const id = await idOf(helena.id);
    await expect(openPicture(stage.context(), other.id, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(openPicture(stage.context(), helena.id, 'no-id')).rejects.toMatchObject({ code: 'not-found' });
    await stage.context().em.execute('update pictures set user_id = ? where id = ?', [other.id, id]);
    await expect(openPicture(stage.context(), other.id, id)).rejects.toThrow(SealBroken);
  });

  test('that fails leaves the previous one', async () => {
    const helena = await createPerson(stage.context());
    await savePicture(stage.context(), helena.id, await sideways(), drawHere);
    const before = await idOf(helena.id);
    const whole = await sideways();
    const refused: [string, Buffer, string][] = [
      [
        'a script',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        'validation-failed',
      ],
      ['nothing', Buffer.alloc(0), 'validation-failed'],
      ['a film', readFileSync(new URL('../media/fixtures/teal.mp4', import.meta.url)), 'validation-failed'],
      ['half of one', whole.subarray(0, whole.length / 2), 'validation-failed'],
      ['only its first bytes', Buffer.concat([whole.subarray(0, 4), Buffer.alloc(900)]), 'validation-failed'],
      ['too many pixels', bomb(), 'validation-failed'],
      ['too many bytes', Buffer.concat([whole, Buffer.alloc(PICTURE_MAX_BYTES)]), 'too-large'],
    ];
    for (const [what, bytes, code] of refused)
      await expect(savePicture(stage.context(), helena.id, bytes, drawHere), what).rejects.toMatchObject({ code });
    expect(await idOf(helena.id)).toBe(before);
  });

  test('is not decoded when its first bytes are of no picture, whatever its name', async () => {
    const helena = await createPerson(stage.context());
    const never: Draw = () => {
      throw new Error('It was decoded.');
    };
    const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]);
    await expect(savePicture(stage.context(), helena.id, bmp, never)).rejects.toMatchObject({
      code: 'validation-failed',
      fields: [{ field: 'picture' }],
    });
  });
});

/** A PNG whose header claims 50,000 by 50,000 pixels. */
function bomb(): Buffer {
  const head = Buffer.alloc(25);
  head.writeUInt32BE(13, 0);
  head.write('IHDR', 4, 'latin1');
  head.writeUInt32BE(50_000, 8);
  head.writeUInt32BE(50_000, 12);
  head.set([8, 2, 0, 0, 0], 16);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(head.subarray(4, 21)), 0);
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), head.subarray(0, 21), sum, end]);
}
