/** One process of the product or of a service it needs, which a test can start and kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Generous: a busy machine is no failure. */
const STARTS_WITHIN = 90_000;
const ASK_EACH = 50;
/** How many characters of a process's output are saved, the newest. */
export const OUTPUT_KEPT = 200_000;

export interface ProcessPlan {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  /** Whether it can be used; called until then. */
  isReady(): Promise<boolean>;
}

/** A process under test. Its output is saved for the message of a failure. */
export class TestProcess {
  readonly #plan: ProcessPlan;
  #child: ChildProcess | null = null;
  output = '';

  constructor(plan: ProcessPlan) {
    this.#plan = plan;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Of its last end; null while it runs, and when a signal ended it. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** @throws when it does not run */
  get pid(): number {
    if (!this.#child?.pid || !this.isRunning) throw new Error(`${this.#plan.name} does not run`);
    return this.#child.pid;
  }

  async start(): Promise<this> {
    const { name, command, args, env, uid, gid, cwd } = this.#plan;
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      uid,
      gid,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (this.output = (this.output + chunk).slice(-OUTPUT_KEPT)));
    const deadline = Date.now() + STARTS_WITHIN;
    while (!(await this.#plan.isReady().catch(() => false))) {
      if (!this.isRunning) throw new Error(`${name} ended at its start:\n${this.output}`);
      if (Date.now() > deadline) throw new Error(`${name} was not ready in time:\n${this.output}`);
      await sleep(ASK_EACH);
    }
    return this;
  }

  /** @returns when it has ended */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  /** Waits until it has ended by itself. */
  async ended(): Promise<void> {
    if (this.#child && this.isRunning) await once(this.#child, 'exit');
  }
}

/** @returns whether the address answers with a success */
export async function answers(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
}

/**
 * Asks until the answer is the right one.
 * @param within how long the answer may stay the same, in milliseconds: a busy machine may take its time as long as
 *   something moves, and no assertion depends on it
 * @throws Error with the last answer
 */
export async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean, within = 60_000): Promise<T> {
  let last = '';
  let deadline = Date.now() + within;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    const seen = JSON.stringify(value, null, 1) ?? '';
    if (seen !== last) [last, deadline] = [seen, Date.now() + within];
    if (Date.now() > deadline) throw new Error(`Nothing changed for ${within} ms; last seen: ${seen}`);
    await sleep(ASK_EACH);
  }
}
