/** What the page that opens a sealed item and its worker say to each other. Only the worker has the identity. */
import type { Opening, ParcelMeta } from '../parcel.ts';
import type { ParcelFaultKind } from '../parcel-fault.ts';
import type { Script } from '../start-worker.ts';

/** A parcel on a server. */
export interface RemoteParcel {
  meta: Uint8Array;
  key: Uint8Array;
  /** The whole address of content.age. */
  content: string;
  /** Of content.age, in bytes. */
  size: number;
}

/** What the service worker was asked for; it asks for each piece, and stops, by the port. */
export interface ServedRequest {
  /** The header Range. */
  range: string | null;
  isDownload: boolean;
  port: MessagePort;
}

/** The beginning of the answer. Then come pieces of bytes, one each time the port says "more"; null at the end. */
export interface ServedHead {
  status: number;
  headers: Record<string, string>;
}

/** From the page to the worker. */
export type Order =
  | { kind: 'open'; parcel: RemoteParcel; by: Opening }
  /** All of it, verified to its end, in pieces. */
  | { kind: 'read' }
  | ({ kind: 'serve' } & ServedRequest);

/** `gone`: its link or sign-in is no longer valid. `unreachable`: no answer, or not one of ours. */
export type FaultKind = ParcelFaultKind | 'gone' | 'unreachable';

/** From the worker to the page. */
export type News =
  | { kind: 'opened'; meta: ParcelMeta }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'whole' }
  /** Bytes went to the service worker, which the browser must not stop now. */
  | { kind: 'served' }
  | { kind: 'fault'; fault: FaultKind; words: readonly string[] };

/** What the server says to the page about the item that it opens. */
export interface OpeningConfig {
  /** Gives `{label, size, meta, key, share}` in base64. */
  parcel: string;
  /** content.age, in ranges. */
  content: string;
  worker: Script;
  camera: Script;
  /** Shown before opening; the operators of the server can change it. */
  label: string;
  /** That is printed on its sheets. */
  number: string;
  /** For dates, as the page has them. */
  locale: string;
}
