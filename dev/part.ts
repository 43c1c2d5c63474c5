/** One part of the local stack: a process that is started, watched, started again when it dies, and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Plain, say } from './terminal.ts';

const READY_WITHIN = 60_000;
const STOP_WITHIN = 12_000;
/** A life shorter than this counts as dying at once; after so many of them in a row we stop trying. */
const QUICK_DEATH = 15_000;
const QUICK_DEATHS = 5;
const LONGEST_PAUSE = 10_000;
const LAST_WORDS_WITHIN = 100;
const LINES_KEPT = 12;
const LINES_SAID = 3;
const WORDS_KEPT = 600;

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
  /** It is stopped before the others, so that it can finish what it is at while they are still there. */
  stopsFirst?: boolean;
  /** What to do when it will not run: names a variable or a command. */
  help: string;
  /** What of a line of its log a person should see at once; null when nothing. */
  shows?(line: string): string | null;
}

export class Part {
  readonly plan: PartPlan;
  readonly #onChange: () => void;
  #child: ChildProcess | null = null;
  #log: WriteStream | null = null;
  #lastLines: string[] = [];
  #isWanted = false;
  #isStarting = false;
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
   * Starts it and waits until it can be used. From then on it is started again whenever it dies.
   * @throws Plain with the last it said when it ends or does not become ready
   */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#isStarting = true;
    this.#quickDeaths = 0;
    try {
      this.#spawn();
      await this.#becomesReady();
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      this.#isStarting = false;
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

  async #becomesReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN;
    while (!(await this.plan.isReady().catch(() => false))) {
      if (!this.#isWanted) return;
      if (this.pid === undefined) {
        // What it said last comes a moment after its end.
        await sleep(LAST_WORDS_WITHIN);
        throw this.#complaint('ended at its start');
      }
      if (Date.now() > deadline) throw this.#complaint(`was not ready after ${READY_WITHIN / 1_000} s`);
      await sleep(50);
    }
  }

  #spawn(): void {
    const { command, args, env, uid, gid, cwd, logFile } = this.plan;
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
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => this.#hear(line));
    child.once('error', (error) => {
      this.#hear(error.message);
      this.#died(startedAt, 'could not be started');
    });
    child.once('exit', (code, signal) =>
      this.#died(startedAt, signal ? `was ended by ${signal}` : `ended with ${code}`),
    );
    this.#onChange();
  }

  #hear(line: string): void {
    this.#log?.write(`${line}\n`);
    const shown = this.plan.shows?.(line);
    if (line.trim()) this.#lastLines = [...this.#lastLines, shown ?? line.trim()].slice(-LINES_KEPT);
    if (shown) say(`  ${this.plan.name}: ${shown}`);
  }

  #died(startedAt: number, how: string): void {
    this.#onChange();
    if (!this.#isWanted || this.#isStarting) return;
    this.#quickDeaths = Date.now() - startedAt < QUICK_DEATH ? this.#quickDeaths + 1 : 1;
    if (this.#quickDeaths >= QUICK_DEATHS) {
      this.#isWanted = false;
      say(`  ✗ ${this.#complaint(`keeps dying (${how}), and is not started again`).message}`);
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, 1_000 * 2 ** (this.#quickDeaths - 1));
    say(`  ! ${this.plan.name} ${how}; starting it again in ${pause / 1_000} s.`);
    setTimeout(() => void this.#again(), pause);
  }

  async #again(): Promise<void> {
    if (!this.#isWanted || this.pid !== undefined) return;
    this.#spawn();
    // When it dies before that, its death says so.
    const isBack = await this.#becomesReady().then(
      () => this.#isWanted,
      () => false,
    );
    if (isBack) say(`  ✓ ${this.plan.name} is back.`);
  }

  #complaint(what: string): Plain {
    const error = this.#lastLines.findLast((line) => /error|fatal/i.test(line));
    const last = error?.trim() ?? this.#lastLines.slice(-LINES_SAID).join(' | ');
    return new Plain(
      `${this.plan.name} ${what}${last ? ` (its last words: ${last.slice(0, WORDS_KEPT)})` : ''}: ${this.plan.help} Its log is ${this.plan.logFile}.`,
    );
  }
}
