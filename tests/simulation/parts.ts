/** The clocks of a world, and its parts, each of which may be away for a while; its processes compare the clocks. */
import { type ClockRules, Clocks, COMPARED_AFTER, COMPARED_EACH, PROCESSES, type Process } from './clocks.ts';
import type { Span } from './shift.ts';

const MINUTE = 60_000;

export class Parts<Part extends string> extends Clocks {
  readonly #names: readonly Part[];
  readonly #downUntil = new Map<string, number>();
  /** When the processes compare next, by true time: only where there may be news. */
  #comparisons: number[] = [];

  constructor(start: number, rules: ClockRules, names: readonly Part[]) {
    super(start, rules);
    this.#names = names;
  }

  isUp(...parts: (Part | Process | 'postgres')[]): boolean {
    return parts.every((part) => (this.#downUntil.get(part) ?? 0) <= this.now);
  }

  /** @returns when all of these work, by true time */
  upAt(...parts: (Part | Process | 'postgres')[]): number {
    return Math.max(this.now, ...parts.map((part) => this.#downUntil.get(part) ?? 0));
  }

  /** @returns when the last of these came back, or will, by true time */
  backAt(...parts: (Part | Process | 'postgres')[]): number {
    return Math.max(0, ...parts.map((part) => this.#downUntil.get(part) ?? 0));
  }

  healedAt(): number {
    return this.upAt(...this.#names) + 3 * MINUTE;
  }

  /** A process that is away has ended: it forgets. @returns until when it is away, by true time */
  takeAway(part: Part | Process, duration: number): number {
    const until = Math.max(this.upAt(part), this.now + duration);
    this.#compareUntilNow();
    this.#downUntil.set(part, until);
    const process = PROCESSES.find((one) => one === part);
    if (!process) return until;
    this.forget(process);
    this.compareAfter(until - this.now);
    return until;
  }

  override jump(by: number): void {
    this.#compareUntilNow();
    super.jump(by);
    this.compareAfter(0);
  }

  /** A machine is paused: its process is away, and does not know it. */
  override pause(process: Process, duration: number): void {
    this.#compareUntilNow();
    super.pause(process, duration);
    this.#downUntil.set(process, Math.max(this.upAt(process), this.now + duration));
    this.compareAfter(duration);
  }

  /** Before something happens to the clock, to Postgres or to a machine: what works has compared within the minute. */
  #compareUntilNow(): void {
    for (const process of PROCESSES) if (this.isUp(process, 'postgres')) this.comparesAgain(process);
  }

  /** An operator ends a doubt. @returns whether anything changed */
  settleClock(isAccepted: boolean): boolean {
    // Before a process has noted it, operators do not know. After they have acted, they wait for what the processes find.
    if (!this.needsReset && this.hasJustJumped(this.now)) return false;
    if (this.wrong === 0 && !this.isInDoubt) return false;
    // What the clock shows decides: one that was set right is not accepted, and a doubt about a wrong one is not ended by hand.
    if (this.wrong === 0) {
      if (this.needsReset) this.reset();
      else if (!isAccepted || this.isRightAgain || !this.accept()) return false;
    } else if (!isAccepted || this.needsReset) this.setRight();
    else if (!this.accept()) return false;
    this.compareAfter(0);
    return true;
  }

  compareAfter(wait: number): void {
    for (const delay of [COMPARED_AFTER, COMPARED_AFTER + COMPARED_EACH])
      this.#comparisons.push(this.now + wait + delay);
  }

  compareAt(): number {
    return Math.max(this.upAt('postgres'), Math.min(Number.POSITIVE_INFINITY, ...this.#comparisons));
  }

  /** @returns by how much the clock was noted to have moved, and what moves with it now */
  compareClocks(): { moved: number; span: Span | null } {
    this.#comparisons = this.#comparisons.filter((at) => at > this.now);
    const moved = PROCESSES.filter((process) => this.isUp(process)).reduce((sum, one) => sum + this.compare(one), 0);
    if (this.span && !this.isUp('worker')) this.#comparisons.push(this.upAt('worker', 'postgres') + COMPARED_AFTER);
    const span = this.isUp('worker') ? this.takeSpan() : null;
    // The others learn it with their next comparison.
    if (span || moved !== 0) this.compareAfter(0);
    return { moved, span };
  }
}
