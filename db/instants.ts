/** The database's clock, and instants in typed queries. Durations are in milliseconds. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { SECOND } from '#domain/time/durations.ts';

/** When the transaction began, or the statement outside of one. */
export const NOW: RawBuilder<Date> = sql`now()`;

/** @returns the instant that is this many milliseconds before the database's now */
export function ago(milliseconds: number): RawBuilder<Date> {
  return sql`(now() - ${interval(milliseconds)})`;
}

/** @returns the instant that is this many milliseconds after the database's now */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql`(now() + ${interval(milliseconds)})`;
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
