/** The lines that the local stack and the test runner print. */

const isTerminal = process.stdout.isTTY === true;
/** Without a terminal, a long step prints a line this often, in milliseconds. */
const PROGRESS_EVERY = 10_000;
/** Columns of a terminal of unknown width. */
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\x1b[2K';

/** The steps that run now, each as a function that returns its line. */
const runningSteps = new Set<() => string>();
let ticking: NodeJS.Timeout | undefined;

/** Prints one line. */
export function say(line: string): void {
  process.stdout.write(runningSteps.size > 0 ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  if (runningSteps.size > 0) showRunningSteps();
}

/**
 * Prints a step, with the seconds while it takes long, and its end. Several steps may run at the same time.
 * @param work gets a function that adds a detail to the line
 * @returns the result of the work
 * @throws the error of the work
 */
export async function step<T>(what: string, work: (progress: (detail: string) => void) => Promise<T>): Promise<T> {
  const started = Date.now();
  const seconds = () => (Date.now() - started) / 1_000;
  let detail = '';
  const line = () => `… ${what}${detail ? `: ${detail}` : ''} (${Math.round(seconds())} s)`;
  const done = tick(line);
  try {
    const result = await work((next) => (detail = next));
    done();
    say(`  ✓ ${what} (${seconds().toFixed(1)} s)`);
    return result;
  } finally {
    done();
  }
}

/** @returns a function that stops the line */
function tick(line: () => string): () => void {
  if (!isTerminal) {
    const timer = setInterval(() => say(`  ${line()}`), PROGRESS_EVERY);
    return () => clearInterval(timer);
  }
  runningSteps.add(line);
  ticking ??= setInterval(showRunningSteps, 1_000);
  return () => {
    if (!runningSteps.delete(line) || runningSteps.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
    process.stdout.write(CLEAR_LINE);
  };
}

/** Prints all steps in one line, cut to the width of the terminal, because only one line can be overwritten. */
function showRunningSteps(): void {
  const line = `  ${[...runningSteps].map((each) => each()).join('  ')}`;
  process.stdout.write(`${CLEAR_LINE}${line.slice(0, (process.stdout.columns || DEFAULT_COLUMNS) - 1)}`);
}

/**
 * Prints the last lines of a start: the address of the app, and what is where.
 * @param addresses the name of each part; null for an address that is not ours to show
 */
export function announceReady(appOrigin: string, addresses: [string, string | null][]): void {
  const table = addresses.flatMap(([what, address]) => (address ? `  ${what.padEnd(17)} ${address}` : []));
  // One write: a program that waits for the first line gets all of them.
  say(
    [
      `\nReady  ${appOrigin}\n`,
      ...table,
      '\n  free@example.com, plus@example.com, premium@example.com   password: stillhere',
      '  Ctrl-C stops everything; the data stays in its folder.\n',
    ].join('\n'),
  );
}

/** An error that the developer can fix. The message says in one sentence what failed, why, and what helps. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}
