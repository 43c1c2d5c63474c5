/** What stands for a film: its first frame that shows something. */

import { Decoder } from 'node-av/api';
import { AV_PKT_DATA_DISPLAYMATRIX, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import sharp from 'sharp';
import { openMedia, packetsOf } from './demux.ts';
import { type Pixels, toPixels } from './frame.ts';
import { asThumbnail, type Drawn, requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Films often begin with black: so many frames are looked at, about five seconds. */
const FRAMES_MAX = 150;
/** Mean brightness from 0 to 255 below which a frame shows nothing. */
const DARK = 12;
/** Twice as large as it will be: shrinking is left to what does it best. */
const LONGEST_SIDE = 1_680;
/** Not a multiple of three: each colour is looked at. */
const SAMPLED_EACH = 94;
const STRETCH_MAX = 10;

/**
 * @returns a frame as WebP, upright
 * @throws Undrawable when there is none
 */
export async function drawFilm(reader: RangeReader): Promise<Drawn> {
  const context = await openMedia(reader);
  const index = context.findBestStream(AVMEDIA_TYPE_VIDEO);
  const stream = context.streams[index];
  if (index < 0 || !stream) throw new Undrawable('There is no picture in it.');
  requireDrawable(stream.codecpar.width, stream.codecpar.height);
  let first: (() => Promise<Drawn>) | null = null;
  let seen = 0;
  for await (const frame of framesOf(context, stream)) {
    const pixels = toPixels(frame, LONGEST_SIDE);
    const stretch = stretchOf(frame);
    frame.free();
    const draw = () => drawShown(pixels, stretch, turnOf(stream));
    if (brightness(pixels) >= DARK) return draw();
    first ??= draw;
    if (++seen >= FRAMES_MAX) break;
  }
  if (!first) throw new Undrawable('None of its frames can be decoded.');
  return first();
}

async function* framesOf(context: Awaited<ReturnType<typeof openMedia>>, stream: Stream): AsyncGenerator<Frame> {
  using decoder = await Decoder.create(stream, { threadCount: 1, exitOnError: false });
  for await (const packet of packetsOf(context, stream.index)) yield* decoder.decodeAllSync(packet);
  yield* decoder.flushFramesSync();
}

/** @returns the mean of some of its pixels, from 0 to 255 */
function brightness({ bytes }: Pixels): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += SAMPLED_EACH) sum += bytes[at] ?? 0;
  return sum / Math.ceil(bytes.length / SAMPLED_EACH);
}

/** @returns how much wider than stored a pixel is shown */
function stretchOf({ sampleAspectRatio: { num, den } }: Frame): number {
  return num > 0 && den > 0 ? Math.min(num / den, STRETCH_MAX) : 1;
}

async function drawShown({ bytes, width, height }: Pixels, stretch: number, turn: number): Promise<Drawn> {
  const shape = { width: Math.max(1, Math.round(width * stretch)), height, fit: 'fill' } as const;
  const { data, info } = await sharp(bytes, { raw: { width, height, channels: 3 } })
    .resize(shape)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return asThumbnail(sharp(data, { raw: info }).rotate(turn));
}

/** @returns by how many degrees clockwise it is to be turned: a phone writes this beside the film, as a matrix */
function turnOf(stream: Stream): number {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return (Math.round(degrees / 90) * 90 + 360) % 360;
}
