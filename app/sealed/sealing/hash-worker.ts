/** Hashes content.age beside the worker that seals, on another core. */
import { sha256 } from '@noble/hashes/sha2.js';

const hash = sha256.create();

addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | 'digest'>) => {
  if (data === 'digest') return postMessage(hash.digest());
  hash.update(data);
  // Its memory is free at once, not when the browser gets around to it.
  data.buffer.transfer(0);
  postMessage('hashed');
});
