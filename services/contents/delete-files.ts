import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ago } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { enqueue, type JobHandler } from '#services/jobs/jobs.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';

/** An upload in progress renews its row every ten seconds. */
const STALLED_AFTER = 3 * MINUTE;
const STALLED_AT_ONCE = 500;
const AGAIN_AFTER = DAY;

/**
 * Ends uploads whose process died: frees their room; a trigger enqueues the deletion of what they stored.
 * @param stalledAfter in milliseconds
 * @returns how many, at most 500; the others follow in the next round
 */
export async function endStalledUploads(em: EntityManager, stalledAfter = STALLED_AFTER): Promise<number> {
  const ended = await query(em)
    .deleteFrom('files')
    .where('id', '=', ({ fn, selectFrom }) => {
      const stalled = selectFrom('files')
        .select('id')
        .where('state', '<>', 'ready')
        .where('touched_at', '<', ago(stalledAfter))
        .orderBy('touched_at')
        .limit(STALLED_AT_ONCE);
      return fn.any(sql<string[]>`array(${stalled})`);
    })
    // One that goes on meanwhile stays.
    .where('state', '<>', 'ready')
    .where('touched_at', '<', ago(stalledAfter))
    .returning('id')
    .execute();
  return ended.length;
}

/** Deletes the object of a deleted file, and once more a day later. */
export function deleteObjectJob(fork: () => EntityManager, objects: Pick<ObjectStore, 'remove'>): JobHandler {
  return {
    ...deleteObjectAgainJob(objects),
    async run({ subject }) {
      await objects.remove(subject);
      await enqueue(fork(), 'delete-object-again', subject, { in: AGAIN_AFTER });
      return 'done';
    },
  };
}

/** The second time: a process that was frozen in between may have finished its upload. */
export function deleteObjectAgainJob(objects: Pick<ObjectStore, 'remove'>): JobHandler {
  return {
    batch: 8,
    lease: MINUTE,
    async run({ subject }) {
      await objects.remove(subject);
      return 'done';
    },
  };
}
