import { asFace, asThumbnail, drawPicture } from '#services/media/picture.ts';
import type { Draw } from '#services/thumbnails/draw.ts';

/**
 * Draws a picture that sharp decodes as the product does, in this process: one of its own takes half a second. For tests of
 * what follows a drawing; `drawing.process.test.ts` tests the process.
 */
export const drawHere: Draw = async ({ kind, size, read }) => {
  const bytes = await read(0, size);
  const reader = { size, read: async () => bytes };
  return drawPicture(reader, kind === 'face' ? asFace : asThumbnail).then(
    (drawn) => ({ outcome: 'drawn', drawn }),
    (error: Error) => ({ outcome: 'refused', reason: error.message }),
  );
};
