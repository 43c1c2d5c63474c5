/** Programs that run to an end: a build, an installation, a migration. */
import { type ChildProcess, spawn } from 'node:child_process';

const OUTPUT_KEPT = 64_000;
const running = new Set<ChildProcess>();

/** A program could not start, or ended with an error. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** The end of what it printed. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws RunFailed
 */
export function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let stdout = '';
    let output = '';
    const record = (chunk: Buffer) => (output = `${output}${chunk}`.slice(-OUTPUT_KEPT));
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk)).on('data', record);
    child.stderr.on('data', record);
    child.once('error', (error) => {
      running.delete(child);
      reject(new RunFailed(`${command} cannot be run: ${error.message}`, output));
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) return resolve(stdout);
      const last = output.trim().split('\n').slice(-3).join(' ');
      reject(new RunFailed(`${command} ended with ${code ?? signal}: ${last}`, output.trim()));
    });
  });
}

/** Ends the programs that run now. */
export function endRunning(): void {
  for (const child of running) child.kill();
}
