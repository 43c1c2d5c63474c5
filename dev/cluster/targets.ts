/** The web processes behind the proxy: how each answers, and which one gets the next request. */

/** What `/readyz` says: all is there; something is missing; no answer. */
export type Health = 'ready' | 'missing' | 'silent';

/** One web process. */
export interface Target {
  readonly name: string;
  readonly port: number;
}

interface Seat extends Target {
  health: Health;
  /** An operator takes it out: it gets no new requests. */
  isDrained: boolean;
  /** Requests that it has not answered. */
  pending: number;
  /** When it was chosen last, as a count. */
  lastTurn: number;
  onIdle: (() => void)[];
}

/** Several web processes, of which requests go to the one with the fewest pending ones. */
export class Targets {
  readonly #seats: Seat[];
  #turn = 0;

  /** @param targets which count as silent until their health is known */
  constructor(targets: readonly Target[]) {
    this.#seats = targets.map((target) => ({
      ...target,
      ...{ health: 'silent', isDrained: false, pending: 0, lastTurn: 0, onIdle: [] },
    }));
  }

  /**
   * Chooses where a request goes. One that says what is missing is better than our own page, so it is chosen if no other is ready.
   * @param tried the names of those that could not be connected to
   * @returns null when nobody answers
   */
  choose(tried: ReadonlySet<string> = new Set()): Target | null {
    const able = this.#seats.filter(({ name, isDrained }) => !isDrained && !tried.has(name));
    const best = able.filter(({ health }) => health === 'ready');
    const rest = able.filter(({ health }) => health === 'missing');
    const [seat] = (best.length > 0 ? best : rest).toSorted((a, b) => a.pending - b.pending || a.lastTurn - b.lastTurn);
    if (!seat) return null;
    this.#turn += 1;
    seat.lastTurn = this.#turn;
    return seat;
  }

  /** Counts a request. @returns a function to call once when it has ended */
  begin({ name }: Target): () => void {
    const seat = this.#seat(name);
    seat.pending += 1;
    return () => {
      seat.pending -= 1;
      if (seat.pending === 0) for (const tell of seat.onIdle.splice(0)) tell();
    };
  }

  see({ name }: Target, health: Health): void {
    this.#seat(name).health = health;
  }

  /** Gives a web process no new requests. @returns when it has answered all that it had */
  async drain(name: string): Promise<void> {
    const seat = this.#seat(name);
    seat.isDrained = true;
    if (seat.pending > 0) await new Promise<void>((resolve) => seat.onIdle.push(resolve));
  }

  /** Ends a drain. It gets requests when it is ready. */
  serve(name: string): void {
    const seat = this.#seat(name);
    seat.isDrained = false;
    // What was seen before may be about the process that it replaces.
    seat.health = 'silent';
  }

  list(): { name: string; port: number; health: Health; isDrained: boolean; pending: number }[] {
    return this.#seats.map(({ name, port, health, isDrained, pending }) => ({
      name,
      port,
      health,
      isDrained,
      pending,
    }));
  }

  /** @throws Error for an unknown name */
  #seat(name: string): Seat {
    const seat = this.#seats.find((one) => one.name === name);
    if (!seat) throw new Error(`There is no web process ${name}.`);
    return seat;
  }
}
