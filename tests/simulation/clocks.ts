/**
 * True time, the clock of the database, which may jump, and the machines, each of which knows how long it has been running.
 * The processes compare them with the decision that the services call. What is noted, accepted and moved is as in
 * services/emergency/database-clock.ts and shift-instants.ts; shift.db.test.ts shows that it is.
 */
import { type ClockMemory, compareClocks, movedBy } from '#domain/emergency/database-clock.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Span } from './shift.ts';

/** The processes that compare. */
export const PROCESSES = ['web', 'worker'] as const;
export type Process = (typeof PROCESSES)[number];

/** What is done about a clock that jumped; a mutation replaces one. */
export const CLOCK_RULES = {
  compareClocks,
  /** A clock in doubt holds every protocol and every delivery. */
  holds: (isInDoubt: boolean) => isInDoubt,
  /** When the clock is accepted, or agrees again, what is stored moves with it. */
  movesStored: true,
  /** Of a second jump within a doubt, what was stored since the first one moves with it. */
  movesWithin: true,
};
export type ClockRules = typeof CLOCK_RULES;

/** Smaller jumps are no jumps: nobody can tell them from a slow process. */
export const GAP = 5 * MINUTE;
/** Each process compares once a minute. */
export const COMPARED_EACH = MINUTE;
/** Until every process has compared. */
const SETTLED_AFTER = 2 * COMPARED_EACH;

export class Clocks {
  /** True time, milliseconds. */
  now: number;
  /** The database's clock is so far ahead of it. */
  offset = 0;
  /** What the database knows: how far its clock has moved since it agreed, and since when by that clock. */
  skew = 0;
  notedAt: number | null = null;
  #doubtFrom: number | null = null;
  /** How far it was ahead of true time then. */
  #notedOffset = 0;
  /** Stored instants that are being moved. */
  span: Span | null = null;
  /** For the judge: of `offset`, what is wrong, because some process could see the clock jump there. */
  wrong = 0;
  readonly jumpedAt: number[] = [];
  #wrongSince = Number.NEGATIVE_INFINITY;
  /** For the judge: when the clock was wrong, and came back before anybody noted it; by true time. */
  readonly blips: { from: number; until: number }[] = [];
  jumpsInDoubt = 0;
  /** A machine was paused, and what its process noted has not been settled. */
  isPauseUnsettled = false;
  /** For the judge: what operators accepted of it, jumps that no process could see, and those that are too small. */
  accepted = 0;
  unseenAhead = 0;
  unseenBack = 0;
  /** One of them was set back while the clock was in doubt. */
  wasSetBackTwice = false;
  smallJumps = 0;
  settledAt = Number.NEGATIVE_INFINITY;
  /** It was set right while no process ran: operators end the doubt by hand. */
  needsReset = false;
  wasReset = false;
  readonly #rules: ClockRules;
  readonly #memories: Record<Process, ClockMemory | null> = { web: null, worker: null };
  /** How much of true time each machine was paused for: it does not count that. */
  readonly #paused: Record<Process, number> = { web: 0, worker: 0 };
  readonly #witnesses = new Set<Process>();

  constructor(start: number, rules: ClockRules) {
    this.now = start;
    this.#rules = rules;
    for (const process of PROCESSES) this.compare(process);
  }

  /** The database's clock. */
  get clock(): number {
    return this.now + this.offset;
  }

  /** What everybody else's clocks show, for the judge: small jumps are not in it. */
  get truth(): number {
    return this.now + this.accepted + this.unseenAhead - this.unseenBack;
  }

  /** What the database's clock would show if it had not jumped, or been accepted since. */
  get calendar(): number {
    return this.clock - this.wrong;
  }

  /** Whether it is known that the clock is in doubt. */
  get isInDoubt(): boolean {
    return this.skew !== 0 || this.span !== null;
  }

  get isHeld(): boolean {
    return this.#rules.holds(this.isInDoubt);
  }

  /** @returns whether it is known, or this process sees it now */
  isHeldFor(process: Process): boolean {
    return this.#rules.holds(this.isInDoubt || this.sees(process));
  }

  /** @returns whether this process sees a jump that is not noted; one that has just started sees none */
  sees(process: Process): boolean {
    const memory = this.#memories[process];
    return memory !== null && Math.abs(movedBy(memory, this.#reading(process)) - memory.skew) > GAP;
  }

  jump(by: number): void {
    this.offset += by;
    const alive = PROCESSES.filter((process) => this.#memories[process] !== null);
    this.jumpedAt.push(this.now);
    if (this.isInDoubt) this.jumpsInDoubt += 1;
    // Nor from several small ones before it.
    const size = Math.ceil(Math.abs(by) / GAP);
    if (size <= 1 + this.smallJumps && this.wrong === 0) this.smallJumps += size;
    else if (alive.length === 0) this.#unseen(by);
    else {
      if (this.wrong === 0) this.#wrongSince = this.now;
      this.wrong += by;
      for (const process of alive) this.#witnesses.add(process);
      if (Math.abs(this.wrong) <= GAP) this.#isSmallNow();
    }
  }

  /** It came back to where nobody can tell it from a slow process. */
  #isSmallNow(): void {
    this.#comesBack();
    this.smallJumps += 1;
    this.#settled();
  }

  /** The clock was set right, and nobody has noted that yet. */
  get isRightAgain(): boolean {
    return this.wrong === 0 && Math.abs(this.offset - this.#notedOffset) > GAP;
  }

  /** The clock jumped, and nobody has noted it; it was in no doubt before. */
  get isFirstJump(): boolean {
    return this.wrong !== 0 && !this.isInDoubt;
  }

  /** For the judge: whether the clock jumped within the two minutes before, when perhaps nobody had noted it. */
  hasJustJumped(at: number): boolean {
    return this.jumpedAt.some((jumped) => at >= jumped && at - jumped <= 2 * MINUTE);
  }

  /** A process that ends forgets. A jump that nobody else saw stays unseen. */
  forget(process: Process): void {
    this.#memories[process] = null;
    this.needsReset ||= this.skew !== 0 && this.wrong === 0 && !this.#remembers();
    if (!this.#witnesses.delete(process) || this.#witnesses.size > 0 || this.wrong === 0) return;
    this.#unseen(this.wrong - this.skew);
    this.wrong = this.skew;
  }

  /** A machine was paused for so long, and does not know it. */
  pause(process: Process, duration: number): void {
    this.#paused[process] += duration;
    this.isPauseUnsettled = true;
    if (this.isInDoubt) this.jumpsInDoubt += 1;
  }

  #unseen(by: number): void {
    if (by > 0) this.unseenAhead += by;
    else this.unseenBack -= by;
    this.wasSetBackTwice ||= by < 0 && this.isInDoubt;
  }

  /** It compares once a minute, also where nothing is new; there it only remembers that it did. */
  comparesAgain(process: Process): void {
    const memory = this.#memories[process];
    if (memory === null) return;
    const compared = this.#rules.compareClocks(memory, this.skew, this.#reading(process), GAP);
    if (compared.noted === null) this.#memories[process] = compared.memory;
  }

  #reading(process: Process) {
    return { now: this.clock, uptime: this.now - this.#paused[process] };
  }

  /** @returns by how much the clock was noted to have moved since the last note, milliseconds; 0 for no news */
  compare(process: Process): number {
    const memory = this.#memories[process];
    const known = this.skew;
    const compared = this.#rules.compareClocks(memory, known, this.#reading(process), GAP);
    // Instants that are being moved are moved first.
    if (compared.noted !== null && this.span !== null) return 0;
    this.#memories[process] = compared.memory;
    if (compared.noted === null) return 0;
    this.#witnesses.clear();
    this.#note(known, compared.noted, compared.since ?? this.clock);
    return compared.noted - known;
  }

  /** @param since how early the clock may have jumped */
  #note(known: number, found: number, since: number): void {
    const moved = found - known;
    const from = this.#doubtFrom ?? since;
    if (found === 0 || (known !== 0 && this.#rules.movesWithin))
      this.span = { by: moved, isInside: true, from, until: this.clock - moved + GAP, isStillInDoubt: found !== 0 };
    this.skew = found;
    this.notedAt = found === 0 ? null : this.clock;
    this.#notedOffset = this.offset;
    if (found === 0) this.#doubtFrom = null;
    else this.#doubtFrom = known === 0 ? since : from + moved;
    if (found !== 0) return;
    // A machine that was paused for as long as the clock had jumped sees nothing.
    this.#unseen(this.wrong);
    this.wrong = 0;
    this.#settled();
  }

  /** An operator says that the clock is right as it is. @returns whether it was in doubt for long enough */
  accept(): boolean {
    if (this.skew === 0 || this.span || this.notedAt === null || this.#doubtFrom === null) return false;
    if (this.notedAt >= this.clock - SETTLED_AFTER) return false;
    this.span = { by: this.skew, isInside: false, from: this.#doubtFrom, until: null, isStillInDoubt: false };
    Object.assign(this, { skew: 0, notedAt: null });
    this.#doubtFrom = null;
    this.accepted += this.wrong;
    this.wrong = 0;
    this.#settled();
    return true;
  }

  /** The clock is set right. */
  setRight(): void {
    this.needsReset ||= this.skew !== 0 && !this.#remembers();
    this.offset -= this.wrong;
    this.#comesBack();
    this.#settled();
  }

  #comesBack(): void {
    if (this.skew === 0) this.blips.push({ from: this.#wrongSince, until: this.now });
    this.wrong = 0;
  }

  #remembers(): boolean {
    return PROCESSES.some((process) => this.#memories[process] !== null);
  }

  /** What docs/operations.md says of a clock that was set right during a restart. */
  reset(): void {
    Object.assign(this, { skew: 0, notedAt: null, needsReset: false, wasReset: true });
    this.#doubtFrom = null;
    this.#settled();
  }

  #settled(): void {
    this.jumpedAt.push(this.now);
    this.settledAt = this.now;
    this.isPauseUnsettled = false;
  }

  /** @returns what is to be moved, once; null where nothing is, or where a mutation moves nothing */
  takeSpan(): Span | null {
    const span = this.span;
    this.span = null;
    // What a process saw meanwhile it notes within the next minute.
    if (span && this.#witnesses.size > 0) this.jumpedAt.push(this.now);
    return this.#rules.movesStored ? span : null;
  }
}

/** How long it takes until the processes have compared again. */
export const COMPARED_AFTER = 30 * SECOND;
