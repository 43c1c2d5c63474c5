/**
 * The process that decodes one file of a stranger. It has no keys, no environment and no addresses, asks its parent for every
 * byte, and ends when it is done, when it grows too large, or when its parent ends.
 */
import pLimit from 'p-limit';
import sharp from 'sharp';
import { type DrawingJob, type DrawingLine, type DrawnKind, RANGE_MAX } from './drawing-protocol.ts';
import { asCopy, asFace, asThumbnail, type Drawn, drawPicture } from './picture.ts';
import { inBlocks, type RangeReader } from './range-reader.ts';

/** In milliseconds. */
const CHECK_MEMORY_EACH = 50;

/** Phones compress these with HEVC, which sharp does not decode. */
const HEVC_PICTURES = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/** FFmpeg decodes these and sharp does not: as a film of one frame. */
const LIKE_FILMS = new Set(['image/bmp', 'image/jxl']);

sharp.concurrency(1);
sharp.cache(false);

const { kind, contentType, size, listening, memory }: DrawingJob = JSON.parse(process.argv[2] ?? '');
setInterval(() => {
  if (process.memoryUsage.rss() > memory) leave();
}, CHECK_MEMORY_EACH).unref();
/** Bytes from the parent that were not read yet: at most the requested range. */
const arrived: Buffer[] = [];
let wake = () => {};
process.stdin.on('data', (chunk: Buffer) => {
  arrived.push(chunk);
  wake();
});
process.stdin.once('end', leave);
process.stdout.once('error', leave);
// These are for the parent, which ends us when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
await say(await answer());
leave();

/** An ordinary exit would wait for threads of FFmpeg, which may wait for us. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answer(): Promise<DrawingLine> {
  try {
    const { bytes, width, height } = await draw(kind, contentType, parentsFile(), Date.now() + listening);
    return { say: 'drawn', width, height, base64: bytes.toString('base64') };
  } catch (error) {
    return { say: 'refused', reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}

/**
 * @param until when to stop decoding a long recording, in milliseconds since 1970
 * @throws Undrawable, or whatever a decoder throws, when it cannot be drawn
 */
async function draw(kind: DrawnKind, contentType: string, reader: RangeReader, until: number): Promise<Drawn> {
  // Imported only where it is needed: FFmpeg is large.
  const finish = kind === 'face' ? asFace : kind === 'copy' ? asCopy : asThumbnail;
  const isPicture = kind === 'face' || kind === 'image' || kind === 'copy';
  if (isPicture && HEVC_PICTURES.has(contentType))
    return (await import('./heic.ts')).drawHeic(inBlocks(reader), finish);
  if (isPicture && !LIKE_FILMS.has(contentType)) return drawPicture(reader, finish);
  switch (kind) {
    case 'audio':
      return (await import('./sound.ts')).drawSound(inBlocks(reader), until);
    case 'page':
      return (await import('./first-page.ts')).drawFirstPage(reader);
    case 'image':
    case 'face':
    case 'copy':
    case 'video':
      return (await import('./film.ts')).drawFilm(inBlocks(reader));
  }
}

function say(line: DrawingLine): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));
}

/** The file, read from the parent one range at a time. */
function parentsFile(): RangeReader {
  const inTurn = pLimit(1);
  return {
    size,
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
  await say({ say: 'read', start, length });
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
