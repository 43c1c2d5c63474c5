import { MEGABYTE } from '#domain/content/content.ts';

/** What may be looked into of one file besides the two passes over it, in bytes. A camera's file takes some kilobytes. */
export const BUDGET_BYTES = 16 * MEGABYTE;
/** What each sign, entry and dataset costs, in bytes: more than it is long, for each is also kept in mind. */
const ITEM_BYTES = 64;

/** A file holds more that may be a location than is looked into, so that it is not known what others may see of it. */
export class LocationUnclear extends Error {
  override readonly name = 'LocationUnclear';
}

/** Counts what is looked into of one file, so that no file is more work than its length explains. */
export class Budget {
  #spent = 0;

  /** In bytes. */
  get spent(): number {
    return this.#spent;
  }

  /**
   * @param bytes that are about to be looked into: by default as many as one item costs
   * @throws LocationUnclear when that is more than is left
   */
  spend(bytes = ITEM_BYTES): void {
    this.#spent += Math.max(0, bytes);
    if (this.#spent > BUDGET_BYTES)
      throw new LocationUnclear('A file holds more places to look for a location than the budget allows.');
  }
}
