import { MEGABYTE } from '#domain/content/content.ts';

/** Bytes of one file that may be inspected besides the two passes over it. A camera's file takes some kilobytes. */
export const BUDGET_BYTES = 16 * MEGABYTE;
/** The cost of each sign, entry and dataset: more than its length, since each is also stored. */
const ITEM_BYTES = 64;

/** The file has more possible locations than we inspect, so we do not know what others may see of it. */
export class LocationUnclear extends Error {
  override readonly name = 'LocationUnclear';
}

/** Limits the work for one file to what its length explains. */
export class Budget {
  #spent = 0;

  /** In bytes. */
  get spent(): number {
    return this.#spent;
  }

  /**
   * @param bytes that will be inspected; by default the cost of one item
   * @throws LocationUnclear when the budget is exhausted
   */
  spend(bytes = ITEM_BYTES): void {
    this.#spent += Math.max(0, bytes);
    if (this.#spent > BUDGET_BYTES)
      throw new LocationUnclear('A file holds more places to look for a location than the budget allows.');
  }
}
