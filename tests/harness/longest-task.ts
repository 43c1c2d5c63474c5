/**
 * Loaded before a process under test: tells how long its event loop was busy without a pause. In CPU time of the thread,
 * since the time on the clock also grows when other processes use the machine.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const LOOK_EACH = 5;
const MICROSECONDS = 1_000;

const port = Number(process.env.LONGEST_TASK_PORT);
let longest = 0;
let used = usedNow();

function usedNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}

/** The loop calls it once a turn, so what was used since then is what another request would have waited for. */
function look(): void {
  const now = usedNow();
  longest = Math.max(longest, now - used);
  used = now;
}

// Threads and programs that the process starts load this file too.
if (isMainThread && port > 0) {
  setInterval(look, LOOK_EACH).unref();
  createServer((_, response) => {
    look();
    response.end(`${longest}`);
    longest = 0;
  })
    .on('error', () => {})
    .listen(port, '127.0.0.1')
    .unref();
}
