/** What part of a period costs, in whole cents. */
import type { Interval, Line, Price } from './ledger.ts';

const MS = 1_000;

export interface Period {
  start: number;
  end: number;
}

/** @returns the instant a month or a year later, in seconds; the 31st becomes the last of a shorter month */
export function after(start: number, interval: Interval): number {
  const from = new Date(start * MS);
  const months = interval === 'month' ? 1 : 12;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime() / MS;
}

/** @returns what is left of an amount for the rest of a period, by the second, rounded to the next cent */
export function remaining(amount: number, at: number, { start, end }: Period): number {
  const [left, whole] = [BigInt(end - at), BigInt(end - start)];
  return Number((2n * BigInt(amount) * left + whole) / (2n * whole));
}

/**
 * What changing the price costs: back what is left of the old one, and the new one for the rest of the period, or for a
 * whole one where it is paid for by another interval.
 */
export function switchLines(old: Price, wanted: Price, at: number, period: Period): Line[] {
  const isSame = old.interval === wanted.interval;
  const amount = isSame ? remaining(wanted.unit_amount, at, period) : wanted.unit_amount;
  return [creditLine(old, at, period), { ...lineOf(wanted), amount, proration: isSame }];
}

/** What is left of a price, given back. */
export function creditLine(old: Price, at: number, period: Period): Line {
  const amount = -remaining(old.unit_amount, at, period);
  return { amount, description: 'Unused time', price: old.id, proration: true };
}

/** A whole period of a price. */
export function lineOf({ id, unit_amount }: Price): Line {
  return { amount: unit_amount, description: '1 ×', price: id, proration: false };
}
