/**
 * Whether the database's clock has moved against the clocks of our machines. Each process compares how much time passed by
 * both; what they find is one number for all, the skew. Instants and durations are milliseconds.
 */

/** What a process saw at one moment. */
export interface ClockReading {
  /** The database's clock, since the epoch. */
  now: number;
  /** How long this machine has been running, also while it was suspended. */
  uptime: number;
}

/** What a process remembers of its last comparison. */
export interface ClockMemory extends ClockReading {
  /** What the database's clock showed when this machine began to run, had it never moved. */
  origin: number;
  /** The skew that was known then. */
  skew: number;
}

/** What a process finds when it compares. */
export interface ClockComparison {
  memory: ClockMemory;
  /** The new skew, 0 where the clocks agree; null where the known one is right. */
  noted: number | null;
  /**
   * Of what is noted: how early the clock may have moved, by the clock as it is now. That is when the process had compared
   * before, less the gap, by which the clock may move again without being noted.
   */
  since: number | null;
}

/** Two good clocks drift apart by less: 86 seconds a day. */
const DRIFT = 1 / 1_000;

/** @returns how far the database's clock has moved since it agreed */
export function movedBy({ origin }: Pick<ClockMemory, 'origin'>, { now, uptime }: ClockReading): number {
  return now - uptime - origin;
}

/**
 * Compares the clocks. A process that saw the clock move says so; one that did not see it, because it has just started or
 * was itself suspended, follows the others.
 * @param memory of this process; null at its first comparison
 * @param skew what is known at this moment
 * @param gap how far clocks may be apart
 * @returns what to remember, and what to note
 */
export function compareClocks(
  memory: ClockMemory | null,
  skew: number,
  reading: ClockReading,
  gap: number,
): ClockComparison {
  const following = { ...reading, origin: reading.now - reading.uptime - skew, skew };
  if (memory === null) return nothingNew(following);
  const sinceLast = movedBy({ origin: memory.now - memory.uptime }, reading);
  // Others have ended the doubt. If the clock was accepted, only what it moved since is new; the smaller jump is the likelier.
  const isAccepted = memory.skew !== 0 && skew === 0 && Math.abs(sinceLast) < Math.abs(movedBy(memory, reading));
  const origin = isAccepted ? memory.now - memory.uptime : memory.origin;
  const moved = movedBy({ origin }, reading);
  const found = Math.abs(moved) <= gap ? 0 : moved;
  const isKnown = found === 0 || skew === 0 ? found === skew : Math.abs(found - skew) <= gap;
  if (isKnown) {
    // While the clock is in doubt nothing is drift: it may be on its way back.
    const allowed = skew === 0 ? (reading.uptime - memory.uptime) * DRIFT : 0;
    const drift = Math.min(allowed, Math.max(-allowed, moved));
    return nothingNew({ ...reading, origin: origin + drift, skew });
  }
  if (memory.skew !== skew && Math.abs(sinceLast) <= gap) return nothingNew(following);
  const since = reading.now - (reading.uptime - memory.uptime) - gap;
  return { memory: { ...reading, origin, skew: found }, noted: found, since };
}

function nothingNew(memory: ClockMemory): ClockComparison {
  return { memory, noted: null, since: null };
}
