/** A thread that requests one address until it is stopped. A thread, so that the work of this process does not count. */
import { parentPort, workerData } from 'node:worker_threads';
import { MINUTE } from '#domain/time/durations.ts';

let worst = 0;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const asked = performance.now();
  const response = await fetch(workerData, { signal: AbortSignal.timeout(5 * MINUTE) });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${workerData} answered ${response.status}`);
  worst = Math.max(worst, performance.now() - asked);
}
parentPort?.postMessage(worst);
