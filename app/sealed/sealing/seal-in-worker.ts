/** Seals in a worker, for a page. */
import type { FromWorker, SealedParcel, SealFailure, SealOrder, ToWorker } from './orders.ts';
import { clearLeftBehind, holdScratch } from './scratch.ts';

/** An original that was not sealed; nothing of it was sent anywhere. */
export class NotSealed extends Error {
  override readonly name = 'NotSealed';
  readonly why: SealFailure | 'cancelled';

  constructor(why: SealFailure | 'cancelled') {
    super(`It was not sealed: ${why}.`);
    this.why = why;
  }
}

/** A parcel whose content.age is on the browser's disk. */
export interface OnDisk {
  parcel: SealedParcel;
  /** Deletes content.age from the disk. */
  discard(): Promise<void>;
}

/**
 * @param onProgress gets the bytes of the original that are sealed
 * @param signal cancels it: nothing remains on the disk then
 * @throws NotSealed
 */
export async function sealInWorker(
  order: SealOrder,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<OnDisk> {
  void clearLeftBehind();
  const { name, release } = holdScratch();
  try {
    return { parcel: await askWorker({ ...order, scratch: name }, onProgress, signal), discard: release };
  } catch (error) {
    await release();
    throw error;
  }
}

function askWorker(
  order: SealOrder & { scratch: string },
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<SealedParcel> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new NotSealed('cancelled'));
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' });
    const tell = (message: ToWorker) => worker.postMessage(message);
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress(data.done);
      else if (data.kind === 'sealed') end(() => resolve(data.parcel));
      else end(() => reject(new NotSealed(data.kind === 'failed' ? data.why : 'cancelled')));
    };
    // It could not be loaded: no connection, or a newer version is deployed.
    worker.onerror = () => end(() => reject(new NotSealed('fault')));
    // The worker closes its file, so that it can be deleted.
    signal.addEventListener('abort', () => tell('cancel'), { once: true });
    tell(order);
  });
}
