import type { ContentHash } from '../parcel.ts';

/** So many chunks may wait to be hashed: they are in memory. */
const AHEAD_MAX = 32;

/** A hash that is made in a worker of its own: sealing and hashing take about as long, so a film takes half of it. */
export class HashBeside implements ContentHash, Disposable {
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  #ahead = 0;
  #resume = () => {};
  #fail: (error: Error) => void = () => {};
  #take: (digest: Uint8Array) => void = () => {};

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Uint8Array | 'hashed'>) => {
      if (data !== 'hashed') return this.#take(data);
      this.#ahead--;
      this.#resume();
    };
    this.#worker.onerror = () => this.#fail(new Error('The worker that hashes could not be started.'));
  }

  update(chunk: Uint8Array): void | Promise<void> {
    // The chunk itself is written to the disk.
    const copy = chunk.slice();
    this.#worker.postMessage(copy, [copy.buffer]);
    this.#ahead++;
    if (this.#ahead < AHEAD_MAX) return;
    return new Promise((resolve, reject) => {
      this.#resume = resolve;
      this.#fail = reject;
    });
  }

  digest(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#take = resolve;
      this.#fail = reject;
      this.#worker.postMessage('digest');
    });
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
