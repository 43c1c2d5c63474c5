import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawn } from '#services/media/picture.ts';

/** A file that is to be drawn. */
export interface Drawable {
  kind: DrawnKind;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Reads a part of it, in clear. What it throws ends the drawing, and is passed on. */
  read(start: number, length: number): Promise<Buffer>;
}

/** What came of a drawing. */
export type Drawing =
  | { outcome: 'drawn'; drawn: Drawn }
  /** It is broken, or too large: trying again is of no use. */
  | { outcome: 'refused'; reason: string }
  /** Whoever drew it came to an end: it may go better another time. */
  | { outcome: 'died'; reason: string };

/** Draws a file somewhere apart: in a process that may die of it. */
export type Draw = (drawable: Drawable) => Promise<Drawing>;
