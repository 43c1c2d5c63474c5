/** What stands for a picture: smaller, upright, and without anything that its file says about where and by whom. */
import sharp, { type Sharp } from 'sharp';
import type { RangeReader } from './range-reader.ts';

/** Enough for the widest card on a fine screen. */
const LONGEST_SIDE = 840;
const FACE_SIDE = 256;
const QUALITY = 78;
/** A picture of fewer bytes may unfold to so many pixels that no memory holds them. */
const PIXELS_MAX = 100_000_000;
const BYTES_MAX = 64 * 1024 * 1024;

/** What stands for a file. */
export interface Drawn {
  bytes: Buffer;
  /** In pixels; null for a waveform. */
  width: number | null;
  height: number | null;
}

/** Thrown for what cannot be drawn however often it is tried. */
export class Undrawable extends Error {
  override readonly name = 'Undrawable';
}

/** Makes what is kept of a picture that was decoded. */
export type Finish = (picture: Sharp) => Promise<Drawn>;

/**
 * @returns the first frame of a picture as WebP
 * @throws Undrawable when it is too large; whatever the decoder throws when it is broken
 */
export async function drawPicture(reader: RangeReader, finish: Finish): Promise<Drawn> {
  if (reader.size > BYTES_MAX) throw new Undrawable('The file is larger than what is read of a picture.');
  const bytes = await reader.read(0, reader.size);
  return finish(sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
}

/** @returns a picture in memory as a thumbnail */
export function asThumbnail(picture: Sharp): Promise<Drawn> {
  return asWebp(picture.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }));
}

/** @returns the middle of a picture in memory as a small square: what stands below it does not shine through */
export function asFace(picture: Sharp): Promise<Drawn> {
  return asWebp(picture.resize({ width: FACE_SIDE, height: FACE_SIDE, fit: 'cover' }).flatten({ background: 'white' }));
}

async function asWebp(picture: Sharp): Promise<Drawn> {
  const { data, info } = await picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** @throws Undrawable when a frame has more pixels than can be held */
export function requireDrawable(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > PIXELS_MAX) throw new Undrawable('The picture is too large.');
}
