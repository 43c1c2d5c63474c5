import { EventEmitter, once } from 'node:events';
import type { CustomSlotSupplier, WorkflowSlotInfo } from '@temporalio/worker';
import type { Channel } from '#domain/delivery/delivery.ts';
import { SECOND } from '#domain/time/durations.ts';

/** How long something counts as late after it went out: longer than a batch takes. */
const LATE = 10 * SECOND;
/** How many workflow tasks run at once; the SDK's own number. */
const TASKS_AT_ONCE = 40;

/**
 * How far this worker is behind with what is due, as its overdue sender sees it. The engine's runs and its outbox share a
 * processor with the sender, so they step back until it is no longer behind (docs/decisions/0111).
 */
export class Rush {
  readonly #channels = new Set<Channel>();
  // As many wait as the SDK has pollers.
  readonly #ends = new EventEmitter().setMaxListeners(0);
  #lateUntil = 0;

  /** A batch of overdue deliveries went out. @param limit how many it could take */
  sent(channel: Channel, count: number, limit: number): void {
    if (count > 0) this.#lateUntil = Date.now() + LATE;
    // A full one is followed by the next: there may be more.
    if (count === limit) this.#channels.add(channel);
    else this.#channels.delete(channel);
    if (!this.isOn) this.#ends.emit('end');
  }

  /** The engine's runs are late: leave them room. */
  get isLate(): boolean {
    return this.isOn || Date.now() < this.#lateUntil;
  }

  /** Leave the engine alone: its runs cost four times what sending costs, and nothing is sent sooner by them. */
  get isOn(): boolean {
    return this.#channels.size > 0;
  }

  /** @returns when no rush is on @throws AbortError */
  async over(signal?: AbortSignal): Promise<void> {
    while (this.isOn) await once(this.#ends, 'end', { signal });
  }
}

/** Slots for workflow tasks, none while a rush is on. The engine keeps the tasks meanwhile. */
export function workflowSlots(rush: Pick<Rush, 'isOn' | 'over'>): CustomSlotSupplier<WorkflowSlotInfo> {
  let free = TASKS_AT_ONCE;
  const slots = new EventEmitter().setMaxListeners(0);
  return {
    type: 'custom',
    async reserveSlot(_, signal) {
      try {
        for (await rush.over(signal); free === 0; await rush.over(signal)) await once(slots, 'free', { signal });
      } catch (error) {
        // The SDK logs any other error as one of ours.
        signal.throwIfAborted();
        throw error;
      }
      free -= 1;
      return {};
    },
    tryReserveSlot() {
      if (free === 0 || rush.isOn) return null;
      free -= 1;
      return {};
    },
    markSlotUsed() {},
    releaseSlot() {
      free += 1;
      slots.emit('free');
    },
  };
}
