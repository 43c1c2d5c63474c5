/** The hash of content.age, made on another core: sealing and hashing take about as long, so a film takes half of it. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { ContentHash } from '../parcel.ts';

/** The name of a worker that hashes. */
export const HASHER = 'hasher';

/** So many chunks may wait to be hashed: they are in memory. */
const AHEAD_MAX = 32;

/** Hashes in a worker of its own, which runs the script of the one that makes it: no other script is fetched. */
export class HashBeside implements ContentHash, Disposable {
  readonly #worker = new Worker(self.location.href, { name: HASHER });
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

/** What such a worker does. */
export function hashInHere(): void {
  const hash = sha256.create();
  addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | 'digest'>) => {
    if (data === 'digest') return postMessage(hash.digest());
    hash.update(data);
    // Its memory is free at once, not when the browser gets around to it.
    data.buffer.transfer(0);
    postMessage('hashed');
  });
}
