/**
 * Ends the stack's processes when the stack itself is killed: a shell that reads a pipe, which closes when this process ends
 * for whatever reason.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Keeps the newest list of processes, and asks them to stop at the end of the input. */
const SCRIPT = 'pids=; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -TERM $pids 2>/dev/null';

/** A shell that outlives this process for a moment. */
export class Guard {
  #shell: ChildProcess | null = null;

  /** @param pids the processes to end when this process has ended */
  watch(pids: number[]): void {
    if (!this.#shell) {
      this.#shell = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
      // The stack runs without it, too; then the next start ends what is left.
      this.#shell.once('error', () => {});
      this.#shell.stdin?.on('error', () => {});
      this.#shell.unref();
    }
    this.#shell.stdin?.write(`${pids.join(' ')}\n`);
  }

  /** Ends the shell: no process is left. */
  dismiss(): void {
    this.#shell?.stdin?.end('\n');
    this.#shell = null;
  }
}
