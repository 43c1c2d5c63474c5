/** Reads the code of a sheet with a camera. The pictures stay in the page. */

/** Of the browsers that find codes themselves. TypeScript does not know it yet. */
interface Detector {
  detect(source: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
declare global {
  var BarcodeDetector:
    | { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }
    | undefined;
}

/** In milliseconds, from the end of one look to the next. */
const LOOK_EACH = 150;
/** A sheet fills most of the picture; more pixels only take longer. */
const SIDE_MAX = 800;

type Find = (picture: HTMLCanvasElement) => Promise<string | null>;

/** @returns whether there can be a camera: only on https, and not where the browser has none */
export function mayHaveCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

/**
 * Shows the camera's picture until a code was taken, or the signal is aborted.
 * @param startFinder starts the finder for browsers without one of their own
 * @param take says whether a code is the one that is looked for
 * @throws DOMException where there is no camera, or the person does not allow it; the reason of the signal
 */
export async function readWithCamera(
  view: HTMLVideoElement,
  startFinder: () => Promise<Worker>,
  take: (code: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const finder = await findWith(startFinder);
  try {
    signal.throwIfAborted();
    view.srcObject = stream;
    await view.play();
    for (let isTaken = false; !isTaken; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EACH));
      signal.throwIfAborted();
      const code = await finder.find(pictureOf(view));
      isTaken = code !== null && take(code);
    }
  } finally {
    finder.end();
    view.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }
}

async function findWith(startFinder: () => Promise<Worker>): Promise<{ find: Find; end(): void }> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (globalThis.BarcodeDetector && formats.includes('qr_code')) {
    const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] });
    return { find: async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null, end: () => {} };
  }
  const worker = await startFinder();
  return { find: (picture) => askWorker(worker, picture), end: () => worker.terminate() };
}

function askWorker(worker: Worker, picture: HTMLCanvasElement): Promise<string | null> {
  const image = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
  if (!image) return Promise.resolve(null);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
    worker.postMessage(image, [image.data.buffer]);
  });
}

function pictureOf(view: HTMLVideoElement): HTMLCanvasElement {
  const scale = Math.min(1, SIDE_MAX / Math.max(view.videoWidth, view.videoHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(view.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(view.videoHeight * scale));
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(view, 0, 0, canvas.width, canvas.height);
  return canvas;
}
