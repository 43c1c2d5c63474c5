/** So many calls of one process are under way at once for one host, and for one account. */
const SLOTS = 4;

/** Who is being called: a slow receiver may take a few places of a worker, and not the others' too. */
export class CallSlots {
  readonly #taken = new Map<string, number>();

  /**
   * @param names the host, and the account
   * @returns a function that gives the places back; null where one of the names has no place left
   */
  take(names: readonly string[]): (() => void) | null {
    if (names.some((name) => (this.#taken.get(name) ?? 0) >= SLOTS)) return null;
    for (const name of names) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) {
        const left = (this.#taken.get(name) ?? 1) - 1;
        if (left > 0) this.#taken.set(name, left);
        else this.#taken.delete(name);
      }
    };
  }
}
