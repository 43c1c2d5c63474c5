import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Draw, Drawable, Drawing } from '#services/thumbnails/draw.ts';
import { type DrawingJob, type DrawingLine, drawingLine, LINE_MAX } from './drawing-protocol.ts';
import { PEAKS } from './waveform.ts';

/** How long it may work; waiting for the store is not counted. */
const WORKING = 30 * SECOND;
/** A recording is listened to for so long, and drawn as far as it was heard. */
const LISTENING = 60 * SECOND;
/** How long it may take with all its waiting. */
const ALTOGETHER = 300 * SECOND;
/** The largest picture of a common kind takes half of it. */
const MEMORY = 1_024 * MEGABYTE;
const HEAP_MEGABYTES = 256;
const PRIORITY = 10;
/** By its name: beside us it is only as long as we are no part of a bundle. */
const CHILD = pathToFileURL(createRequire(import.meta.url).resolve('#services/media/drawing-child.ts'));
/** Nothing of ours; and no temporary files: the library for pictures would put large ones on the disk, in clear. */
const ENVIRONMENT = { VIPS_DISC_THRESHOLD: '100g', VIPS_BLOCK_UNTRUSTED: '1' };

/**
 * @param signal ends what is under way: it throws, and the process is gone
 * @param child for tests: the program to run,
 * @param working how long it may work, in milliseconds, and
 * @param memory how large it may grow, in bytes
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
      [`--max-old-space-size=${HEAP_MEGABYTES}`, fileURLToPath(script), JSON.stringify(job)],
      { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    // A child that is gone is noticed where its lines end.
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    const kill = () => child.kill('SIGKILL');
    const patience = new Patience(limit, kill);
    signal?.addEventListener('abort', kill);
    try {
      stepBack(child);
      const drawing = await conversation(child, drawable, patience);
      if (drawing.outcome === 'died') signal?.throwIfAborted();
      return drawing;
    } finally {
      signal?.removeEventListener('abort', kill);
      patience.end();
      kill();
    }
  };
}

/** Sends come first. One that ended already has no priority. */
function stepBack({ pid }: { pid?: number | undefined }): void {
  try {
    if (pid) setPriority(pid, PRIORITY);
  } catch {}
}

async function conversation(
  child: ChildProcessByStdio<Writable, Readable, null>,
  drawable: Drawable,
  patience: Patience,
): Promise<Drawing> {
  for await (const line of linesOf(child.stdout)) {
    const said = parsed(line);
    if (said?.say === 'refused') return { outcome: 'refused', reason: said.reason };
    if (said?.say === 'drawn') return answered(drawable, said);
    if (said?.say !== 'read' || said.start + said.length > drawable.size)
      return { outcome: 'died', reason: 'It said what nobody understands.' };
    patience.pause();
    child.stdin.write(await drawable.read(said.start, said.length));
    patience.resume();
  }
  return { outcome: 'died', reason: patience.isOver ? 'It took too long.' : 'It ended without an answer.' };
}

/** @returns what was drawn, when it is what was asked for */
function answered({ kind }: Drawable, { width, height, base64 }: DrawingLine & { say: 'drawn' }): Drawing {
  const bytes = Buffer.from(base64, 'base64');
  const fits =
    kind === 'audio'
      ? bytes.length === PEAKS && width === null && height === null
      : bytes.toString('latin1', 8, 12) === 'WEBP' && width !== null && height !== null;
  return fits
    ? { outcome: 'drawn', drawn: { bytes, width, height } }
    : { outcome: 'died', reason: 'It drew something else.' };
}

function parsed(line: string): DrawingLine | null {
  try {
    return drawingLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Ends when the stream does, or with a line longer than any of ours. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('latin1')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LINE_MAX) return;
  }
}

/** Counts how long somebody works, and how long it takes with all waiting; then it is over. */
class Patience {
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
