/** Thumbnails and copies of pictures: upright, and without metadata. */
import sharp, { type Sharp } from 'sharp';
import { COPY_MAX } from './drawing-protocol.ts';
import type { RangeReader } from './range-reader.ts';

/** In pixels: enough for the widest card at two pixels per point. */
export const LONGEST_SIDE = 840;
const FACE_SIDE = 256;
const QUALITY = 78;
/** A JPEG of 12 megapixels then takes a few megabytes. */
const COPY_QUALITY = 88;
/** A small file may decompress to more pixels than the memory holds. */
const PIXELS_MAX = 100_000_000;
const BYTES_MAX = 64 * 1024 * 1024;

/** A thumbnail, a copy or a waveform. */
export interface Drawn {
  bytes: Buffer;
  /** In pixels; null for a waveform. */
  width: number | null;
  height: number | null;
}

/** Trying again would not help. */
export class Undrawable extends Error {
  override readonly name = 'Undrawable';
}

/** Turns a decoded picture into its thumbnail or copy. */
export type Finish = (picture: Sharp) => Promise<Drawn>;

/**
 * @returns the first frame as WebP
 * @throws Undrawable when it is too large; whatever the decoder throws for a broken file
 */
export async function drawPicture(reader: RangeReader, finish: Finish): Promise<Drawn> {
  const bytes = await wholeFile(reader);
  return finish(sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
}

/** @throws Undrawable for a file larger than BYTES_MAX, before it is read */
export function wholeFile(reader: RangeReader): Promise<Buffer> {
  if (reader.size > BYTES_MAX) throw new Undrawable('The file is larger than any that we read whole.');
  return reader.read(0, reader.size);
}

/** @returns a thumbnail as WebP */
export function asThumbnail(picture: Sharp): Promise<Drawn> {
  return asWebp(picture.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }));
}

/** @returns the middle of the picture as a small square, on white where it is transparent */
export function asFace(picture: Sharp): Promise<Drawn> {
  return asWebp(picture.resize({ width: FACE_SIDE, height: FACE_SIDE, fit: 'cover' }).flatten({ background: 'white' }));
}

/**
 * @returns the whole picture as JPEG, without metadata. The colour profile goes with that: strong colours become paler.
 * @throws Undrawable when it is larger than COPY_MAX
 */
export async function asCopy(picture: Sharp): Promise<Drawn> {
  const { data, info } = await picture.jpeg({ quality: COPY_QUALITY }).toBuffer({ resolveWithObject: true });
  if (data.length > COPY_MAX) throw new Undrawable('The copy is too large.');
  return { bytes: data, width: info.width, height: info.height };
}

async function asWebp(picture: Sharp): Promise<Drawn> {
  const { data, info } = await picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** @throws Undrawable when a frame has more pixels than the memory holds */
export function requireDrawable(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > PIXELS_MAX) throw new Undrawable('The picture is too large.');
}
