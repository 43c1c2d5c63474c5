import type { Channel } from '#domain/delivery/delivery.ts';
import { SECOND } from '#domain/time/durations.ts';

/** How long something counts as late after it went out: longer than a batch takes. */
const LATE = 10 * SECOND;

/**
 * How far this worker is behind with what is due, as its overdue sender sees it. Announcing rows to the engine shares a
 * processor with the sender, so it steps back until that is no longer behind (docs/decisions/0111).
 */
export class Rush {
  readonly #channels = new Set<Channel>();
  #lateUntil = 0;

  /** A batch of overdue deliveries went out. @param limit how many it could take */
  sent(channel: Channel, count: number, limit: number): void {
    if (count > 0) this.#lateUntil = Date.now() + LATE;
    // A full one is followed by the next: there may be more.
    if (count === limit) this.#channels.add(channel);
    else this.#channels.delete(channel);
  }

  /** The engine's runs are late: leave them room. */
  get isLate(): boolean {
    return this.isOn || Date.now() < this.#lateUntil;
  }

  /** Announce nothing: what is overdue is sent without the engine. */
  get isOn(): boolean {
    return this.#channels.size > 0;
  }
}
