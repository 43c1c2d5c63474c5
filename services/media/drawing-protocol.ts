/**
 * The messages between our process and its child that decodes one file. The child gets a job in its arguments. It asks for
 * ranges of the file, one line of JSON each, and gets exactly those bytes; its last line is the result.
 */
import { z } from 'zod';

/**
 * What to make of a file: a thumbnail, of a PDF its first `page`; a waveform; a `face`, the small square of a profile picture;
 * or a `copy`, the whole picture as JPEG.
 */
export type DrawnKind = 'image' | 'video' | 'audio' | 'page' | 'face' | 'copy';

/** The bars of a waveform. */
export const PEAKS = 120;

export interface DrawingJob {
  kind: DrawnKind;
  contentType: string;
  /** In bytes. */
  size: number;
  /** How long a recording may be decoded, in milliseconds. */
  listening: number;
  /** The largest resident size of the child, in bytes. */
  memory: number;
}

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
]);
export type DrawingLine = z.infer<typeof drawingLine>;
