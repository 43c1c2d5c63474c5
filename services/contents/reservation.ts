import type { EntityManager } from '@mikro-orm/postgresql';
import { StoredFile } from '#db/entities/content.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import { countSpace, leftOf, lockSpace, quotaExceeded } from './space.ts';

/** How much more is taken at a time when nobody said how long it will be. */
const STEP_BYTES = 8 * MEGABYTE;
/** How often an upload says that it still moves; the sweep waits for many of these. */
const TOUCH_EACH = 10 * SECOND;

/** Whose it will be, and where. */
interface Wanted {
  id: string;
  ownerId: string;
  storageKey: string;
  /** In bytes, as far as known beforehand. */
  length: { atLeast: number; atMost: number } | null;
}

/**
 * The room that an upload under way has taken of the quota, before its first byte. Its row is also the memory of the
 * object that may come to be: when the process dies, the sweep finds both.
 */
export class Reservation {
  readonly #em: EntityManager;
  readonly #wanted: Wanted;
  #granted: number;
  #touchedAt = performance.now();

  private constructor(em: EntityManager, wanted: Wanted, granted: number) {
    this.#em = em;
    this.#wanted = wanted;
    this.#granted = granted;
  }

  /** @throws AppError quota-exceeded when it cannot fit */
  static async make(em: EntityManager, wanted: Wanted): Promise<Reservation> {
    const { id, ownerId, storageKey, length } = wanted;
    const granted = await em.transactional(async (tx) => {
      const space = await lockSpace(tx, ownerId);
      const left = leftOf(space);
      if ((length?.atLeast ?? 1) > left) throw quotaExceeded(space, length?.atLeast ?? 1);
      const reserved = Math.min(left, length?.atMost ?? STEP_BYTES);
      const [now] = await tx.execute<{ at: string }[]>('select now() as at');
      const at = new Date(now?.at ?? '');
      await tx.insert(StoredFile, {
        id,
        owner: ownerId,
        storageKey,
        state: 'reserved',
        reserved,
        blanks: [],
        createdAt: at,
        touchedAt: at,
      });
      return reserved;
    });
    return new Reservation(em, wanted, granted);
  }

  /**
   * Makes sure that so much is reserved, and says now and then that it still moves.
   * @param bytes that have come so far
   * @throws AppError quota-exceeded when more comes than there is room for
   */
  async cover(bytes: number): Promise<void> {
    if (bytes <= this.#granted && performance.now() - this.#touchedAt < TOUCH_EACH) return;
    this.#touchedAt = performance.now();
    const { id, ownerId } = this.#wanted;
    this.#granted = await this.#em.transactional(async (tx) => {
      const space = await lockSpace(tx, ownerId);
      const missing = bytes - this.#granted;
      if (missing > leftOf(space)) throw quotaExceeded(space, missing);
      const more = missing > 0 ? Math.min(leftOf(space), Math.max(missing, STEP_BYTES)) : 0;
      const rows = await tx.execute<{ reserved: string }[]>(
        `update files set reserved = reserved + ?, state = 'uploading', touched_at = now()
         where id = ? and owner_id = ? and state <> 'ready' returning reserved`,
        [more, id, ownerId],
      );
      const [row] = rows;
      if (!row) throw new Error('The reservation of this upload was swept: it had stood still for too long.');
      return Number(row.reserved);
    });
  }

  /** Ends it: the room is free again, and what may be stored is doomed. */
  async giveBack(): Promise<void> {
    const { id, ownerId, storageKey } = this.#wanted;
    await this.#em.transactional(async (tx) => {
      // Ready after all: it was recorded, and only the answer was lost.
      const [row] = await tx.execute<{ state: string }[]>('select state from files where id = ? for update', [id]);
      if (row?.state === 'ready') return;
      await tx.nativeDelete(StoredFile, { id, owner: ownerId });
      // Also where the sweep was first: the object may have come to be after it.
      await tx.execute(
        `insert into doomed_objects (storage_key) values (?)
         on conflict (storage_key) do update set passes = 0, next_try_at = now()`,
        [storageKey],
      );
    });
  }
}

/**
 * Refuses what cannot fit before any of it is read.
 * @param atLeast how long it is at least, in bytes
 * @throws AppError quota-exceeded
 */
export async function refuseTooLarge(em: EntityManager, ownerId: string, atLeast: number): Promise<void> {
  const space = await countSpace(em, ownerId);
  if (atLeast > leftOf(space)) throw quotaExceeded(space, atLeast);
}
