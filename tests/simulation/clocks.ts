/**
 * True time, and the clock of the database, which may jump. What is stored is a time of that clock. While it is in doubt
 * every protocol holds; then the clock is set right, or an operator accepts it and what is stored moves with it.
 */
import { MINUTE } from '#domain/time/durations.ts';

/** A stored instant of the database's clock, milliseconds. */
export interface Stamp {
  at: number;
  /** By how much the clock that wrote it was in doubt, milliseconds. */
  doubt: number;
}

/** Smaller jumps are no jumps: nobody can tell them from a slow process. */
export const JUMP = 5 * MINUTE;

export class Clocks {
  /** True time, milliseconds. */
  now: number;
  /** Jumps too small to be noticed, and how many there were. */
  small = 0;
  smallJumps = 0;
  /** What operators have accepted. */
  accepted = 0;
  /** The jump that is in doubt; 0 while there is none. */
  doubt = 0;
  /** Every stored instant there is, so that an accepted jump moves it. */
  readonly #stamps = new Set<Stamp>();

  constructor(start: number) {
    this.now = start;
  }

  /** The database's clock. */
  get clock(): number {
    return this.now + this.small + this.accepted + this.doubt;
  }

  get isInDoubt(): boolean {
    return this.doubt !== 0;
  }

  stamp(at: number = this.clock): Stamp {
    const stamp = { at, doubt: this.doubt };
    this.#stamps.add(stamp);
    return stamp;
  }

  jump(by: number): void {
    if (Math.abs(by) > JUMP) this.doubt += by;
    else {
      this.small += by;
      this.smallJumps += 1;
    }
  }

  /**
   * Ends the doubt.
   * @param isAccepted the jump stays; otherwise the clock is set right
   * @param doesMove a mutation leaves what is stored where it is
   */
  settle(isAccepted: boolean, doesMove: boolean): void {
    for (const stamp of this.#stamps) {
      if (doesMove) stamp.at += (isAccepted ? this.doubt : 0) - stamp.doubt;
      stamp.doubt = 0;
    }
    if (isAccepted) this.accepted += this.doubt;
    this.doubt = 0;
  }
}
