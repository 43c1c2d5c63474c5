/**
 * Large forms of people without an account, eight at once, and how long others wait meanwhile: "+" is the dearest
 * character of a form, because it is decoded into another.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { rawRequest } from '#tests/http/raw.ts';
import { startWebProcess } from '#tests/http/web.ts';

const PAGES = ['/schedule', '/create', '/profile', '/emergency'];
const AT_ONCE = 8;
const BODY = Buffer.alloc(24 * MEGABYTE, '+');
const ASK_EACH = 5;

/** Nobody waits longer for /healthz (milliseconds); no more memory is kept (bytes). */
const GOALS = { stall: SECOND / 4, kept: 100 * MEGABYTE };

/** @returns whether the goals were met */
export async function measureVisitors(services: TestServices): Promise<boolean> {
  const web = await startWebProcess({}, services);
  try {
    // What the first requests compile and load is not what is measured.
    await Promise.all(PAGES.map((path) => post(web.origin, path, Buffer.from('title=x'))));
    const idle = await beside(web.origin, () => sleep(2 * SECOND));
    const rows = [await row(web, 'one', 1), await row(web, `${AT_ONCE} at once`, AT_ONCE)];
    console.log(`longest wait for /healthz with nothing beside it: ${idle.longest.toFixed(0)} ms`);
    console.table(rows);
    return rows.every(({ met }) => met);
  } finally {
    await web.stop();
  }
}

type WebProcess = Awaited<ReturnType<typeof startWebProcess>>;

async function row({ origin, process }: WebProcess, what: string, atOnce: number) {
  const before = memory(process.pid, 'VmRSS');
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
  const kept = memory(process.pid, 'VmRSS') - before;
  return {
    'forms of 24 MB of "+"': what,
    answers: [...new Set(result.map(({ status }) => status))].join(' '),
    'seconds each': (took / SECOND / (result.length / atOnce)).toFixed(2),
    'longest wait for /healthz, ms': longest.toFixed(0),
    'memory kept, MiB': (kept / MEGABYTE).toFixed(0),
    'memory at most, MiB': (memory(process.pid, 'VmHWM') / MEGABYTE).toFixed(0),
    met: longest < GOALS.stall && kept < GOALS.kept,
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

/** Asks for /healthz again and again while something goes on. @returns the longest wait in milliseconds */
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

/** @returns what a process holds now (VmRSS), or held at most (VmHWM), in bytes */
function memory(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = '0'] = new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
