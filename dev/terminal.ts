/** What the local stack says while it works. */

const isTerminal = process.stdout.isTTY === true;
/** Where lines cannot be rewritten, a long step says so this often. */
const STILL_AT_IT = 10_000;
/** Columns, where a terminal does not say how many it has. */
const NARROW = 80;
const CLEAR_LINE = '\r\x1b[2K';

/** What is being done at this moment, each as the line that says so. */
const underWay = new Set<() => string>();
let ticking: NodeJS.Timeout | undefined;

/** Prints one line. */
export function say(line: string): void {
  process.stdout.write(underWay.size > 0 ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  if (underWay.size > 0) showUnderWay();
}

/**
 * Says what is being done, with the seconds passed while it takes long, and when it is done. Several may be under way.
 * @returns what the work gave
 * @throws what the work threw
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

/** @returns how to stop */
function tick(line: () => string): () => void {
  if (!isTerminal) {
    const timer = setInterval(() => say(`  ${line()}`), STILL_AT_IT);
    return () => clearInterval(timer);
  }
  underWay.add(line);
  ticking ??= setInterval(showUnderWay, 1_000);
  return () => {
    if (!underWay.delete(line) || underWay.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
    process.stdout.write(CLEAR_LINE);
  };
}

/** All of it in one line, which is written over: no longer than the terminal is wide, or it could not be. */
function showUnderWay(): void {
  const line = `  ${[...underWay].map((each) => each()).join('  ')}`;
  process.stdout.write(`${CLEAR_LINE}${line.slice(0, (process.stdout.columns || NARROW) - 1)}`);
}

/** A failure that the person at the keyboard can do something about: one sentence with what, why, and what helps. */
export class Plain extends Error {
  override readonly name = 'Plain';
}
