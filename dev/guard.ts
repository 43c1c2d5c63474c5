/**
 * Outlives us for a moment when we are killed outright, to end what we had started. A shell and a pipe: the pipe ends
 * with us, however we end.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Remembers the newest list; at the end of the input asks all of it to stop. */
const SCRIPT = 'pids=; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -TERM $pids 2>/dev/null';

export class Guard {
  #shell: ChildProcess | null = null;

  /** @param pids what to end when we are gone */
  watch(pids: number[]): void {
    if (!this.#shell) {
      this.#shell = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
      // Without it we run as well; the next start tidies up.
      this.#shell.once('error', () => {});
      this.#shell.stdin?.on('error', () => {});
      this.#shell.unref();
    }
    this.#shell.stdin?.write(`${pids.join(' ')}\n`);
  }

  /** Nothing is left to end. */
  dismiss(): void {
    this.#shell?.stdin?.end('\n');
    this.#shell = null;
  }
}
