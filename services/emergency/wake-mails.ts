import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobKind } from '#db/entities/jobs.ts';
import { CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';

/** What waits for an instant of the database's clock, or for the end of a doubt about it. */
const WAITING: readonly JobKind[] = ['emergency-mail', 'duress-began', 'duress-end', 'duress-ended'];

/** Jobs of protocols and holds that wait for an instant of a clock that has moved since are looked at again. */
export async function wakeMails(tx: EntityManager): Promise<void> {
  await query(tx)
    .updateTable('jobs')
    .set({ run_at: CLOCK_NOW })
    .where('kind', 'in', WAITING)
    .where('run_at', '>', CLOCK_NOW)
    .execute();
}
