import { readFileSync } from 'node:fs';
import { drawApart } from '#services/media/draw-apart.ts';
import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawable } from '#services/thumbnails/draw.ts';

/** Decoders have a low priority: on a busy machine one takes long, and only a test about time may end it. */
export const drawUnhurried: typeof drawApart = (options) => drawApart({ working: 300_000, ...options });

export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
export const child = (name: string) => new URL(`fixtures/${name}`, import.meta.url);

export function drawable(kind: DrawnKind, file: Buffer, contentType = `${kind}/any`): Drawable & { bytesRead: number } {
  return {
    kind,
    contentType,
    size: file.length,
    bytesRead: 0,
    async read(start, length) {
      this.bytesRead += length;
      return file.subarray(start, start + length);
    },
  };
}
