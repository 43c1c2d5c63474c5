/**
 * What is said between a process of ours and the one that decodes. That process begins with a job in its arguments, asks for
 * ranges of the file, one line each, and gets exactly those bytes; its last line is the answer. Lines are JSON.
 */
import { z } from 'zod';
import type { DrawnKind } from './draw.ts';

/** What to draw. */
export interface DrawingJob {
  kind: DrawnKind;
  contentType: string;
  /** In bytes. */
  size: number;
  /** How long a recording may be listened to, in milliseconds. */
  listening: number;
  /** How large the process may grow, in bytes. */
  memory: number;
}

/** No range that is asked for is longer: a picture is read in several. */
export const RANGE_MAX = 1024 * 1024;
/** Longer than any line with an answer in it. */
export const LINE_MAX = 4 * 1024 * 1024;

const pixels = z.int().min(1).max(2_000).nullable();

/** What the process that decodes says; it may have been taken over by what it decodes, so nothing else is heard. */
export const drawingLine = z.discriminatedUnion('say', [
  z.object({ say: z.literal('read'), start: z.int().min(0), length: z.int().min(1).max(RANGE_MAX) }),
  z.object({ say: z.literal('drawn'), width: pixels, height: pixels, base64: z.base64() }),
  z.object({ say: z.literal('refused'), reason: z.string().max(300) }),
]);
export type DrawingLine = z.infer<typeof drawingLine>;
