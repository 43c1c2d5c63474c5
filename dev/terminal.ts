/** What the local stack says while it works. */

const isTerminal = process.stdout.isTTY === true;
/** Where lines cannot be rewritten, a long step says so this often. */
const STILL_AT_IT = 10_000;

/** Prints one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Says what is being done, with the seconds passed while it takes long, and when it is done.
 * @returns what the work gave
 * @throws what the work threw
 */
export async function step<T>(what: string, work: (progress: (detail: string) => void) => Promise<T>): Promise<T> {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1_000);
  let detail = '';
  const line = () => `  … ${what}${detail ? `: ${detail}` : ''} (${seconds()} s)`;
  const ticking = setInterval(
    () => (isTerminal ? process.stdout.write(`\r\x1b[2K${line()}`) : say(line())),
    isTerminal ? 1_000 : STILL_AT_IT,
  );
  const clear = () => {
    clearInterval(ticking);
    if (isTerminal) process.stdout.write('\r\x1b[2K');
  };
  try {
    const result = await work((next) => (detail = next));
    clear();
    say(`  ✓ ${what} (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    clear();
    throw error;
  }
}

/** A failure that the person at the keyboard can do something about: one sentence with what, why, and what helps. */
export class Plain extends Error {
  override readonly name = 'Plain';
}
