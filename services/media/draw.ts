import { asFace, asThumbnail, type Drawn, drawPicture } from './picture.ts';
import { inBlocks, type RangeReader } from './range-reader.ts';

/** What a file can be drawn as; a face is a small square of a picture. */
export type DrawnKind = 'image' | 'video' | 'audio' | 'face';

/** Pictures as phones keep them: their codec is not among those of the library for pictures. */
const HEVC_PICTURES = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/** Pictures that FFmpeg reads and the library for pictures does not: like a film of one frame. */
const LIKE_FILMS = new Set(['image/bmp', 'image/jxl']);

/**
 * Draws what stands for a file in lists. It decodes what somebody sent, so it runs in a process of its own.
 * @param until by when a long recording is drawn as far as it was heard, in milliseconds since 1970
 * @throws Undrawable, or whatever a decoder throws, when it cannot be drawn
 */
export async function draw(kind: DrawnKind, contentType: string, reader: RangeReader, until: number): Promise<Drawn> {
  // Loaded when wanted: FFmpeg is large, and most pictures do without.
  const finish = kind === 'face' ? asFace : asThumbnail;
  const isPicture = kind === 'face' || kind === 'image';
  if (isPicture && HEVC_PICTURES.has(contentType))
    return (await import('./heic.ts')).drawHeic(inBlocks(reader), finish);
  if (isPicture && !LIKE_FILMS.has(contentType)) return drawPicture(reader, finish);
  if (kind === 'audio') return (await import('./sound.ts')).drawSound(inBlocks(reader), until);
  return (await import('./film.ts')).drawFilm(inBlocks(reader));
}
