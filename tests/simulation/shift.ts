/** What services/emergency/shift-instants.ts does in SQL, for one value: shift.db.test.ts shows that both agree. */

/** Which stored instants move, and by how much. Milliseconds by the database's clock. */
export interface Span {
  by: number;
  /** Those between `from` and `until`; otherwise all others. */
  isInside: boolean;
  from: number;
  /** Null for now. */
  until: number | null;
  /** It is the move of a jump after which the clock is still in doubt. */
  isStillInDoubt: boolean;
}

function isWithin({ from, until }: Span, at: number, clock: number): boolean {
  return at >= from && at <= (until ?? clock);
}

/** @returns the instant, moved if it is one of those. What has happened stays in the past; in doubt it does not become older. */
export function shifted(span: Span, at: number, clock: number): number {
  return span.isStillInDoubt && span.by < 0 ? Math.min(at, clock) : moved(span, at, clock);
}

/** @returns the instant, moved if what was written then is */
export function moved(span: Span, at: number, clock: number, writtenAt = at): number {
  if (isWithin(span, writtenAt, clock) !== span.isInside) return at;
  return at <= clock ? Math.min(at + span.by, clock) : at + span.by;
}

/** The last check-in says by which clock the end of a pause was chosen; in doubt it becomes longer. */
export function shiftedPause(span: Span, pause: number, lastCheckIn: number, clock: number): number {
  if (span.by > 0 && !span.isInside) return pause + span.by;
  if (span.by < 0 && span.isInside) return pause;
  return isWithin(span, lastCheckIn, clock) === span.isInside ? pause + span.by : pause;
}

/** After a clock was set back, a delivery counts as the earlier of what it may be. */
export function shiftedDelivery(span: Span, delivered: number, clock: number): number {
  const isBack = span.by < 0;
  if (isBack === span.isInside) return moved(span, delivered, clock);
  return isBack ? delivered + span.by : delivered;
}

/**
 * A retry that was planned by a clock that was ahead comes earlier; what waits for its date does not move. What an owner sent
 * again before its date, which a clock that was accepted since has made later, does not wait for it.
 */
export function shiftedTry(span: Span, next: number, scheduledAt: number, clock: number): number {
  if (span.by >= 0 || next === scheduledAt) return next;
  if (next <= (span.isInside ? span.from : clock - span.by)) return next;
  return next < scheduledAt ? next + span.by : Math.max(next + span.by, scheduledAt);
}
