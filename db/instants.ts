/** The database's clock, and instants in typed queries. Durations are in milliseconds. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { SECOND } from '#domain/time/durations.ts';

/** When the transaction began, or the statement outside of one: the same instant in all of its rows. */
export const NOW: RawBuilder<Date> = sql`now()`;

/**
 * The clock itself. For what is decided under a lock: a transaction that waited for the lock began before the other's
 * changes, so its NOW is older than they are.
 */
export const CLOCK_NOW: RawBuilder<Date> = sql`clock_timestamp()`;

/** @returns the instant that is this many milliseconds before NOW */
export function ago(milliseconds: number): RawBuilder<Date> {
  return before(NOW, milliseconds);
}

/** @returns the instant that is this many milliseconds after NOW */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return after(NOW, milliseconds);
}

/** @returns the instant that is this many milliseconds before another */
export function before(instant: Expression<Date>, milliseconds: number): RawBuilder<Date> {
  return sql`(${instant} - ${interval(milliseconds)})`;
}

/** @returns the instant that is this many milliseconds after another */
export function after(instant: Expression<Date>, milliseconds: number): RawBuilder<Date> {
  return sql`(${instant} + ${interval(milliseconds)})`;
}

/** @returns a duration, to be added to an instant or subtracted from it */
export function interval(milliseconds: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${milliseconds / SECOND})`;
}

/** @returns an instant as milliseconds since the epoch, to the microsecond: a `Date` would cut off the fraction */
export function inMilliseconds<Instant extends Date | null>(
  instant: Expression<Instant>,
): RawBuilder<number | Extract<Instant, null>> {
  return sql`(extract(epoch from ${instant}) * 1000)::float8`;
}

/** @returns the instant that is this many milliseconds after the epoch, to the microsecond; null for null */
export function fromMilliseconds<Milliseconds extends number | null>(
  milliseconds: Milliseconds,
): RawBuilder<Date | Extract<Milliseconds, null>> {
  return sql`to_timestamp(${milliseconds}::float8 / 1000)`;
}
