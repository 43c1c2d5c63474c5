/** Finds a square code in a picture, for browsers that have no detector of their own. Loaded when the camera is used. */
import { decodeQR } from 'qr/decode.js';

self.addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  self.postMessage(codeIn(data));
});

function codeIn(picture: ImageData): string | null {
  try {
    return decodeQR(picture);
  } catch {
    // There is none in this picture, or it is not sharp.
    return null;
  }
}
