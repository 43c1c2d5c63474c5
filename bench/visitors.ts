/**
 * Large forms of people without an account, eight at once, and how long others wait meanwhile: "+" is the dearest
 * character of a form, because it is decoded into another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { rawRequest } from '#tests/http/raw.ts';
import { startWebProcess } from '#tests/http/web.ts';
import { memoryOf } from './memory.ts';

const PAGES = ['/schedule', '/create', '/profile', '/emergency'];
const AT_ONCE = 8;
const BODY = Buffer.alloc(24 * MEGABYTE, '+');
const ASK_EACH = 5;

/** The longest wait for /healthz, in milliseconds, and the most memory that remains in use, in bytes. */
const GOALS = { stall: SECOND / 4, leftOver: 100 * MEGABYTE };

/** @returns whether the goals were met */
export async function measureVisitors(services: TestServices): Promise<boolean> {
  const web = await startWebProcess({}, services);
  try {
    // The first requests compile and load code, which is not measured.
    await Promise.all(PAGES.map((path) => post(web.origin, path, Buffer.from('title=x'))));
    const idle = await beside(web.origin, () => sleep(2 * SECOND));
    const rows = [await row(web, 'one', 1), await row(web, `${AT_ONCE} at once`, AT_ONCE)];
    console.log(`longest wait for /healthz without load: ${idle.longest.toFixed(0)} ms`);
    console.table(rows);
    return rows.every(({ met }) => met);
  } finally {
    await web.stop();
  }
}

type WebProcess = Awaited<ReturnType<typeof startWebProcess>>;

async function row({ origin, process }: WebProcess, what: string, atOnce: number) {
  const before = memoryOf(process.pid, 'VmRSS');
  const { longest, took, result } = await beside(origin, async () => {
    const answers: { status: number }[] = [];
    for (let first = 0; first < PAGES.length; first += atOnce)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: atOnce }, (_, n) => post(origin, PAGES[(first + n) % PAGES.length] ?? '', BODY)),
        )),
      );
    return answers;
  });
  const leftOver = memoryOf(process.pid, 'VmRSS') - before;
  return {
    'forms of 24 MB of "+"': what,
    answers: [...new Set(result.map(({ status }) => status))].join(' '),
    'seconds each': (took / SECOND / (result.length / atOnce)).toFixed(2),
    'longest wait for /healthz, ms': longest.toFixed(0),
    'memory left in use, MiB': (leftOver / MEGABYTE).toFixed(0),
    'memory at most, MiB': (memoryOf(process.pid, 'VmHWM') / MEGABYTE).toFixed(0),
    met: longest < GOALS.stall && leftOver < GOALS.leftOver,
  };
}

function post(origin: string, path: string, body: Buffer): Promise<{ status: number }> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    'sec-fetch-site: same-origin',
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  return rawRequest(origin, `${head.join('\r\n')}\r\n\r\n`, body);
}

/** Requests /healthz while the work runs. @returns the longest wait in milliseconds */
async function beside<T>(origin: string, work: () => Promise<T>) {
  let longest = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await (await fetch(`${origin}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - asked);
      await sleep(ASK_EACH);
    }
  })();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  isOver = true;
  await asking;
  return { longest, took, result };
}
