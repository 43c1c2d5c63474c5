/**
 * Stops charging people who are silent. While the emergency protocol is past its deadline nothing is charged and no plan
 * ends: its owner may be unable to pay or to react. After the release the plan ends, so that nobody continues to pay.
 */
import { type ExpressionBuilder, type NotNull, sql } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { record } from '#services/append-record.ts';
import { type ReconcileDeps, reconcileSubscription } from './reconcile.ts';

const BATCH = 10;
const ENDED_AT_ONCE = 500;

/**
 * Holds the subscriptions of owners past their deadline, and resumes those whose owner checked in; one that ended at the
 * provider meanwhile ends here then. Repeating is harmless. If the worker dies between the call and its record, the
 * provider's event or the daily comparison brings its word.
 * @returns whether there may be more of them
 * @throws the first failure, after the whole batch. The order is random, so a failing one does not block the others
 */
export async function holdBilling(deps: ReconcileDeps): Promise<boolean> {
  const due = await query(deps.fork())
    .selectFrom('subscriptions as s')
    .innerJoin('emergency_protocols as p', 'p.owner_id', 's.owner_id')
    .select('s.stripe_subscription_id as id')
    .select((eb) => isPastDeadline(eb).as('is_to_hold'))
    .where('s.stripe_subscription_id', 'is not', null)
    // The few who can be meant, each side by an index of its own; what follows says who is.
    .where('s.owner_id', 'in', ({ selectFrom }) =>
      selectFrom('emergency_protocols as p')
        .select('p.owner_id')
        .where(isPastDeadline)
        .union(
          selectFrom('subscriptions')
            .select('owner_id')
            .where(({ eb, or }) => or([eb('held_at', 'is not', null), eb('has_lapsed', '=', true)])),
        ),
    )
    .where((eb) =>
      eb.or([
        eb.and([isPastDeadline(eb), eb('s.held_at', 'is', null), eb('s.has_lapsed', '=', false)]),
        eb.and([
          eb.not(isPastDeadline(eb)),
          eb('p.stage', '<>', 'released'),
          eb.or([eb('s.held_at', 'is not', null), eb('s.has_lapsed', '=', true)]),
        ]),
      ]),
    )
    .orderBy(({ fn }) => fn('random'))
    .limit(BATCH)
    .$narrowType<{ id: NotNull }>()
    .execute();
  const outcomes = await Promise.allSettled(due.map(({ id, is_to_hold }) => setHeld(deps, id, Boolean(is_to_hold))));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return due.length === BATCH;
}

function isPastDeadline(eb: ExpressionBuilder<{ p: Tables['emergency_protocols'] }, 'p'>) {
  return eb.and([eb('p.is_active', '=', true), eb('p.stage', 'in', ['missed', 'last-call'])]);
}

async function setHeld(deps: ReconcileDeps, id: string, isHeld: boolean): Promise<void> {
  await deps.payments.setHeld(id, isHeld);
  const remote = await reconcileSubscription(deps, id);
  if (!remote) throw new AppError('unavailable', `The payment provider does not know the subscription ${id}.`);
}

/**
 * Ends the plans of owners whose protocol was released. A trigger adds the jobs that cancel them at the provider
 * (cancel-subscription-job.ts); no mail is sent. A plan chosen after the release remains. A row without `subscribed_at` waits
 * until the daily comparison has filled it.
 * @returns how many ended, at most 500; the others follow in the next round
 */
export async function endAfterRelease({ fork }: Pick<ReconcileDeps, 'fork'>): Promise<number> {
  return fork().transactional(async (tx) => {
    const ended = await query(tx)
      .deleteFrom('subscriptions')
      .where('owner_id', '=', ({ fn, selectFrom }) => {
        const over = selectFrom('subscriptions as s')
          .innerJoin('emergency_protocols as p', 'p.owner_id', 's.owner_id')
          .select('s.owner_id')
          .where('s.stripe_subscription_id', 'is not', null)
          .where('p.is_active', '=', true)
          .where('p.stage', '=', 'released')
          .whereRef('s.subscribed_at', '<', 'p.released_at')
          .limit(ENDED_AT_ONCE)
          .forUpdate('s')
          .skipLocked();
        return fn.any(sql<string[]>`array(${over})`);
      })
      .returning('owner_id')
      .execute();
    for (const { owner_id } of ended) record(tx, owner_id, 'account-plan-ended');
    return ended.length;
  });
}
