/**
 * Seals a large film in Chromium, on the page, as a person does: megabytes a second up to the six words, the heap of the page
 * and its worker, and what opens again in Node.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
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
  const workers = new Workers((message) => session.send('Target.sendMessageToTarget', message));
  session.on('Target.attachedToTarget', (event) => workers.attached(event));
  session.on('Target.detachedFromTarget', (event) => workers.detached(event));
  session.on('Target.receivedMessageFromTarget', (event) => workers.received(event));
  await session.send('Target.setAutoAttach', AUTO_ATTACH);
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const own = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
      most = Math.max(most, sizeOf(own) + (await workers.heap()));
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

/** Without sessions of its own for workers, Playwright passes on messages to them; a worker passes on those to its own. */
const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };

interface Passed {
  sessionId: string;
  message: string;
}
type Send = (message: Passed) => Promise<unknown>;

/** The workers of a page, or of a worker, and how much they hold. */
class Workers {
  readonly #send: Send;
  readonly #children = new Map<string, Worker>();

  constructor(send: Send) {
    this.#send = send;
  }

  attached({ sessionId }: { sessionId: string }): void {
    const send = (message: object) => this.#send({ sessionId, message: JSON.stringify(message) }).catch(() => {});
    this.#children.set(sessionId, new Worker(send));
  }

  detached({ sessionId }: { sessionId: string }): void {
    this.#children.get(sessionId)?.end();
    this.#children.delete(sessionId);
  }

  received({ sessionId, message }: Passed): void {
    this.#children.get(sessionId)?.hear(JSON.parse(message));
  }

  async heap(): Promise<number> {
    const sizes = await Promise.all([...this.#children.values()].map((worker) => worker.heap()));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

interface Heard {
  id?: number;
  result?: HeapUsage;
  method?: string;
  params?: Passed;
}

class Worker {
  readonly #tell: (message: object) => Promise<unknown>;
  readonly #asked = new Map<number, (usage: HeapUsage) => void>();
  readonly #own: Workers;
  #last = 0;

  constructor(tell: (message: object) => Promise<unknown>) {
    this.#tell = tell;
    this.#own = new Workers((params) => this.#ask('Target.sendMessageToTarget', params));
    void this.#ask('Target.setAutoAttach', AUTO_ATTACH);
  }

  hear({ id, result, method, params }: Heard): void {
    if (id !== undefined) this.#asked.get(id)?.(result ?? { usedSize: 0 });
    if (method === 'Target.attachedToTarget' && params) this.#own.attached(params);
    if (method === 'Target.detachedFromTarget' && params) this.#own.detached(params);
    if (method === 'Target.receivedMessageFromTarget' && params) this.#own.received(params);
  }

  async heap(): Promise<number> {
    return sizeOf(await this.#ask('Runtime.getHeapUsage')) + (await this.#own.heap());
  }

  /** Nobody answers any more. */
  end(): void {
    for (const settle of this.#asked.values()) settle({ usedSize: 0 });
  }

  #ask(method: string, params: object = {}): Promise<HeapUsage> {
    const id = ++this.#last;
    const answered = new Promise<HeapUsage>((resolve) => this.#asked.set(id, resolve));
    void this.#tell({ id, method, params });
    return answered;
  }
}

function sizeOf({ usedSize, backingStorageSize = 0 }: HeapUsage): number {
  return usedSize + backingStorageSize;
}
