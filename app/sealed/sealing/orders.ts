/** What the page and its sealing worker say to each other. */
import type { Original } from '../parcel.ts';

/** What is to be sealed. */
export interface SealOrder extends Pick<Original, 'name' | 'type' | 'title'> {
  /** The original, or its whole address on our own origin. */
  source: Blob | string;
  /** Of the original, in bytes. */
  size: number;
}

/** To the worker: an order with the name of its file on the browser's disk, or the end of the work. */
export type ToWorker = (SealOrder & { scratch: string }) | 'cancel';

/** A share as it is printed. */
export interface PrintedShare {
  /** Six lines of three groups. */
  lines: readonly string[];
  checksum: string;
  /** The text of the square code. */
  code: string;
}

/** A parcel, with all that opens it. */
export interface SealedParcel {
  /** content.age */
  content: Blob;
  meta: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
  /** Our share: it is sent only where there are sheets. */
  share: Uint8Array<ArrayBuffer>;
  /** The two that only paper has. */
  sheets: Record<'A' | 'B', PrintedShare>;
  words: readonly string[];
  /** Eight hex digits that name it on paper. */
  number: string;
}

/** `unread`: the original could not be read to its end. `no-room`: the browser's disk is full. `fault`: anything else. */
export type SealFailure = 'unread' | 'no-room' | 'fault';

/** From the worker. `done` in bytes of the original. */
export type FromWorker =
  | { kind: 'progress'; done: number }
  | { kind: 'sealed'; parcel: SealedParcel }
  | { kind: 'failed'; why: SealFailure }
  | { kind: 'cancelled' };
