/** A thread that asks for one address again and again until it is told to stop: what it measures is not its neighbour's work. */
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
