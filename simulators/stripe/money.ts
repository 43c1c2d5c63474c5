/** Prices of parts of a period, in whole cents. */
import type { Interval, Line, Price } from './ledger.ts';

const MS = 1_000;

export interface Period {
  start: number;
  end: number;
}

/** @returns the instant a month or a year later, in seconds; the 31st becomes the last day of a shorter month */
export function periodEnd(start: number, interval: Interval): number {
  const from = new Date(start * MS);
  const months = interval === 'month' ? 1 : 12;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime() / MS;
}

/** @returns the part of an amount for the rest of a period, by the second, rounded to the nearest cent */
export function remaining(amount: number, at: number, { start, end }: Period): number {
  const [left, whole] = [BigInt(end - at), BigInt(end - start)];
  return Number((2n * BigInt(amount) * left + whole) / (2n * whole));
}

/**
 * @returns the lines of a change of price: a credit for the rest of the old one, and the new one for the rest of the
 *   period, or for a whole period if its interval differs
 */
export function switchLines(old: Price, next: Price, at: number, period: Period): Line[] {
  const isSame = old.interval === next.interval;
  const amount = isSame ? remaining(next.unit_amount, at, period) : next.unit_amount;
  return [creditLine(old, at, period), { ...lineOf(next), amount, proration: isSame }];
}

/** @returns a credit for the rest of a period */
export function creditLine(old: Price, at: number, period: Period): Line {
  const amount = -remaining(old.unit_amount, at, period);
  return { amount, description: 'Unused time', price: old.id, proration: true };
}

/** @returns the line for a whole period */
export function lineOf({ id, unit_amount }: Price): Line {
  return { amount: unit_amount, description: '1 ×', price: id, proration: false };
}
