/** The heaps of a page and of its workers: `performance.memory` knows no workers, so the browser is asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const LOOK_EACH = 200;

interface HeapUsage {
  usedSize: number;
  /** Of array buffers, outside of the heap itself. */
  backingStorageSize?: number;
}

/** The most that was held at one time, in bytes, and of it the workers'. */
interface HeapPeak {
  all: number;
  workers: number;
}

/** Asks a page and its workers, and theirs, again and again. @returns a function that ends it */
export async function watchHeap(page: Page): Promise<{ stop(): Promise<HeapPeak> }> {
  const session = await page.context().newCDPSession(page);
  const workers = new Workers((message) => session.send('Target.sendMessageToTarget', message));
  session.on('Target.attachedToTarget', (event) => workers.attached(event));
  session.on('Target.detachedFromTarget', (event) => workers.detached(event));
  session.on('Target.receivedMessageFromTarget', (event) => workers.received(event));
  await session.send('Target.setAutoAttach', AUTO_ATTACH);
  let most: HeapPeak = { all: 0, workers: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const own = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
      const theirs = await workers.heap();
      const all = sizeOf(own) + theirs;
      if (all > most.all) most = { all, workers: theirs };
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

  /** Nobody answers now. */
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
