/**
 * The messages between our process and its child that decodes one file. The child gets a job in its arguments. It asks for
 * ranges of the file, one line of JSON each, and gets exactly those bytes; its last line is the result.
 */
import { z } from 'zod';

/**
 * What to make of a file: a thumbnail, of a PDF its first `page`; a waveform; a `face`, the small square of a profile picture;
 * or a `copy`, the whole picture as JPEG.
 */
const drawnKind = z.enum(['image', 'video', 'audio', 'page', 'face', 'copy']);
export type DrawnKind = z.infer<typeof drawnKind>;

/** The bars of a waveform. */
export const PEAKS = 120;

export const drawingJob = z.object({
  kind: drawnKind,
  contentType: z.string(),
  /** In bytes. */
  size: z.int().min(0),
  /** How long a recording may be decoded, in milliseconds. */
  listening: z.int().min(0),
  /** How much the child may allocate for the file, in bytes; where it cannot be locked, its largest resident size. */
  memory: z.int().min(0),
});
export type DrawingJob = z.infer<typeof drawingJob>;

/** The longest range of one question, in bytes. */
export const RANGE_MAX = 1024 * 1024;
/** The largest copy, in bytes. */
export const COPY_MAX = 12 * 1024 * 1024;
/** Longer than any result: base64 of the largest copy. */
export const LINE_MAX = 17 * 1024 * 1024;

const pixels = z.int().min(1).max(30_000).nullable();

/** A hostile file may have taken over the child, so anything else from it is refused. */
export const drawingLine = z.discriminatedUnion('say', [
  z.object({ say: z.literal('read'), start: z.int().min(0), length: z.int().min(1).max(RANGE_MAX) }),
  z.object({ say: z.literal('drawn'), width: pixels, height: pixels, base64: z.base64() }),
  z.object({ say: z.literal('refused'), reason: z.string().max(300) }),
  /** It could not load its decoder or lock itself, and has asked for nothing. */
  z.object({ say: z.literal('unready'), reason: z.string().max(300) }),
]);
export type DrawingLine = z.infer<typeof drawingLine>;
