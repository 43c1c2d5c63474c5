/**
 * The hold that a duress check-in begins: nothing of its owner goes out while it runs, and nothing that the owner sees tells
 * of it (docs/decisions/0150).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { after, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { DAY } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import { newId } from '#services/ids.ts';
import type { JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { planAgain } from './change-protocol.ts';
import { lockProtocol } from './protocol-row.ts';

/**
 * Begins a hold, or lengthens the one that runs. The caller has locked the account. What a worker has claimed before this
 * transaction locked it counts as sent before; nothing is claimed after it has committed.
 * @param day the length of a protocol day, in milliseconds
 */
export async function beginDuressHold(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  const settings = await query(tx)
    .selectFrom('duress_passwords')
    .select(['contact_id', 'hold_days'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!settings) return;
  await lockPending(tx, ownerId);
  const lasts = settings.hold_days * day;
  const running = await query(tx)
    .updateTable('duress_holds')
    .set(({ fn, ref }) => ({ ends_at: fn<Date>('greatest', [ref('ends_at'), after(CLOCK_NOW, lasts)]) }))
    .where('owner_id', '=', ownerId)
    .where('ends_at', '>', CLOCK_NOW)
    .returning('id')
    .executeTakeFirst();
  if (running) return;
  // One that is over, and whose end no worker has noted yet, is noted here.
  await endDuressHold(tx, ownerId, 'time');
  const id = newId();
  const hold = {
    id,
    contact_id: settings.contact_id,
    began_at: CLOCK_NOW,
    ends_at: after(CLOCK_NOW, lasts),
    ended_by: null,
  };
  await query(tx)
    .insertInto('duress_holds')
    .values({ owner_id: ownerId, ...hold })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(hold))
    .execute();
  await enqueue(tx, 'duress-began', id);
  await enqueue(tx, 'duress-end', id, { in: lasts });
}

/** Locked in the order of their ids, as everything that locks several does: a claim comes before the hold, or sees it. */
async function lockPending(tx: EntityManager, ownerId: string): Promise<void> {
  await query(tx)
    .selectFrom('deliveries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('next_attempt_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Ends a hold, records it and tells its contact; nothing without one. The caller has locked the account, and plans the
 * protocol.
 * @param by the owner, now; or time, where its days are over
 */
export async function endDuressHold(tx: EntityManager, ownerId: string, by: 'owner' | 'time'): Promise<boolean> {
  const ended = await query(tx)
    .updateTable('duress_holds')
    .set(({ fn, ref }) => ({ ended_by: by, ends_at: fn<Date>('least', [ref('ends_at'), CLOCK_NOW]) }))
    .where('owner_id', '=', ownerId)
    .where('ended_by', 'is', null)
    .where('ends_at', by === 'owner' ? '>' : '<=', CLOCK_NOW)
    .returning(['id', 'began_at'])
    .executeTakeFirst();
  if (!ended) return false;
  record(tx, ownerId, 'protocol-duress-hold-ended', { began_at: ended.began_at.toISOString(), by });
  await enqueue(tx, 'duress-ended', ended.id);
  return true;
}

interface EndingDeps {
  fork(): EntityManager;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** Ends holds whose days are over. By itself such a hold holds nothing more: this notes it, and tells the contact. */
export function duressEndJob({ fork, day }: EndingDeps): JobHandler {
  return {
    batch: 20,
    lease: DAY / 1_440,
    run: ({ subject }) => fork().transactional((tx) => endIfOver(tx, subject, day)),
  };
}

async function endIfOver(tx: EntityManager, id: string, day: number): Promise<JobOutcome> {
  const found = await readHold(tx, id);
  if (!found) return 'done';
  await lockProtocol(tx, found.owner_id, day);
  const hold = await readHold(tx, id);
  if (!hold || hold.ended_by !== null) return 'done';
  // It was lengthened, or the clock was set back.
  if (hold.ends_at > hold.now) return { againIn: hold.ends_at.getTime() - hold.now.getTime() };
  await endDuressHold(tx, hold.owner_id, 'time');
  await planAgain(tx, hold.owner_id, day);
  return 'done';
}

function readHold(tx: EntityManager, id: string) {
  return query(tx)
    .selectFrom('duress_holds')
    .select(['owner_id', 'ended_by', 'ends_at', CLOCK_NOW.as('now')])
    .where('id', '=', id)
    .executeTakeFirst();
}
