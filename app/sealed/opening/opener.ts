/** An attempt to open a sealed item: the parcel from the server, and the worker that opens it. */
import type { Opening, ParcelMeta } from '../parcel.ts';
import { startWorker } from '../start-worker.ts';
import type { FaultKind, News, OpeningConfig, Order, RemoteParcel, ServedRequest } from './protocol.ts';

/** A parcel that does not open, and why. */
export class OpeningFault extends Error {
  override readonly name = 'OpeningFault';
  readonly kind: FaultKind;
  /** That are not in the list. */
  readonly words: readonly string[];

  constructor(kind: FaultKind, words: readonly string[] = []) {
    super(kind);
    this.kind = kind;
    this.words = words;
  }
}

/** A parcel as the server has it, with our share; null where there is none, or it is not for this person. */
export interface FetchedParcel extends RemoteParcel {
  share: Uint8Array | null;
}

/**
 * Asks anew for each attempt: a link that was revoked meanwhile gives no share.
 * @throws OpeningFault gone, unreachable; the reason of the signal
 */
export async function fetchParcel(config: OpeningConfig, signal: AbortSignal): Promise<FetchedParcel> {
  const answer = await fetch(config.parcel, { cache: 'no-store', signal }).catch(() => null);
  signal.throwIfAborted();
  if (!answer || answer.status >= 500) throw new OpeningFault('unreachable');
  if (!answer.ok) throw new OpeningFault('gone');
  try {
    const { size, meta, key, share } = (await answer.json()) as Record<'meta' | 'key', string> & {
      size: number;
      share?: string | null;
    };
    const parts = { meta: bytesOf(meta), key: bytesOf(key), share: share ? bytesOf(share) : null };
    return { ...parts, size, content: new URL(config.content, location.href).href };
  } catch {
    throw new OpeningFault('unreachable');
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** The worker with an item that was opened. When the page goes, everything that it knew goes. */
export class Opened {
  readonly meta: ParcelMeta;
  readonly #worker: Worker;

  private constructor(worker: Worker, meta: ParcelMeta) {
    this.meta = meta;
    this.#worker = worker;
  }

  /** @throws OpeningFault; the reason of the signal */
  static async open(config: OpeningConfig, parcel: RemoteParcel, by: Opening, signal: AbortSignal): Promise<Opened> {
    const worker = await startWorker(config.worker).catch(() => {
      throw new OpeningFault('unreachable');
    });
    try {
      const { meta, key, content, size } = parcel;
      worker.postMessage({ kind: 'open', parcel: { meta, key, content, size }, by } satisfies Order);
      const news = await newsOf(worker, signal).next();
      if (news.value?.kind === 'opened') return new Opened(worker, news.value.meta);
      throw new OpeningFault('damaged');
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /**
   * @param onPart called with how much of it there is, from 0 to 1
   * @returns all of it, verified to its end. A browser moves what a Blob holds out of the memory of the page.
   * @throws OpeningFault; the reason of the signal
   */
  async readAll(type: string, onPart: (part: number) => void, signal: AbortSignal): Promise<Blob> {
    const parts: Blob[] = [];
    let done = 0;
    this.#worker.postMessage({ kind: 'read' } satisfies Order);
    for await (const news of newsOf(this.#worker, signal)) {
      if (news.kind === 'whole') break;
      if (news.kind !== 'piece') continue;
      parts.push(new Blob([news.bytes]));
      done += news.bytes.length;
      onPart(done / Math.max(1, this.meta.size));
    }
    return new Blob(parts, { type });
  }

  /** @param served hears of each piece that went to the service worker */
  onServed(served: () => void): void {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
      if (data.kind === 'served') served();
    });
  }

  /** @param failed hears of what is found damaged, or cannot be read, while it is played or saved */
  onFault(failed: (kind: FaultKind) => void): void {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
      if (data.kind === 'fault') failed(data.fault);
    });
  }

  /** Hands on what the service worker asks for. */
  serve({ range, isDownload, port }: ServedRequest): void {
    this.#worker.postMessage({ kind: 'serve', range, isDownload, port } satisfies Order, [port]);
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** @throws OpeningFault; the reason of the signal */
async function* newsOf(worker: Worker, signal: AbortSignal): AsyncGenerator<News> {
  const waiting: News[] = [];
  let wake = () => {};
  const hear = ({ data }: MessageEvent<News>) => {
    waiting.push(data);
    wake();
  };
  const fail = () => hear(new MessageEvent('message', { data: { kind: 'fault', fault: 'damaged', words: [] } }));
  const stop = () => wake();
  worker.addEventListener('message', hear);
  worker.addEventListener('error', fail);
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      signal.throwIfAborted();
      const news = waiting.shift();
      if (news?.kind === 'fault') throw new OpeningFault(news.fault, news.words);
      if (news) yield news;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    worker.removeEventListener('message', hear);
    worker.removeEventListener('error', fail);
    signal.removeEventListener('abort', stop);
  }
}
