/** Limits of length and time for request bodies, chosen by URL before the first byte is read. */
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE } from '#domain/time/durations.ts';

const KILOBYTE = 1_024;

export interface BodyLimit {
  /** The longest body. */
  bytes: number;
  /** The longest time, in milliseconds; null: as long as it keeps its pace (app/http/body.ts). */
  within: number | null;
}

/** Without authentication. */
export const VISITORS: BodyLimit = { bytes: 256 * KILOBYTE, within: 2 * MINUTE };
/** Forms of pages behind `requireAccount` (app/middleware/guards.ts). */
const SIGNED_IN: BodyLimit = { bytes: 2 * MEGABYTE, within: null };
/** A letter of 1 MB takes up to 3 MB in a form. Slightly more still gets a validation error. */
const LETTERS: BodyLimit = { bytes: 4 * MEGABYTE, within: null };
/** API calls with a valid token. */
export const CALLS: BodyLimit = { bytes: MEGABYTE, within: null };
/** Hundreds of events at once. Vendors sign the bytes, so all of them are read before we know the sender. */
export const WEBHOOKS: BodyLimit = { bytes: 2 * MEGABYTE, within: 2 * MINUTE };
/** A status of Twilio is about a kilobyte; its fields are sorted before we know the sender. */
export const TWILIO_WEBHOOK: BodyLimit = { ...WEBHOOKS, bytes: 32 * KILOBYTE };

/** `/create` also accepts files; app/http/multipart.ts has their limits. `/step-up` sends a letter on. */
const IS_LETTER = /^\/(create|step-up|content\/[^/]+\/edit)$/;
const IS_SIGNED_IN = /^\/(dashboard|content|create|schedule|emergency|profile|step-up)(\/|$)/;

/**
 * @param url of a form; with `.data` it is the same form
 * @returns its limit; that of visitors for an unknown URL
 */
export function formLimit(url: string): BodyLimit {
  const path = new URL(url).pathname.replace(/\.data$/, '');
  if (IS_LETTER.test(path)) return LETTERS;
  return IS_SIGNED_IN.test(path) ? SIGNED_IN : VISITORS;
}
