/** A command that runs a stack: opens its folder, stops everything at a signal, and says why it failed. */
import { Home } from './home.ts';
import { parentOf } from './processes.ts';
import { RunFailed } from './run.ts';
import { Stack } from './stack.ts';
import { ExplainedError, say } from './terminal.ts';

/** In milliseconds. */
const PARENT_CHECK = 1_000;
/** One Ctrl-C arrives twice, from the terminal and from npm. Only a later one means "stop at once". */
const SAME_SIGNAL_WITHIN = 1_000;
let stack: Stack | null = null;
let stoppingSince = 0;

/**
 * Locks the folder of a stack for this process.
 * @param reset whether to delete the data of earlier starts
 * @throws ExplainedError when another stack uses the folder
 */
export async function openStack(folder: string, { reset }: { reset: boolean }): Promise<Stack> {
  const home = new Home(folder);
  stack = new Stack(home);
  await home.take();
  if (reset) {
    home.reset();
    say('  ✓ the data is deleted');
  }
  return stack;
}

/**
 * Runs a command that calls `openStack`. The process ends with everything that it started: at a signal, with npm, after an
 * error, or when the command has its result.
 * @param start gives the exit code of a command that ends by itself; null for one that runs until it is stopped
 */
export function runStack(start: () => Promise<number | null>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  stopWithNpm();
  start().then(end, fail);
}

async function end(exitCode: number | null): Promise<void> {
  if (exitCode === null || stoppingSince > 0) return;
  stoppingSince = Date.now();
  await stack?.stop();
  process.exit(exitCode);
}

async function fail(error: unknown): Promise<void> {
  // An error while the stack stops needs no message.
  if (stoppingSince > 0) return;
  stoppingSince = Date.now();
  if (error instanceof RunFailed) say(`\n${error.output}`);
  const isExplained = error instanceof ExplainedError || error instanceof RunFailed;
  say(`\n✗ ${isExplained ? error.message : ((error as Error).stack ?? String(error))}`);
  await stack?.stop();
  process.exit(1);
}

async function stop(): Promise<void> {
  if (stoppingSince > 0) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_WITHIN) return;
    stack?.kill();
    process.exit(1);
  }
  stoppingSince = Date.now();
  say('\nStopping the web process and the worker, then the services.');
  await stack?.stop();
  say('Stopped.');
  process.exit(0);
}

/** A killed npm sends no signal, so its process id is polled. There may be a shell between npm and this process. */
function stopWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before && stoppingSince === 0) void stop();
  }, PARENT_CHECK).unref();
}
