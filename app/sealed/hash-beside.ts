/** The hash of content.age, made on another core: hash and cipher take about as long, so a film takes half of it. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { StreamHash } from './age-file.ts';
import { giveBack } from './chunk-cipher.ts';

/** The name of a worker that hashes. */
export const HASHER = 'hasher';

/** So many bytes may wait to be hashed: they are in memory. */
const AHEAD_MAX = 2 * 1024 * 1024;

/** Hashes in a worker of its own, which runs the script of the one that makes it: no other script is fetched. */
export class HashBeside implements StreamHash {
  readonly #worker = new Worker(self.location.href, { name: HASHER });
  #ahead = 0;
  #resume = () => {};
  #fail: (error: Error) => void = () => {};
  #take: (digest: Uint8Array) => void = () => {};

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Uint8Array | number>) => {
      if (typeof data !== 'number') return this.#take(data);
      this.#ahead -= data;
      this.#resume();
    };
    this.#worker.onerror = () => this.#fail(new Error('The worker that hashes could not be started.'));
  }

  update(bytes: Uint8Array): void | Promise<void> {
    // The bytes themselves are written to the disk, or given back.
    const copy = bytes.slice();
    this.#ahead += copy.length;
    this.#worker.postMessage(copy, [copy.buffer]);
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

  /** Has to be called; not by `using`, which Safari does not know. */
  end(): void {
    this.#worker.terminate();
  }
}

/** What such a worker does. */
export function hashInHere(): void {
  const hash = sha256.create();
  addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | 'digest'>) => {
    if (data === 'digest') return postMessage(hash.digest());
    hash.update(data);
    const { length } = data;
    // Its memory is free at once, not when the browser gets around to it.
    giveBack(data.buffer);
    postMessage(length);
  });
}
