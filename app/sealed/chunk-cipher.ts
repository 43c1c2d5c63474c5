/** ChaCha20-Poly1305, with which the chunks of an age file are opened: in this script, or by the browser. */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

/**
 * Opens one chunk.
 * @param into where its plaintext is written: a copy of each chunk would be garbage that a phone has to hold
 * @throws where the chunk is not as it was sealed
 */
export type OpenChunk = (nonce: Uint8Array<ArrayBuffer>, chunk: Uint8Array<ArrayBuffer>, into: Uint8Array) => unknown;

/** @returns what opens the chunks of one file. @param key of 32 bytes */
export type Cipher = (key: Uint8Array<ArrayBuffer>) => OpenChunk | Promise<OpenChunk>;

/** In each browser, and in Node. */
export const inScript: Cipher = (key) => (nonce, chunk, into) => chacha20poly1305(key, nonce).decrypt(chunk, into);

const NAME = 'ChaCha20-Poly1305';

/**
 * By the browser, on threads of its own, which takes a fraction of the time; in this script where it cannot. Chromium can
 * since 2026.
 * @see https://wicg.github.io/webcrypto-modern-algos/
 */
export const byBrowser: Cipher = async (key) => {
  try {
    // The types of the DOM do not know this format yet.
    const own = await crypto.subtle.importKey('raw-secret' as 'raw', key, NAME, false, ['decrypt']);
    return async (iv, chunk, into) => {
      const opened = await crypto.subtle.decrypt({ name: NAME, iv }, own, chunk);
      into.set(new Uint8Array(opened));
      giveBack(opened);
    };
  } catch {
    return inScript(key);
  }
};

/**
 * Gives memory back at once: a browser collects buffers only when tens of megabytes of them have piled up. One from before
 * 2024 can do nothing else.
 */
export function giveBack(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer?.(0);
}
