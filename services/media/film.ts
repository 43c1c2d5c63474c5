/** What stands for a film: its first frame that shows something. */

import { Decoder } from 'node-av/api';
import { AV_PIX_FMT_RGB24, AV_PKT_DATA_DISPLAYMATRIX, AVMEDIA_TYPE_VIDEO, SWS_BILINEAR } from 'node-av/constants';
import { Frame, SoftwareScaleContext, type Stream } from 'node-av/lib';
import sharp from 'sharp';
import { openMedia, packetsOf } from './demux.ts';
import { asThumbnail, type Drawn, requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Films often begin with black: so many frames are looked at, about five seconds. */
const FRAMES_MAX = 150;
/** Mean brightness from 0 to 255 below which a frame shows nothing. */
const DARK = 12;
const LONGEST_SIDE = 1_680;

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
  let first: Still | null = null;
  let seen = 0;
  for await (const frame of framesOf(context, stream)) {
    const still = toStill(frame);
    first ??= still;
    if (brightness(still) >= DARK) return draw(still, stream);
    if (++seen >= FRAMES_MAX) break;
  }
  if (!first) throw new Undrawable('None of its frames can be decoded.');
  return draw(first, stream);
}

async function* framesOf(context: Awaited<ReturnType<typeof openMedia>>, stream: Stream): AsyncGenerator<Frame> {
  using decoder = await Decoder.create(stream, { threadCount: 1, exitOnError: false });
  for await (const packet of packetsOf(context, stream.index)) yield* decoder.decodeAllSync(packet);
  yield* decoder.flushFramesSync();
}

/** A frame in memory, with the shape in which it is shown. */
interface Still {
  pixels: Buffer;
  width: number;
  height: number;
  /** How much wider than stored a pixel is shown. */
  stretch: number;
}

function toStill(frame: Frame): Still {
  requireDrawable(frame.width, frame.height);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(frame.width, frame.height));
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  const { num, den } = frame.sampleAspectRatio;
  using scaler = new SoftwareScaleContext();
  scaler.getContext(frame.width, frame.height, frame.format as never, width, height, AV_PIX_FMT_RGB24, SWS_BILINEAR);
  using shown = new Frame();
  shown.alloc();
  Object.assign(shown, { width, height, format: AV_PIX_FMT_RGB24 });
  if (shown.getBuffer(1) < 0 || scaler.scaleFrameSync(shown, frame) < 0)
    throw new Undrawable('A frame cannot be shown.');
  return { pixels: shown.toBuffer(), width, height, stretch: num > 0 && den > 0 ? num / den : 1 };
}

function brightness({ pixels }: Still): number {
  let sum = 0;
  const step = 3 * 31 + 1;
  for (let at = 0; at < pixels.length; at += step) sum += pixels[at] ?? 0;
  return sum / Math.ceil(pixels.length / step);
}

async function draw({ pixels, width, height, stretch }: Still, stream: Stream): Promise<Drawn> {
  const raw = { raw: { width, height, channels: 3 } as const };
  const shape = { width: Math.max(1, Math.round(width * Math.min(stretch, 10))), height, fit: 'fill' } as const;
  const upright = await sharp(pixels, raw).resize(shape).raw().toBuffer({ resolveWithObject: true });
  const turned = sharp(upright.data, { raw: upright.info }).rotate(turnOf(stream));
  return asThumbnail(turned);
}

/** @returns by how many degrees clockwise it is to be turned: a phone writes this beside the film, as a matrix */
function turnOf(stream: Stream): number {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return (Math.round(degrees / 90) * 90 + 360) % 360;
}
