/** Hashes content.age beside the worker that seals, on another core. */
import { sha256 } from '@noble/hashes/sha2.js';

const hash = sha256.create();

addEventListener('message', ({ data }: MessageEvent<Uint8Array | 'digest'>) => {
  if (data === 'digest') return postMessage(hash.digest());
  hash.update(data);
  postMessage('hashed');
});
