/** Programs that run to their end: a build, an installation, a migration. */
import { type ChildProcess, spawn } from 'node:child_process';

const WORDS_KEPT = 64_000;
const running = new Set<ChildProcess>();

/** A program that did not do what it was asked to. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** The last that it said, whole lines. */
  readonly words: string;

  constructor(message: string, words: string) {
    super(message);
    this.words = words;
  }
}

/**
 * Runs a program to its end.
 * @returns what it printed
 * @throws RunFailed with the last that it said
 */
export function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    let words = '';
    const hear = (chunk: Buffer) => (words = `${words}${chunk}`.slice(-WORDS_KEPT));
    child.stdout.on('data', (chunk: Buffer) => (output += chunk)).on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => {
      running.delete(child);
      reject(new RunFailed(`${command} cannot be run: ${error.message}`, words));
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) return resolve(output);
      const last = words.trim().split('\n').slice(-3).join(' ');
      reject(new RunFailed(`${command} ended with ${code ?? signal}: ${last}`, words.trim()));
    });
  });
}

/** Ends what is running now: nobody waits for it any more. */
export function endRunning(): void {
  for (const child of running) child.kill();
}
