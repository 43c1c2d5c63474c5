/** How much a body may carry, and how long it may take: chosen here by its address, before a byte of it is read. */
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE } from '#domain/time/durations.ts';

const KILOBYTE = 1_024;

export interface BodyLimit {
  /** The longest body that is read. */
  bytes: number;
  /** The longest time that it may take, in milliseconds; null: as long as it goes on coming. */
  within: number | null;
}

/** Everyone may send these: nobody was asked who they are. */
export const VISITORS: BodyLimit = { bytes: 256 * KILOBYTE, within: 2 * MINUTE };
/** Forms of pages behind `requireAccount` (app/middleware/guards.ts). */
const SIGNED_IN: BodyLimit = { bytes: 2 * MEGABYTE, within: null };
/** A letter may have 1 MB of text, which takes up to 3 MB in a form. A little more comes back with its error. */
const LETTERS: BodyLimit = { bytes: 4 * MEGABYTE, within: null };
/** Calls of the API that carry a valid token. */
export const CALLS: BodyLimit = { bytes: MEGABYTE, within: null };
/** What vendors report, hundreds of events at once. They sign the bytes, so all of them are read before we know the sender. */
export const WEBHOOKS: BodyLimit = { bytes: 2 * MEGABYTE, within: 2 * MINUTE };
/** One status of Twilio's has a kilobyte or so; all of its fields are sorted before we know the sender. */
export const TWILIO_WEBHOOK: BodyLimit = { ...WEBHOOKS, bytes: 32 * KILOBYTE };

/** `/create` also takes files; a form with a file in it has limits of its own (app/http/multipart.ts). */
const IS_LETTER = /^\/(create|content\/[^/]+\/edit)$/;
const IS_SIGNED_IN = /^\/(dashboard|content|create|schedule|emergency|profile)(\/|$)/;

/**
 * @param url of the request that sends a form; the address of its data alone (`.data`) is the same form
 * @returns the limit of that form; the visitors' where the address is unknown
 */
export function formLimit(url: string): BodyLimit {
  const path = new URL(url).pathname.replace(/\.data$/, '');
  if (IS_LETTER.test(path)) return LETTERS;
  return IS_SIGNED_IN.test(path) ? SIGNED_IN : VISITORS;
}
