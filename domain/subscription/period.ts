import { Temporal } from 'temporal-polyfill';
import { type Interval, OFFERS, type PlanType } from './plan.ts';

/**
 * @param start milliseconds since the epoch
 * @returns when a plan that is paid for from then on is paid for again; the 31st becomes the last of a shorter month
 */
export function periodEnd(start: number, interval: Interval): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC');
  return new Date(from.add(interval === 'month' ? { months: 1 } : { years: 1 }).epochMilliseconds);
}

/**
 * @param paid the present offer, and until when it is paid
 * @param at when it changes to the other offer, in milliseconds since the epoch
 * @returns when the other offer is first paid for again: with the same interval on the same day, else one interval from then
 */
export function nextPayment(paid: { planType: PlanType; periodEndsAt: Date }, to: PlanType, at: number): Date {
  const { interval } = OFFERS[to];
  return OFFERS[paid.planType].interval === interval ? paid.periodEndsAt : periodEnd(at, interval);
}
