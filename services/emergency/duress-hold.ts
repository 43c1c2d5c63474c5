/**
 * The hold that a duress check-in begins: nothing of its owner goes out while it runs, and nothing that the owner sees tells
 * of it (docs/decisions/0150).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { after, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { outageGapOf } from '#domain/emergency/availability.ts';
import { DAY } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import { newId } from '#services/ids.ts';
import type { JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { lookAgainAtMails, planAgain } from './change-protocol.ts';
import { isClockHeld } from './database-clock.ts';
import { lockProtocol } from './protocol-row.ts';

/**
 * Begins a hold, or lengthens the one that runs. The caller has locked the account. What a worker has claimed before this
 * transaction locked it counts as sent before; nothing is claimed after it has committed.
 * @param day the length of a protocol day, in milliseconds
 * @returns whether it did either: false where there is no second password
 */
export async function beginDuressHold(tx: EntityManager, ownerId: string, day: number): Promise<boolean> {
  const settings = await query(tx)
    .selectFrom('duress_passwords')
    .select(['contact_id', 'hold_days'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!settings) return false;
  await lockPending(tx, ownerId);
  const lasts = settings.hold_days * day;
  if (await lengthen(tx, ownerId, lasts)) return true;
  const id = newId();
  const hold = {
    id,
    contact_id: settings.contact_id,
    began_at: CLOCK_NOW,
    ends_at: after(CLOCK_NOW, lasts),
    ended_by: null,
    is_recorded: false,
  };
  await query(tx)
    .insertInto('duress_holds')
    .values({ owner_id: ownerId, ...hold })
    .onConflict((conflict) =>
      // One whose end was noted by a clock that was ahead may still hold: no later one shortens it.
      conflict.column('owner_id').doUpdateSet(({ fn, ref }) => ({
        ...hold,
        ends_at: fn<Date>('greatest', [ref('duress_holds.ends_at'), ref('excluded.ends_at')]),
      })),
    )
    .execute();
  await enqueue(tx, 'duress-began', id);
  await enqueue(tx, 'duress-end', id, { in: lasts });
  return true;
}

/** While the clock is in doubt, a hold whose end was not noted runs: the clock may only seem to be past it. */
async function lengthen(tx: EntityManager, ownerId: string, lasts: number): Promise<boolean> {
  const isInDoubt = await isClockHeld(tx);
  const running = await query(tx)
    .updateTable('duress_holds')
    .set(({ fn, ref }) => ({ ends_at: fn<Date>('greatest', [ref('ends_at'), after(CLOCK_NOW, lasts)]) }))
    .where('owner_id', '=', ownerId)
    .where('ended_by', 'is', null)
    .$if(!isInDoubt, (certain) => certain.where('ends_at', '>', CLOCK_NOW))
    .returning('id')
    .executeTakeFirst();
  return running !== undefined;
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
 * Ends a hold and tells its contact; nothing without one. The caller has locked the account, and plans the protocol.
 * @param by the owner, now; or time, where its days are over
 */
export async function endDuressHold(tx: EntityManager, ownerId: string, by: 'owner' | 'time'): Promise<boolean> {
  const ended = await query(tx)
    .updateTable('duress_holds')
    .set(({ fn, ref }) => ({
      ended_by: by,
      ends_at: fn<Date>('least', [ref('ends_at'), CLOCK_NOW]),
      is_recorded: false,
    }))
    .where('owner_id', '=', ownerId)
    .where('ends_at', by === 'owner' ? '>' : '<=', CLOCK_NOW)
    // The owner ends also one that still holds after a clock that was ahead had its end noted.
    .$if(by === 'time', (unnoted) => unnoted.where('ended_by', 'is', null))
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await enqueue(tx, 'duress-ended', ended.id, { anew: true });
  await lookAgainAtMails(tx, ownerId);
  return true;
}

/**
 * Records a hold whose end was noted. Only who has just given the account's password calls this: anyone signed in
 * reads the record, and an entry that came by itself would tell them of the hold.
 */
export async function recordEndedHold(tx: EntityManager, ownerId: string): Promise<void> {
  const ended = await query(tx)
    .updateTable('duress_holds')
    .set({ is_recorded: true })
    .where('owner_id', '=', ownerId)
    .where('ended_by', 'is not', null)
    .where('is_recorded', '=', false)
    .returning(['began_at', 'ends_at', 'ended_by'])
    .executeTakeFirst();
  if (!ended?.ended_by) return;
  record(tx, ownerId, 'protocol-duress-hold-ended', {
    began_at: ended.began_at.toISOString(),
    ended_at: ended.ends_at.toISOString(),
    by: ended.ended_by,
  });
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
  if (await isClockHeld(tx)) return { againIn: outageGapOf(day), isCounted: false };
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
