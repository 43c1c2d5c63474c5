import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { inParallel } from '#services/in-parallel.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';

/** An upload that lives says so every ten seconds. */
const STANDS_STILL = 3 * MINUTE;
/** All of a hand are begun at once: one that cannot be removed holds up none of the others. */
const AT_ONCE = 8;
/** Removed once more a day later: a process that was frozen in between may have finished its upload. */
const PASSES = 2;
const AGAIN_AFTER = DAY;
const AFTER_TROUBLE = MINUTE;

/**
 * Ends uploads whose process died: their room is free again, and what they stored is doomed.
 * @returns how many
 */
export async function sweepUploads(em: EntityManager, standsStill = STANDS_STILL): Promise<number> {
  const gone = await em.execute<{ id: string }[]>(
    `delete from files where state <> 'ready' and touched_at < now() - ? * interval '1 second' returning id`,
    [standsStill / SECOND],
  );
  return gone.length;
}

/**
 * Removes objects that nothing refers to any more.
 * @returns whether there may be more at once
 * @throws what the store threw; that object is tried again after a minute
 */
export async function removeDoomed(em: EntityManager, objects: Pick<ObjectStore, 'remove'>): Promise<boolean> {
  // Put off first: two workers do not wait for each other, and one that dies leaves it to the next.
  // An array, here and wherever a hand is taken: behind a plain `in` Postgres may ask again for each row, and take them all.
  const due = await em.execute<{ storage_key: string; passes: number }[]>(
    `update doomed_objects set next_try_at = now() + ? * interval '1 second' where storage_key = any(array(
       select storage_key from doomed_objects where next_try_at <= now() order by next_try_at limit ? for update skip locked))
     returning storage_key, passes`,
    [AFTER_TROUBLE / SECOND, AT_ONCE],
  );
  await inParallel(due, AT_ONCE, async ({ storage_key, passes }) => {
    await objects.remove(storage_key);
    if (passes + 1 >= PASSES) await em.execute('delete from doomed_objects where storage_key = ?', [storage_key]);
    else
      await em.execute(
        `update doomed_objects set passes = passes + 1, next_try_at = now() + ? * interval '1 second' where storage_key = ?`,
        [AGAIN_AFTER / SECOND, storage_key],
      );
  });
  return due.length === AT_ONCE;
}
