/** One part of the local stack: a process that is started, watched, started again when it dies, and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Plain, say } from './terminal.ts';

const READY_WITHIN = 60_000;
const STOP_WITHIN = 12_000;
/** A life shorter than this counts as dying at once; after so many of them in a row we stop trying. */
const QUICK_DEATH = 15_000;
const QUICK_DEATHS = 5;
const LONGEST_PAUSE = 10_000;
const LINES_KEPT = 12;

export interface PartPlan {
  /** As a person calls it: "Postgres". */
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  logFile: string;
  /** Whether it can be used now. */
  isReady(): Promise<boolean>;
  stopSignal?: NodeJS.Signals;
  /** What to do when it will not run: names a variable or a command. */
  help: string;
  /** Lines to show on the terminal too. */
  shows?(line: string): boolean;
}

export class Part {
  readonly plan: PartPlan;
  readonly #onChange: () => void;
  #child: ChildProcess | null = null;
  #log: WriteStream | null = null;
  #lastLines: string[] = [];
  #isWanted = false;
  #quickDeaths = 0;

  /** @param onChange called when its process changes */
  constructor(plan: PartPlan, onChange: () => void = () => {}) {
    this.plan = plan;
    this.#onChange = onChange;
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  /**
   * Starts it and waits until it can be used.
   * @throws Plain with the last it said when it ends or does not become ready
   */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#spawn();
    const deadline = Date.now() + READY_WITHIN;
    while (!(await this.plan.isReady().catch(() => false))) {
      if (!this.#isWanted) return;
      if (this.pid === undefined && this.#quickDeaths > 0) {
        this.#isWanted = false;
        throw this.#complaint('ended at its start');
      }
      if (Date.now() > deadline) throw this.#complaint(`was not ready after ${READY_WITHIN / 1_000} s`);
      await sleep(50);
    }
  }

  /** Asks it to end, and makes it end when it does not. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || this.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(this.plan.stopSignal ?? 'SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
    await ended;
    clearTimeout(impatience);
  }

  /** Ends it at once. */
  kill(): void {
    this.#isWanted = false;
    this.#child?.kill('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  #spawn(): void {
    const { command, args, env, uid, gid, cwd, logFile, shows } = this.plan;
    const startedAt = Date.now();
    this.#log ??= createWriteStream(logFile, { flags: 'w' });
    // A group of its own: Ctrl-C reaches us alone, and we stop the parts in their order.
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      uid,
      gid,
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const take = (chunk: Buffer) => {
      this.#log?.write(chunk);
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        this.#lastLines = [...this.#lastLines, line].slice(-LINES_KEPT);
        if (shows?.(line)) say(`  ${this.plan.name}: ${line}`);
      }
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', (error) => {
      this.#lastLines.push(error.message);
      this.#died(startedAt, 'could not be started');
    });
    child.once('exit', (code, signal) =>
      this.#died(startedAt, signal ? `was ended by ${signal}` : `ended with ${code}`),
    );
    this.#onChange();
  }

  #died(startedAt: number, how: string): void {
    this.#onChange();
    this.#quickDeaths = Date.now() - startedAt < QUICK_DEATH ? this.#quickDeaths + 1 : 1;
    if (!this.#isWanted) return;
    if (this.#quickDeaths >= QUICK_DEATHS) {
      this.#isWanted = false;
      say(`✗ ${this.#complaint(`keeps dying (${how})`).message}`);
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, 1_000 * 2 ** (this.#quickDeaths - 1));
    say(`  ! ${this.plan.name} ${how}; starting it again in ${pause / 1_000} s.`);
    setTimeout(() => {
      if (this.#isWanted) this.#spawn();
    }, pause);
  }

  #complaint(what: string): Plain {
    const last = this.#lastLines.slice(-3).join(' | ').slice(0, 600);
    return new Plain(
      `${this.plan.name} ${what}${last ? ` (its last words: ${last})` : ''}: ${this.plan.help} Its log is ${this.plan.logFile}.`,
    );
  }
}
