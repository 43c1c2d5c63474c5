import type { Readable } from 'node:stream';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Draw, Drawable, Drawing } from '#services/thumbnails/draw.ts';
import { connectDecoder, type Decoder, startDecoder } from './decoder.ts';
import { COPY_MAX, type DrawingJob, type DrawingLine, drawingLine, LINE_MAX, PEAKS } from './drawing-protocol.ts';

/** Without the time that it waits for the store. */
const WORKING = 30 * SECOND;
/** A longer recording gets the waveform of its beginning. */
const LISTENING = 60 * SECOND;
/** With the time that it waits for the store. */
const ALTOGETHER = 300 * SECOND;
/** The largest common pictures take half of it. */
const MEMORY = 1_024 * MEGABYTE;
const TOO_LONG: Drawing = { outcome: 'died', reason: 'It took too long.' };
/** How each JPEG begins. */
const JPEG = 'ffd8ff';

/**
 * Draws each file in a process of its own, because a decoder may crash or be taken over by a hostile file.
 * @param socket of the decoder service; without one, the process is a child of this one
 * @param signal kills the process; the drawing throws the signal's reason
 * @param child for tests: the program to run
 * @param working in milliseconds, without the time that it waits for the store
 * @param memory how much the process may allocate for the file, in bytes
 * @returns a function that throws an Error when the decoder service is not there, or no decoder can be locked
 */
export function drawApart(
  options: { socket?: string | undefined; signal?: AbortSignal; child?: URL; working?: number; memory?: number } = {},
): Draw {
  const { socket, signal, child: script, working, memory = MEMORY } = options;
  return async (drawable) => {
    const { kind, contentType, size } = drawable;
    const job: DrawingJob = { kind, contentType, size, listening: LISTENING, memory };
    const limit = working ?? (kind === 'audio' ? LISTENING + WORKING : WORKING);
    const decoder = socket === undefined ? startDecoder(job, script) : connectDecoder(job, socket);
    const timer = new WorkTimer(limit, decoder.kill);
    signal?.addEventListener('abort', decoder.kill);
    try {
      const drawing = await conversation(decoder, drawable, timer);
      if (drawing.outcome === 'died') signal?.throwIfAborted();
      return drawing;
    } catch (error) {
      // A connection that we closed ourselves.
      signal?.throwIfAborted();
      if (timer.isOver) return TOO_LONG;
      throw error;
    } finally {
      signal?.removeEventListener('abort', decoder.kill);
      timer.end();
      decoder.kill();
    }
  };
}

async function conversation({ input, output }: Decoder, drawable: Drawable, timer: WorkTimer): Promise<Drawing> {
  for await (const line of linesOf(output)) {
    const message = parsed(line);
    if (message?.say === 'refused') return { outcome: 'refused', reason: message.reason };
    if (message?.say === 'unready') throw new Error(message.reason);
    if (message?.say === 'drawn') return checked(drawable, message);
    if (message?.say !== 'read' || message.start + message.length > drawable.size)
      return { outcome: 'died', reason: 'It sent an invalid line.' };
    timer.pause();
    input.write(await drawable.read(message.start, message.length));
    timer.resume();
  }
  return timer.isOver ? TOO_LONG : { outcome: 'died', reason: 'It ended without a result.' };
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
