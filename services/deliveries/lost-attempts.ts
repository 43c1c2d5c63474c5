/**
 * Attempts that a provider knows and our database does not: a failover lost the claim after the message had left. They are
 * recorded anew, so that the message counts. See docs/decisions/0102.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import type { Attempt } from '#domain/delivery/protocol.ts';
import type { NamedDelivery } from '#services/ports/provider-events.ts';
import type { DeliveryChanges } from './delivery-changes.ts';
import { freezeContents } from './freeze-contents.ts';
import type { LockedDelivery } from './locked.ts';

/** An attempt as the message or the worker that sent it names it. */
export interface NamedAttempt extends Omit<NamedDelivery, 'id'> {
  attemptId: string;
  /** When it was made, or when it was first heard of, milliseconds. */
  at: number;
}

/** An attempt that was lost, recorded as started: what became of it is for the caller to record. */
export interface Recovered {
  attempt: Attempt;
  deliveryId: string;
  /** Another message of the same intent may have gone out: together they are one too many. */
  isFurtherCopy: boolean;
}

/** What operators read; with the ids, so that they find the delivery. */
export const LOST_ATTEMPT = 'ALARM: the database had lost an attempt that its provider knows';

/**
 * Records an attempt anew, before all others of its revision: which of them is the newest does not change.
 * @param delivery locked; gets the attempt if it is of its present revision
 * @param now the database's clock, milliseconds
 * @returns null where the attempt is on record
 */
export async function recoverAttempt(
  tx: EntityManager,
  changes: DeliveryChanges,
  delivery: LockedDelivery,
  { attemptId, revision: named, channel, at }: NamedAttempt,
  now: number,
): Promise<Recovered | null> {
  // A failover may have lost the newest change of the delivery as well.
  const revision = Math.min(named, delivery.revision);
  const startedAt = Math.min(at, now);
  const inserted = await query(tx)
    .insertInto('delivery_attempts')
    .columns(['id', 'delivery_id', 'revision', 'channel', 'state', 'started_at', 'n', 'reason'])
    .expression(({ selectFrom, val, cast, fn }) =>
      selectFrom('delivery_attempts')
        .select([
          cast<string>(val(attemptId), 'uuid').as('id'),
          cast<string>(val(delivery.id), 'uuid').as('delivery_id'),
          cast<number>(val(revision), 'integer').as('revision'),
          val(channel).as('channel'),
          val('started' as const).as('state'),
          cast<Date>(val(new Date(startedAt)), 'timestamptz').as('started_at'),
        ])
        .select(({ eb }) => eb(fn.coalesce(fn.min('n'), cast<number>(val(1), 'integer')), '-', 1).as('n'))
        .select(val('recorded anew: the database had lost it').as('reason'))
        .where('delivery_id', '=', delivery.id)
        .where('revision', '=', revision),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('n')
    .executeTakeFirst();
  if (!inserted) return null;
  const attempt: Attempt = { id: attemptId, revision, n: inserted.n, state: 'started', rejection: null, startedAt };
  const isAnother = delivery.sentAt !== null || delivery.attempts.some(({ state }) => state !== 'rejected');
  const isFurtherCopy = isAnother || isFromBeforeChange(delivery, revision);
  if (revision === delivery.revision) delivery.attempts.unshift(attempt);
  if (isFurtherCopy) changes.furtherCopy(delivery, attempt.n);
  if (!isAnother) await freezeContents(tx, [delivery.id]);
  return { attempt, deliveryId: delivery.id, isFurtherCopy };
}

/** Its owner has changed it since, so another message follows. A fallback, or a second address, follows only if this one did not arrive. */
function isFromBeforeChange(delivery: LockedDelivery, ofAttempt: number): boolean {
  const { revision, status, isDeleted, fellBackAt, refusedEmail } = delivery;
  const isByItself = fellBackAt !== null || refusedEmail !== null;
  return ofAttempt < revision && status === 'pending' && !isDeleted && !isByItself;
}

/** @returns which of these attempts are on record, and the delivery of each */
export async function deliveriesOfAttempts(
  em: EntityManager,
  attemptIds: readonly string[],
): Promise<Map<string, string>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await query(em)
    .selectFrom('delivery_attempts')
    .select(['id', 'delivery_id'])
    .where('id', '=', anyOf(attemptIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.delivery_id]));
}
