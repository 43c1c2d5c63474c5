/** Pictures as phones keep them: tiles in the codec of a film. */
import { Decoder } from 'node-av/api';
import { type FormatContext, Packet } from 'node-av/lib';
import sharp from 'sharp';
import { openMedia } from './demux.ts';
import { type Pixels, toPixels } from './frame.ts';
import { heicLayout, type Layout } from './heic-layout.ts';
import { type Drawn, type Finish, requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

const META_BYTES_MAX = 1024 * 1024;
const TOP_BOXES_MAX = 20;

/** @throws Undrawable when it is of no kind that we know; whatever the decoder throws when it is broken */
export async function drawHeic(reader: RangeReader, finish: Finish): Promise<Drawn> {
  const layout = heicLayout(await metaOf(reader));
  if (layout.size) requireDrawable(layout.size.width, layout.size.height);
  const { bytes, width, height } = await assembled(await openMedia(reader), layout);
  return finish(sharp(bytes, { raw: { width, height, channels: 3 } }).rotate(layout.turn));
}

/** @returns what is in the box that says how the picture is put together */
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

/** Decodes the tiles, each by itself, and puts each where it belongs. */
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
      using decoder = await Decoder.create(stream, { threadCount: 1 });
      for (const frame of [...decoder.decodeAllSync(packet), ...decoder.flushFramesSync()]) {
        yield { item: stream.id, pixels: toPixels(frame) };
        frame.free();
      }
    }
    packet.unref();
  }
}

/** What reaches over the edge is cut: tiles are all of one size, and pictures are not. */
function place(canvas: Pixels, tile: Pixels, x: number, y: number): void {
  const width = Math.min(tile.width, canvas.width - x);
  for (let line = 0; line < tile.height && y + line < canvas.height; line++) {
    const from = line * tile.width * 3;
    tile.bytes.copy(canvas.bytes, ((y + line) * canvas.width + x) * 3, from, from + Math.max(0, width) * 3);
  }
}
