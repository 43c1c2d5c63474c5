/** Saves what the provider reported of a subscription: one transaction, with the owner's row locked. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseCreatedAt } from '#db/database-age.ts';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { isId } from '#domain/ids.ts';
import { OFFERS, type PlanType, planTypeFor } from '#domain/subscription/plan.ts';
import {
  decideReconciliation,
  type LocalSubscription,
  type RemoteSubscription,
} from '#domain/subscription/reconcile.ts';
import { record } from '#services/append-record.ts';
import { newId } from '#services/ids.ts';
import { dequeue, enqueue, isEnqueued } from '#services/jobs/jobs.ts';
import { lockAccount } from '#services/lock-account.ts';

/** Saves the provider's answer in a transaction of its own. A subscription without an account changes nothing. */
export async function applyRemote(em: EntityManager, remote: RemoteSubscription): Promise<void> {
  const { accountId } = remote;
  if (accountId !== null) await em.transactional((tx) => applyRemoteIn(tx, accountId, remote));
}

/**
 * Saves the provider's answer in the caller's transaction.
 * @returns whether the account exists
 */
export async function applyRemoteIn(
  tx: EntityManager,
  accountId: string,
  remote: RemoteSubscription,
): Promise<boolean> {
  // Another product at the same provider may use ids of another form.
  if (!isId(accountId)) return false;
  if (!(await lockAccount(tx, accountId))) {
    await cancelOwnerless(tx, remote);
    return false;
  }
  // A subscription that waits to be cancelled must not become a plan again.
  if (remote.status !== 'ended' && (await isEnqueued(tx, 'cancel-subscription', remote.id))) return true;
  await reconcile(tx, accountId, remote);
  return true;
}

async function reconcile(tx: EntityManager, accountId: string, remote: RemoteSubscription): Promise<void> {
  const local = await readLocal(tx, accountId);
  switch (decideReconciliation(local, remote, await isPastDeadline(tx, accountId)).kind) {
    case 'take':
    case 'update':
      await save(tx, accountId, { ...remote, planType: remote.planType ?? local?.planType ?? null });
      break;
    case 'end':
      await end(tx, accountId, remote.id);
      break;
    case 'wait':
      await query(tx)
        .updateTable('subscriptions')
        .set({ has_lapsed: true, checked_at: NOW })
        .where('owner_id', '=', accountId)
        .execute();
      break;
    case 'cancel':
      await enqueue(tx, 'cancel-subscription', remote.id);
      break;
    case 'nothing':
      await query(tx)
        .updateTable('subscriptions')
        .set({ checked_at: NOW })
        .where('stripe_subscription_id', '=', remote.id)
        .execute();
  }
}

/**
 * Has the subscription of a deleted account cancelled at the provider. Skips one that is older than this database: in an
 * empty database, before its backup is restored, every account looks deleted. Operators are warned of those
 * (reconcile-daily.ts).
 */
async function cancelOwnerless(tx: EntityManager, { id, status, createdAt }: RemoteSubscription): Promise<void> {
  if (status === 'ended') return;
  const newer = await query(tx)
    .selectNoFrom(({ cast, val }) => cast<string>(val(id), 'text').as('id'))
    .where(({ eb, cast, val }) => eb(cast<Date>(val(new Date(createdAt)), 'timestamptz'), '>=', databaseCreatedAt))
    .execute();
  await enqueue(tx, 'cancel-subscription', newer);
}

async function readLocal(
  tx: EntityManager,
  ownerId: string,
): Promise<(LocalSubscription & { planType: PlanType | null }) | null> {
  const row = await query(tx)
    .selectFrom('subscriptions')
    .select(['stripe_subscription_id', 'subscribed_at', 'plan', 'paid_each'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    subscriptionId: row.stripe_subscription_id,
    subscribedAt: row.subscribed_at?.getTime() ?? null,
    planType: row.paid_each && planTypeFor(row.plan, row.paid_each),
  };
}

/** An owner who is past the deadline may be unable to pay or to read a mail. */
async function isPastDeadline(tx: EntityManager, ownerId: string): Promise<boolean> {
  const row = await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .where('stage', 'in', ['missed', 'last-call'])
    .executeTakeFirst();
  return row !== undefined;
}

async function save(tx: EntityManager, ownerId: string, remote: RemoteSubscription): Promise<void> {
  if (remote.planType === null) return;
  const { plan, interval } = OFFERS[remote.planType];
  await query(tx)
    .insertInto('customers')
    .values({ owner_id: ownerId, stripe_customer_id: remote.customerId })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet((eb) => ({ stripe_customer_id: eb.ref('excluded.stripe_customer_id') })),
    )
    .execute();
  const state = {
    plan,
    paid_each: interval,
    stripe_customer_id: remote.customerId,
    stripe_subscription_id: remote.id,
    status: remote.status === 'past-due' ? ('past-due' as const) : ('active' as const),
    subscribed_at: new Date(remote.createdAt),
    period_ends_at: new Date(remote.periodEndsAt),
    is_ending: remote.isEnding,
    has_lapsed: false,
    checked_at: NOW,
  };
  const before = await query(tx)
    .selectFrom('subscriptions')
    .select(['plan', 'paid_each', 'is_ending'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (before?.plan !== plan || before.paid_each !== interval || before.is_ending !== remote.isEnding)
    record(tx, ownerId, 'account-plan-changed', { plan, interval, is_ending: remote.isEnding });
  // The provider's word counts for the hold, too: holdBilling may die before it saves one.
  const heldAt = remote.isHeld ? NOW : null;
  // A trigger notes the subscription that this one replaces, until it is cancelled (cancel-subscription-job.ts).
  await query(tx)
    .insertInto('subscriptions')
    .values({ owner_id: ownerId, ...state, held_at: heldAt })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet(({ fn }) => ({
        ...state,
        held_at: remote.isHeld ? fn.coalesce('subscriptions.held_at', NOW) : null,
      })),
    )
    .execute();
}

async function end(tx: EntityManager, ownerId: string, subscriptionId: string): Promise<void> {
  const ended = await query(tx)
    .deleteFrom('subscriptions')
    .where('owner_id', '=', ownerId)
    .where('stripe_subscription_id', '=', subscriptionId)
    .returning('owner_id')
    .executeTakeFirst();
  if (ended) record(tx, ownerId, 'account-plan-ended');
  // It has already ended at the provider: the job that the trigger added is not needed.
  await dequeue(tx, 'cancel-subscription', [subscriptionId]);
  const mails = await query(tx)
    .insertInto('billing_mails')
    .values({
      id: newId(),
      owner_id: ownerId,
      kind: 'plan-ended',
      reference: subscriptionId,
      created_at: NOW,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  await enqueue(tx, 'billing-mail', mails);
}
