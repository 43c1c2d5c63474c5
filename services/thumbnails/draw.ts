import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawn } from '#services/media/picture.ts';

/** A file to draw. */
export interface Drawable {
  kind: DrawnKind;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Reads a part of it, decrypted. An error ends the drawing, and is thrown on. */
  read(start: number, length: number): Promise<Buffer>;
}

/** The result of a drawing. */
export type Drawing =
  | { outcome: 'drawn'; drawn: Drawn }
  /** The file is broken or too large: another try would be refused, too. */
  | { outcome: 'refused'; reason: string }
  /** The process that drew it died: another try may succeed. */
  | { outcome: 'died'; reason: string };

/** Draws a file in a process of its own, which may die of it. */
export type Draw = (drawable: Drawable) => Promise<Drawing>;
