/** The heaps of a page and of its workers: `performance.memory` knows no workers, so the browser is asked. */
import type { CDPSession, Page } from 'playwright-core';

interface HeapUsage {
  usedSize: number;
  /** Of buffers. */
  backingStorageSize?: number;
}

/** @returns a function that says what the page and its workers hold together now: objects and buffers, in bytes */
export async function watchHeap(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const workers = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return async () => {
    if (workers.size === 0) throw new Error('The browser shows no worker of this page.');
    const asked = [...workers].map((worker) => askWorker(session, worker));
    const used: HeapUsage[] = await Promise.all([session.send('Runtime.getHeapUsage'), ...asked]);
    return used.reduce((sum, { usedSize, backingStorageSize = 0 }) => sum + usedSize + backingStorageSize, 0);
  };
}

function askWorker(session: CDPSession, sessionId: string): Promise<HeapUsage> {
  return new Promise((resolve, reject) => {
    const hear = (said: { sessionId: string; message: string }) => {
      if (said.sessionId !== sessionId) return;
      session.off('Target.receivedMessageFromTarget', hear);
      const { result, error } = JSON.parse(said.message) as { result: HeapUsage; error?: { message: string } };
      if (error) reject(new Error(error.message));
      else resolve(result);
    };
    session.on('Target.receivedMessageFromTarget', hear);
    const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
    session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
  });
}
