/** Seals in a worker, for a page. */
import { type Script, startWorker } from '../start-worker.ts';
import type { FromWorker, SealedParcel, SealFailure, SealOrder, ToWorker } from './orders.ts';
import { clearLeftBehind, holdScratch } from './scratch.ts';

/** `no-script`: the script that seals could not be loaded, or is another one than the page names. */
type Why = SealFailure | 'cancelled' | 'no-script';

/** An original that was not sealed; nothing of it was sent anywhere. */
export class NotSealed extends Error {
  override readonly name = 'NotSealed';
  readonly why: Why;

  constructor(why: Why) {
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
 * @param script the one that seals
 * @param onProgress gets the bytes of the original that are sealed
 * @param signal cancels it: nothing remains on the disk then
 * @throws NotSealed
 */
export async function sealInWorker(
  order: SealOrder,
  script: Script,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<OnDisk> {
  void clearLeftBehind();
  const { name, release } = holdScratch();
  try {
    const worker = await startWorker(script, signal).catch(() => {
      throw new NotSealed(signal.aborted ? 'cancelled' : 'no-script');
    });
    return { parcel: await askWorker(worker, { ...order, scratch: name }, onProgress, signal), discard: release };
  } catch (error) {
    await release();
    throw error;
  }
}

function askWorker(
  worker: Worker,
  order: SealOrder & { scratch: string },
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<SealedParcel> {
  return new Promise((resolve, reject) => {
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
    worker.onerror = () => end(() => reject(new NotSealed('fault')));
    if (signal.aborted) return end(() => reject(new NotSealed('cancelled')));
    // The worker closes its file, so that it can be deleted.
    signal.addEventListener('abort', () => tell('cancel'), { once: true });
    tell(order);
  });
}
