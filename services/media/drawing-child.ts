/**
 * A process of its own for one file: here foreign bytes are decoded. It has no keys, no environment and no addresses, asks
 * its parent for every byte, and ends when it is done, when it grows too large, or when its parent does.
 */
import sharp from 'sharp';
import { draw } from './draw.ts';
import { type DrawingJob, type DrawingLine, RANGE_MAX } from './drawing-protocol.ts';
import type { RangeReader } from './range-reader.ts';

const LOOK_EACH = 50;

sharp.concurrency(1);
sharp.cache(false);

const { kind, contentType, size, listening, memory }: DrawingJob = JSON.parse(process.argv[2] ?? '');
setInterval(() => {
  if (process.memoryUsage.rss() > memory) leave();
}, LOOK_EACH).unref();
/** What the parent sent and nobody took yet: at most the range that was asked for. */
const arrived: Buffer[] = [];
let wake = () => {};
process.stdin.on('data', (chunk: Buffer) => {
  arrived.push(chunk);
  wake();
});
process.stdin.once('end', leave);
process.stdout.once('error', leave);
// Meant for the parent, which ends us when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
await say(await answer());
leave();

/** Not an ordinary exit: that would wait for threads of FFmpeg, and they may be waiting for us. */
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

function say(line: DrawingLine): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));
}

/** The file as the parent reads it to us: one range at a time. */
function parentsFile(): RangeReader {
  let last: Promise<unknown> = Promise.resolve();
  return {
    size,
    async read(start, length) {
      const parts: Buffer[] = [];
      for (let at = start; at < start + length; at += RANGE_MAX) {
        const part = last.then(() => ask(at, Math.min(RANGE_MAX, start + length - at)));
        last = part;
        parts.push(await part);
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
