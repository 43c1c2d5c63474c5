/** What the forms of the emergency page send, and where to. */
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';

/** The days in the settings form. */
export interface Days {
  inactiveDays: number;
  safetyDays: number;
}

/** @returns whether these can be saved */
export function areDays({ inactiveDays, safetyDays }: Days): boolean {
  return isWithin(inactiveDays, INACTIVE_DAYS) && isWithin(safetyDays, SAFETY_DAYS);
}

function isWithin(days: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(days) && days >= min && days <= max;
}

/** Where the check-in button posts to. */
export const CHECK_IN = '/emergency/check-in';

/** What is asked before it is done: switching the protocol on or off, and saving fewer days while it is on. */
export type Switch = 'arm' | 'disarm' | 'shorten';

/** The words of that question. */
export interface SwitchTexts {
  question: string;
  submit: string;
  cancel: string;
}

/** @returns the page that asks, with the days to save along with the answer: they are still known when it is refused */
export function switchPath(to: Switch, { inactiveDays, safetyDays }: Days): string {
  return `/emergency/${to}?inactive_days=${inactiveDays}&safety_days=${safetyDays}`;
}
