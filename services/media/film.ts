/** The thumbnail of a film: its first frame that is not dark. */
import { AV_PKT_DATA_DISPLAYMATRIX, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import sharp from 'sharp';
import { openDecoder, openMedia, type Pixels, packetsOf, toPixels } from './ffmpeg.ts';
import { asThumbnail, type Drawn, requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Films often begin with black: so many frames are tried, about five seconds. */
const FRAMES_MAX = 150;
/** Mean brightness from 0 to 255 below which a frame counts as dark. */
const DARK = 12;
/** In pixels: twice a thumbnail, because sharp scales down better than FFmpeg. */
const LONGEST_SIDE = 1_680;
/** Bytes. Not a multiple of three, so that each colour is sampled. */
const SAMPLED_EACH = 94;
const STRETCH_MAX = 10;

/**
 * @returns WebP, upright; the first frame where all are dark
 * @throws Undrawable when there is no frame
 */
export async function drawFilm(reader: RangeReader): Promise<Drawn> {
  await using context = await openMedia(reader);
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
  using decoder = await openDecoder(stream, { exitOnError: false });
  for await (const packet of packetsOf(context, stream.index)) yield* decoder.decodeAllSync(packet);
  yield* decoder.flushFramesSync();
}

/** @returns the mean of a sample, from 0 to 255 */
function brightness({ bytes }: Pixels): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += SAMPLED_EACH) sum += bytes[at] ?? 0;
  return sum / Math.ceil(bytes.length / SAMPLED_EACH);
}

/** @returns the width of a pixel divided by its height */
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

/** @returns degrees clockwise to turn it upright: phones write a matrix beside the film */
function turnOf(stream: Stream): number {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return (Math.round(degrees / 90) * 90 + 360) % 360;
}
