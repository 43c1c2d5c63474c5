/**
 * The process that decodes one file of a stranger. It loads its decoder, locks itself, and only then asks its parent for the
 * bytes, one range after the other. It ends when it is done, when it grows too large, or when its parent ends.
 */
import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { type DrawingJob, type DrawingLine, RANGE_MAX } from './drawing-protocol.ts';
import { lockProcess } from './lock.ts';
import { asCopy, asFace, asThumbnail, type Drawn, drawPicture } from './picture.ts';
import { inBlocks, type RangeReader } from './range-reader.ts';

/** In milliseconds. */
const CHECK_MEMORY_EACH = 50;

const STDOUT = 1;

/** Phones compress these with HEVC, which sharp does not decode. */
const HEVC_PICTURES = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/** FFmpeg decodes these and sharp does not: as a film of one frame. */
const LIKE_FILMS = new Set(['image/bmp', 'image/jxl']);

/** Of libvips: every other format is refused before a byte of it is decoded. Without a list, SVG would be among them. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const job: DrawingJob = JSON.parse(process.argv[2] ?? '');
/** Bytes from the parent that were not read yet: at most the requested range. */
const arrived: Buffer[] = [];
let wake = () => {};
process.stdin.on('data', (chunk: Buffer) => {
  arrived.push(chunk);
  wake();
});
process.stdin.once('end', leave);
// These are for the parent, which ends us when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
say(await answer());
leave();

/** An ordinary exit would wait for threads of FFmpeg, which may wait for us. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** No byte of the file is requested before the process is locked. */
async function answer(): Promise<DrawingLine> {
  let draw: (reader: RangeReader) => Promise<Drawn>;
  try {
    draw = await loadDrawer(job);
    // The event loop turns once, and knows standard input: a locked one learns of no other.
    await setImmediate();
    if (!lockProcess(job.memory)) limitMemory();
  } catch (error) {
    return { say: 'unready', reason: reasonOf(error) };
  }
  try {
    const { bytes, width, height } = await draw(parentsFile());
    return { say: 'drawn', width, height, base64: bytes.toString('base64') };
  } catch (error) {
    return { say: 'refused', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'unknown';
}

/**
 * Loads only what the job needs: FFmpeg is large.
 * @returns a function that throws Undrawable, or whatever a decoder throws, when the file cannot be drawn
 */
async function loadDrawer({ kind, contentType, listening }: DrawingJob) {
  const finish = kind === 'face' ? asFace : kind === 'copy' ? asCopy : asThumbnail;
  const isPicture = kind === 'face' || kind === 'image' || kind === 'copy';
  if (isPicture && HEVC_PICTURES.has(contentType)) {
    const { drawHeic } = await import('./heic.ts');
    return (reader: RangeReader) => drawHeic(inBlocks(reader), finish);
  }
  if (isPicture && !LIKE_FILMS.has(contentType)) return (reader: RangeReader) => drawPicture(reader, finish);
  if (kind === 'page') return (await import('./first-page.ts')).drawFirstPage;
  if (kind === 'audio') {
    const { drawSound } = await import('./sound.ts');
    return (reader: RangeReader) => drawSound(inBlocks(reader), Date.now() + listening);
  }
  const { drawFilm } = await import('./film.ts');
  return (reader: RangeReader) => drawFilm(inBlocks(reader));
}

/** Where the process cannot be locked. */
function limitMemory(): void {
  const check = () => process.memoryUsage.rss() > job.memory && leave();
  setInterval(check, CHECK_MEMORY_EACH).unref();
}

/** Standard output blocks as long as nothing makes a stream of it. A locked event loop cannot wait for a full pipe. */
function say(line: DrawingLine): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch {
    leave();
  }
}

/** The file, read from the parent one range at a time. */
function parentsFile(): RangeReader {
  const inTurn = pLimit(1);
  return {
    size: job.size,
    async read(start, length) {
      const parts: Buffer[] = [];
      for (let at = start; at < start + length; at += RANGE_MAX) {
        const count = Math.min(RANGE_MAX, start + length - at);
        parts.push(await inTurn(() => ask(at, count)));
      }
      return Buffer.concat(parts);
    },
  };
}

async function ask(start: number, length: number): Promise<Buffer> {
  say({ say: 'read', start, length });
  const parts: Buffer[] = [];
  for (let missing = length; missing > 0; ) {
    const part = arrived.shift();
    if (part) {
      parts.push(part);
      missing -= part.length;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return Buffer.concat(parts);
}
