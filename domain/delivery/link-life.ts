import { DAY } from '../time/durations.ts';

/** How long a recipient's link is valid after the sending, in years; null for as long as Stillhere exists. */
export const LINK_LIVES = [2, 5, 20, null] as const;
export type LinkYears = (typeof LINK_LIVES)[number];

/** For a delivery whose owner chose nothing, and for what an emergency protocol releases. */
export const DEFAULT_LINK_YEARS = 2;

/** In a form: a link without an end. */
const ENDLESS = 'endless';

/** Recipients are offered to extend a link that gains at least so much by it, in milliseconds. */
const WORTH_EXTENDING = 30 * DAY;

/** What a delivery's row says about how long its link is valid. */
export interface LinkLife {
  years: LinkYears;
  /** Set once the link was extended, or its message was sent again. */
  extendedTo: Date | null;
}

/** @returns the value of a life in a form */
export function linkLifeValue(years: LinkYears): string {
  return years === null ? ENDLESS : `${years}`;
}

/** @param value one of `linkLifeValue` */
export function linkYearsOf(value: string): LinkYears {
  return LINK_LIVES.find((years) => linkLifeValue(years) === value) ?? null;
}

/** @returns until when a link that is sent, or extended, at this moment is valid; null without an end */
export function linkExpiry(from: Date, years: LinkYears): Date | null {
  if (years === null) return null;
  const expiry = new Date(from);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + years);
  return expiry;
}

/** @returns until when the link is valid; null without an end */
export function linkEnd({ years, extendedTo }: LinkLife, sentAt: Date): Date | null {
  return years === null ? null : (extendedTo ?? linkExpiry(sentAt, years));
}

/**
 * @param end of the link; null without one
 * @returns until when it would be valid if its recipient extended it now; null where that is hardly more, and without an end
 */
export function worthwhileExtension(end: Date | null, years: LinkYears, now: Date): Date | null {
  const extended = linkExpiry(now, years);
  return end && extended && extended.getTime() - end.getTime() >= WORTH_EXTENDING ? extended : null;
}
