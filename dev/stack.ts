/** The running parts together: saved for the next start, and stopped in order. */
import { Guard } from './guard.ts';
import type { Home } from './home.ts';
import { Part, type PartPlan } from './part.ts';
import { commandOf } from './processes.ts';
import { endRunning } from './run.ts';

/** All parts of a local stack. */
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
   * @param plan with the name of its log file instead of the path
   * @throws while the stack stops: a part that is added now would keep running
   */
  add({ log, ...plan }: Omit<PartPlan, 'logFile'> & { log: string }): Part {
    if (this.#isStopping) throw new Error(`${plan.name} is not started: everything is being stopped`);
    const part = new Part({ ...plan, logFile: this.home.path('logs', `${log}.log`) }, () => this.#record());
    this.#parts.push(part);
    return part;
  }

  /** Stops the web process and the worker first, then the services that they use. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    endRunning();
    for (const isFirst of [true, false])
      await Promise.all(
        this.#parts.filter(({ plan }) => (plan.stopsFirst ?? false) === isFirst).map((part) => part.stop()),
      );
    this.#guard.dismiss();
    this.home.release();
  }

  /** Kills all parts at once. */
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
