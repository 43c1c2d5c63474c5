import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Draw, Drawable, Drawing } from '#services/thumbnails/draw.ts';
import { COPY_MAX, type DrawingJob, type DrawingLine, drawingLine, LINE_MAX, PEAKS } from './drawing-protocol.ts';

/** Without the time that it waits for the store. */
const WORKING = 30 * SECOND;
/** A longer recording gets the waveform of its beginning. */
const LISTENING = 60 * SECOND;
/** With the time that it waits for the store. */
const ALTOGETHER = 300 * SECOND;
/** The largest common pictures take half of it. */
const MEMORY = 1_024 * MEGABYTE;
const HEAP_MEGABYTES = 256;
/** Of 64 KiB: half a gigabyte. While PDFium draws, the child cannot compare its size with MEMORY. */
const WASM_PAGES = 8_192;
const PRIORITY = 10;
/** How each JPEG begins. */
const JPEG = 'ffd8ff';
/** Resolved by package name, because this module may be part of a bundle. */
const CHILD = pathToFileURL(createRequire(import.meta.url).resolve('#services/media/drawing-child.ts'));
/** No variables of ours. Without the first, sharp would write large pictures to the disk, unsealed. */
const ENVIRONMENT = { VIPS_DISC_THRESHOLD: '100g', VIPS_BLOCK_UNTRUSTED: '1' };

/**
 * Draws each file in a process of its own, because a decoder may crash or be taken over by a hostile file.
 * @param signal kills the process; the drawing throws the signal's reason
 * @param child for tests: the program to run
 * @param working in milliseconds, without the time that it waits for the store
 * @param memory largest resident size, in bytes
 */
export function drawApart(
  options: { signal?: AbortSignal; child?: URL; working?: number; memory?: number } = {},
): Draw {
  const { signal, child: script = CHILD, working, memory = MEMORY } = options;
  return async (drawable) => {
    const { kind, contentType, size } = drawable;
    const job: DrawingJob = { kind, contentType, size, listening: LISTENING, memory };
    const limit = working ?? (kind === 'audio' ? LISTENING + WORKING : WORKING);
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${HEAP_MEGABYTES}`,
        `--wasm-max-mem-pages=${WASM_PAGES}`,
        fileURLToPath(script),
        JSON.stringify(job),
      ],
      { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    // The end of its lines shows that the child has ended.
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    const kill = () => child.kill('SIGKILL');
    const timer = new WorkTimer(limit, kill);
    signal?.addEventListener('abort', kill);
    try {
      lowerPriority(child);
      const drawing = await conversation(child, drawable, timer);
      if (drawing.outcome === 'died') signal?.throwIfAborted();
      return drawing;
    } finally {
      signal?.removeEventListener('abort', kill);
      timer.end();
      kill();
    }
  };
}

/** Deliveries come first. Throws for a child that has already ended. */
function lowerPriority({ pid }: { pid?: number | undefined }): void {
  try {
    if (pid) setPriority(pid, PRIORITY);
  } catch {}
}

async function conversation(
  child: ChildProcessByStdio<Writable, Readable, null>,
  drawable: Drawable,
  timer: WorkTimer,
): Promise<Drawing> {
  for await (const line of linesOf(child.stdout)) {
    const message = parsed(line);
    if (message?.say === 'refused') return { outcome: 'refused', reason: message.reason };
    if (message?.say === 'drawn') return checked(drawable, message);
    if (message?.say !== 'read' || message.start + message.length > drawable.size)
      return { outcome: 'died', reason: 'It sent an invalid line.' };
    timer.pause();
    child.stdin.write(await drawable.read(message.start, message.length));
    timer.resume();
  }
  return { outcome: 'died', reason: timer.isOver ? 'It took too long.' : 'It ended without a result.' };
}

/** @returns the result, if it is of the requested kind */
function checked({ kind }: Drawable, { width, height, base64 }: DrawingLine & { say: 'drawn' }): Drawing {
  const bytes = Buffer.from(base64, 'base64');
  const hasSize = width !== null && height !== null;
  const fits = {
    audio: () => bytes.length === PEAKS && width === null && height === null,
    copy: () => bytes.length <= COPY_MAX && bytes.toString('hex', 0, 3) === JPEG && hasSize,
    image: () => isWebp(bytes) && hasSize,
    video: () => isWebp(bytes) && hasSize,
    page: () => isWebp(bytes) && hasSize,
    face: () => isWebp(bytes) && hasSize,
  }[kind]();
  return fits
    ? { outcome: 'drawn', drawn: { bytes, width, height } }
    : { outcome: 'died', reason: 'It drew something else.' };
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 8, 12) === 'WEBP';
}

function parsed(line: string): DrawingLine | null {
  try {
    return drawingLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Ends with the stream, or at a line longer than LINE_MAX. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of stream.setEncoding('latin1')) {
    const [first = '', ...others] = (chunk as string).split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      yield parts.join('');
      parts = [next];
      length = next.length;
    }
    if (length > LINE_MAX) return;
  }
}

/** Limits the time of work, and the time with all waiting. */
class WorkTimer {
  isOver = false;
  #left: number;
  #since = 0;
  #working: NodeJS.Timeout | undefined;
  readonly #over: () => void;
  readonly #altogether: NodeJS.Timeout;

  constructor(limit: number, over: () => void) {
    this.#left = limit;
    this.#over = () => {
      this.isOver = true;
      over();
    };
    this.#altogether = setTimeout(this.#over, ALTOGETHER);
    this.resume();
  }

  resume(): void {
    this.#since = performance.now();
    this.#working = setTimeout(this.#over, this.#left);
  }

  pause(): void {
    clearTimeout(this.#working);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
  }

  end(): void {
    clearTimeout(this.#working);
    clearTimeout(this.#altogether);
  }
}
