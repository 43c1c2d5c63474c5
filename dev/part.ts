/** One part of the local stack: a process that is started, watched, restarted after a crash, and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExplainedError, say } from './terminal.ts';

/** In milliseconds. */
const READY_WITHIN = 60_000;
const STOP_WITHIN = 12_000;
/** After this many crashes in a row, each within this time of its start, the part is not restarted. */
const EARLY_CRASH = 15_000;
const MAX_EARLY_CRASHES = 5;
const LONGEST_PAUSE = 10_000;
const LAST_LINES_WITHIN = 100;
const LINES_KEPT = 12;
const LINES_SHOWN = 3;
const CHARACTERS_SHOWN = 600;

export interface PartPlan {
  /** The name in messages: "Postgres". */
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  logFile: string;
  /** Whether other parts can use it. */
  isReady(): Promise<boolean>;
  stopSignal?: NodeJS.Signals;
  /** It stops before the others, so that it can finish its work while they still run. */
  stopsFirst?: boolean;
  /** What helps when it does not start: a variable or a command. */
  help: string;
  /** @returns what the developer should see of a line of its log; null for nothing */
  shows?(line: string): string | null;
}

/** A process of the stack. */
export class Part {
  readonly plan: PartPlan;
  readonly #onChange: () => void;
  #child: ChildProcess | null = null;
  #log: WriteStream | null = null;
  #lastLines: string[] = [];
  #isWanted = false;
  #isStarting = false;
  #earlyCrashes = 0;

  /** @param onChange called when its process changes */
  constructor(plan: PartPlan, onChange: () => void = () => {}) {
    this.plan = plan;
    this.#onChange = onChange;
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  /**
   * Starts it and waits until it is ready. After a crash it is restarted.
   * @throws ExplainedError with its last lines when it ends or does not become ready
   */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#isStarting = true;
    this.#earlyCrashes = 0;
    try {
      this.#spawn();
      await this.#waitUntilReady();
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  /** Asks it to end, and kills it when it takes too long. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || this.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(this.plan.stopSignal ?? 'SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
    await ended;
    clearTimeout(killTimer);
  }

  /** Kills it at once. */
  kill(): void {
    this.#isWanted = false;
    this.#child?.kill('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops it, and starts it with other arguments: another version. */
  async replace(args: string[]): Promise<void> {
    await this.stop();
    this.plan.args = args;
    await this.start();
  }

  async #waitUntilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN;
    while (!(await this.plan.isReady().catch(() => false))) {
      if (!this.#isWanted) return;
      if (this.pid === undefined) {
        // Its last lines arrive a moment after its end.
        await sleep(LAST_LINES_WITHIN);
        throw this.#failure('ended at its start');
      }
      if (Date.now() > deadline) throw this.#failure(`was not ready after ${READY_WITHIN / 1_000} s`);
      await sleep(50);
    }
  }

  #spawn(): void {
    const { command, args, env, uid, gid, cwd, logFile } = this.plan;
    const startedAt = Date.now();
    this.#log ??= createWriteStream(logFile, { flags: 'w' });
    // A process group of its own: Ctrl-C reaches only this process, which stops the parts in order.
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      uid,
      gid,
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => this.#addLine(line));
    child.once('error', (error) => {
      this.#addLine(error.message);
      this.#onExit(startedAt, 'could not be started');
    });
    child.once('exit', (code, signal) =>
      this.#onExit(startedAt, signal ? `was ended by ${signal}` : `ended with ${code}`),
    );
    this.#onChange();
  }

  #addLine(line: string): void {
    this.#log?.write(`${line}\n`);
    const shown = this.plan.shows?.(line);
    if (line.trim()) this.#lastLines = [...this.#lastLines, shown ?? line.trim()].slice(-LINES_KEPT);
    if (shown) say(`  ${this.plan.name}: ${shown}`);
  }

  #onExit(startedAt: number, how: string): void {
    this.#onChange();
    if (!this.#isWanted || this.#isStarting) return;
    this.#earlyCrashes = Date.now() - startedAt < EARLY_CRASH ? this.#earlyCrashes + 1 : 1;
    if (this.#earlyCrashes >= MAX_EARLY_CRASHES) {
      this.#isWanted = false;
      say(`  ✗ ${this.#failure(`keeps crashing (${how}), and is not started again`).message}`);
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, 1_000 * 2 ** (this.#earlyCrashes - 1));
    say(`  ! ${this.plan.name} ${how}; starting it again in ${pause / 1_000} s.`);
    setTimeout(() => void this.#restartAfterCrash(), pause);
  }

  async #restartAfterCrash(): Promise<void> {
    if (!this.#isWanted || this.pid !== undefined) return;
    this.#spawn();
    // If it crashes before that, `#onExit` reports it.
    const isBack = await this.#waitUntilReady().then(
      () => this.#isWanted,
      () => false,
    );
    if (isBack) say(`  ✓ ${this.plan.name} is back.`);
  }

  #failure(what: string): ExplainedError {
    const error = this.#lastLines.findLast((line) => /error|fatal/i.test(line));
    const last = error?.trim() ?? this.#lastLines.slice(-LINES_SHOWN).join(' | ');
    return new ExplainedError(
      `${this.plan.name} ${what}${last ? ` (its last output: ${last.slice(0, CHARACTERS_SHOWN)})` : ''}: ${this.plan.help} Its log is ${this.plan.logFile}.`,
    );
  }
}
