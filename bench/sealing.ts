/**
 * Seals a large film in Chromium, on the page, as a person does: megabytes a second up to the six words, the heap of the page
 * and its worker, and what opens again in Node.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#dev/browsers.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWebProcess } from '#tests/http/web.ts';

/** Megabytes a second, and the most that page and worker hold together, in bytes. */
const GOALS = { speed: 60, heap: 80 * MEGABYTE };
const LOOK_EACH = 200;

/**
 * @param megabytes of the film
 * @returns whether the goals were met
 */
export async function measureSealing(services: TestServices, megabytes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-sealing-'));
  const web = await startWebProcess({}, services);
  const browser = await launchBrowser();
  try {
    const film = join(folder, 'film.mov');
    await plant(film, megabytes * MEGABYTE);
    const context = await browser.newContext({ baseURL: web.origin });
    const { cookies } = await web.person('Helena', 'premium');
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: web.origin })));
    const page = await context.newPage();
    const row = await sealOn(page, film, megabytes);
    console.table([row]);
    return row.met;
  } finally {
    await browser.close();
    await web.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of zeros: what is in it makes no difference to a cipher. */
async function plant(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
}

async function sealOn(page: Page, film: string, megabytes: number) {
  await page.goto('/create?type=video');
  await page.locator('[type=file]').setInputFiles(film);
  await page.getByText('film.mov').first().waitFor();
  await page.getByRole('checkbox', { name: /Seal it/ }).check();
  const heap = await watchHeap(page);
  const begun = performance.now();
  await page.getByRole('button', { name: 'Seal it' }).click();
  const heading = page.getByRole('heading', { name: 'Write down these six words' });
  await heading.waitFor({ timeout: 10 * MINUTE });
  const seconds = (performance.now() - begun) / SECOND;
  const most = await heap.stop();
  const speed = megabytes / seconds;
  return {
    'film, MB': megabytes,
    seconds: seconds.toFixed(1),
    'MB a second': speed.toFixed(1),
    'heap of page and worker at most, MB': (most / MEGABYTE).toFixed(1),
    met: speed >= GOALS.speed && most < GOALS.heap,
  };
}

interface HeapUsage {
  usedSize: number;
  /** Of array buffers, outside of the heap itself. */
  backingStorageSize?: number;
}

/** Asks the page and its workers again and again. */
async function watchHeap(page: Page): Promise<{ stop(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  const workers = await attachWorkers(session);
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const usages = [session.send('Runtime.getHeapUsage') as Promise<HeapUsage>, ...workers().map((ask) => ask())];
      const all = await Promise.all(usages);
      most = Math.max(
        most,
        all.reduce((sum, one) => sum + one.usedSize + (one.backingStorageSize ?? 0), 0),
      );
      await sleep(LOOK_EACH);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return most;
    },
  };
}

/** @returns what asks each worker that is there. Playwright has no session for workers, so messages go through the page's. */
async function attachWorkers(session: CDPSession): Promise<() => (() => Promise<HeapUsage>)[]> {
  const attached = new Set<string>();
  const waiting = new Map<number, (usage: HeapUsage) => void>();
  let id = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => attached.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    attached.delete(sessionId);
    for (const settle of waiting.values()) settle({ usedSize: 0 });
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as { id: number; result?: HeapUsage };
    waiting.get(answer.id)?.(answer.result ?? { usedSize: 0 });
    waiting.delete(answer.id);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId: string) => async () => {
    const asked = ++id;
    const answered = new Promise<HeapUsage>((resolve) => waiting.set(asked, resolve));
    const message = JSON.stringify({ id: asked, method: 'Runtime.getHeapUsage' });
    await session
      .send('Target.sendMessageToTarget', { sessionId, message })
      .catch(() => waiting.get(asked)?.({ usedSize: 0 }));
    return answered;
  };
  return () => [...attached].map(ask);
}
