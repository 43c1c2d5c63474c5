/** The parts that run, as one: recorded for the next start, and stopped in their order. */
import { Guard } from './guard.ts';
import type { Home } from './home.ts';
import { Part, type PartPlan } from './part.ts';
import { commandOf } from './processes.ts';
import { endRunning } from './run.ts';

export class Stack {
  readonly home: Home;
  readonly #parts: Part[] = [];
  readonly #guard = new Guard();
  #isStopping = false;

  constructor(home: Home) {
    this.home = home;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * @param plan with the name of its log instead of the log's path
   * @throws when everything is being stopped: what is added now would be left behind
   */
  add({ log, ...plan }: Omit<PartPlan, 'logFile'> & { log: string }): Part {
    if (this.#isStopping) throw new Error(`${plan.name} is not started: everything is being stopped`);
    const part = new Part({ ...plan, logFile: this.home.path('logs', `${log}.log`) }, () => this.#record());
    this.#parts.push(part);
    return part;
  }

  /** First what works, then what it stands on. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    endRunning();
    for (const isNow of [true, false])
      await Promise.all(
        this.#parts.filter(({ plan }) => (plan.stopsFirst ?? false) === isNow).map((part) => part.stop()),
      );
    this.#guard.dismiss();
    this.home.release();
  }

  /** At once, and in no order. */
  kill(): void {
    this.#isStopping = true;
    endRunning();
    for (const part of this.#parts) part.kill();
    this.#guard.dismiss();
    this.home.release();
  }

  #record(): void {
    if (this.#isStopping) return;
    const running = this.#parts.flatMap(({ pid }) => {
      const command = pid === undefined ? null : commandOf(pid);
      return pid === undefined || command === null ? [] : [{ pid, command }];
    });
    this.home.record(running);
    this.#guard.watch(running.map(({ pid }) => pid));
  }
}
