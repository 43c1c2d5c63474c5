/** What is to happen, and when it can. */

/** By true time. */
export interface Planned<Part extends string> {
  at: number;
  /** What must work then. */
  needs: readonly Part[];
}

export class Agenda<Part extends string, Happening extends Planned<Part>> {
  #planned: Happening[] = [];
  readonly #upAt: (...parts: Part[]) => number;

  /** @param upAt when all of these work, by true time */
  constructor(upAt: (...parts: Part[]) => number) {
    this.#upAt = upAt;
  }

  plan(happening: Happening): void {
    this.#planned.push(happening);
  }

  /** Forgets what is of this kind. */
  drop(isDropped: (happening: Happening) => boolean): void {
    this.#planned = this.#planned.filter((one) => !isDropped(one));
  }

  /** @returns when the next one happens, by true time */
  nextAt(): number {
    return this.#first()?.at ?? Number.POSITIVE_INFINITY;
  }

  /** @returns the next one, which is taken off */
  take(): Happening | null {
    const first = this.#first();
    if (first) this.#planned.splice(this.#planned.indexOf(first.one), 1);
    return first?.one ?? null;
  }

  #first(): { one: Happening; at: number } | null {
    let first: { one: Happening; at: number } | null = null;
    for (const one of this.#planned) {
      const at = Math.max(one.at, this.#upAt(...one.needs));
      if (!first || at < first.at) first = { one, at };
    }
    return first;
  }
}
