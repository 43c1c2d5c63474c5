import { drawFilm } from './film.ts';
import { type Drawn, drawPicture } from './picture.ts';
import { inBlocks, type RangeReader } from './range-reader.ts';
import { drawSound } from './sound.ts';

/** What a file can be drawn as. */
export type DrawnKind = 'image' | 'video' | 'audio';

/** Pictures as phones keep them: their codec is not among those of the library for pictures. */
const HEVC_PICTURES = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/**
 * Draws what stands for a file in lists. It decodes what somebody sent, so it runs in a process of its own.
 * @param until by when a long recording is drawn as far as it was heard, in milliseconds since 1970
 * @throws Undrawable, or whatever a decoder throws, when it cannot be drawn
 */
export function draw(kind: DrawnKind, contentType: string, reader: RangeReader, until: number): Promise<Drawn> {
  switch (kind) {
    case 'image':
      return HEVC_PICTURES.has(contentType) ? drawFilm(inBlocks(reader)) : drawPicture(reader);
    case 'video':
      return drawFilm(inBlocks(reader));
    case 'audio':
      return drawSound(inBlocks(reader), until);
  }
}
