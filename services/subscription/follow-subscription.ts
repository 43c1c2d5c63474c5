import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isId } from '#domain/ids.ts';
import { type Interval, OFFERS, type Offer, type PlanType, planTypeFor } from '#domain/subscription/plan.ts';
import { type LocalSubscription, type RemoteSubscription, standingOf } from '#domain/subscription/standing.ts';
import { newId } from '#services/ids.ts';
import type { Payments } from '#services/ports/payments.ts';
import { doomOwnerless } from './ownerless.ts';

/** What following needs. */
export interface Follower {
  /** Makes a fork for one transaction. */
  fork(): EntityManager;
  payments: Payments;
}

/** What changes again and again while it is followed has others who follow it. */
const ASKED_AT_MOST = 5;

/**
 * Asks the provider how a subscription stands, and makes our row say the same. Whoever asks, and how often, in whatever
 * order: the newest answer counts.
 * @param id of a subscription at the provider; one that is not ours changes nothing
 * @returns how it stands there; null when the provider does not know it, which changes nothing here: a key that belongs to
 *   another account must not take everybody's plan
 * @throws AppError unavailable when the provider cannot be reached
 */
export async function followSubscription(follower: Follower, id: string): Promise<RemoteSubscription | null> {
  const remote = await follower.payments.findSubscription(id);
  return remote && settle(follower, remote);
}

/**
 * Makes our row say what the provider answered. Of two who ask at once, the one with the older answer may be the last to
 * write it down, and an answer may be the one to a question that was asked before: so it is asked about once more
 * afterwards, until the answer is the one that was written.
 * @returns how it stands there
 * @throws AppError unavailable when the provider cannot be reached; what it answered first is written down then
 */
export async function settle({ fork, payments }: Follower, answer: RemoteSubscription): Promise<RemoteSubscription> {
  let remote = await owned(fork(), answer);
  for (let asked = 1; remote.accountId !== null && asked < ASKED_AT_MOST; asked++) {
    await applyRemote(fork(), remote);
    const newer = await payments.findSubscription(remote.id);
    if (!newer) break;
    const before = remote;
    remote = await owned(fork(), newer);
    if (isDeepStrictEqual(remote, before)) break;
  }
  return remote;
}

/** What was sold before subscriptions said whose they are is whose plan it is. */
async function owned(em: EntityManager, remote: RemoteSubscription): Promise<RemoteSubscription> {
  if (remote.accountId !== null) return remote;
  const [row] = await em.execute<{ owner_id: string }[]>(
    'select owner_id from subscriptions where stripe_subscription_id = ?',
    [remote.id],
  );
  return { ...remote, accountId: row?.owner_id ?? null };
}

/** Makes somebody's row say what the provider said. */
export async function applyRemote(em: EntityManager, remote: RemoteSubscription): Promise<void> {
  const { accountId } = remote;
  if (accountId !== null) await em.transactional((tx) => applyIn(tx, accountId, remote));
}

/**
 * The same within a transaction.
 * @returns whether the account is still there
 */
export async function applyIn(tx: EntityManager, accountId: string, remote: RemoteSubscription): Promise<boolean> {
  // Whatever else is sold at the same provider: none of our accounts is called so.
  if (!isId(accountId)) return false;
  const [owner] = await tx.execute<object[]>('select 1 from users where id = ? for update', [accountId]);
  if (!owner) {
    await doomOwnerless(tx, remote);
    return false;
  }
  // What is to be cancelled there is nobody's plan any more, also while that cannot be done.
  if (remote.status !== 'ended' && (await isDoomed(tx, remote.id))) return true;
  const local = await readLocal(tx, accountId);
  const standing = standingOf(local, remote, await isPastDeadline(tx, accountId));
  switch (standing.kind) {
    case 'take':
    case 'update':
      await write(tx, accountId, { ...remote, planType: remote.planType ?? local?.planType ?? null });
      break;
    case 'end':
      await end(tx, accountId, remote.id);
      break;
    case 'wait':
      await tx.execute('update subscriptions set has_lapsed = true, checked_at = now() where owner_id = ?', [
        accountId,
      ]);
      break;
    case 'doom':
      await doom(tx, remote.id);
      break;
    case 'nothing':
      await tx.execute('update subscriptions set checked_at = now() where stripe_subscription_id = ?', [remote.id]);
  }
  return true;
}

interface LocalRow {
  id: string | null;
  subscribed_at: string | null;
  plan: Offer['plan'];
  paid_each: Interval | null;
}

async function readLocal(
  tx: EntityManager,
  ownerId: string,
): Promise<(LocalSubscription & { planType: PlanType | null }) | null> {
  const [row] = await tx.execute<LocalRow[]>(
    `select stripe_subscription_id as id, extract(epoch from subscribed_at) * 1000 as subscribed_at, plan, paid_each
     from subscriptions where owner_id = ?`,
    [ownerId],
  );
  if (!row) return null;
  return {
    subscriptionId: row.id,
    subscribedAt: row.subscribed_at === null ? null : Number(row.subscribed_at),
    planType: row.paid_each && planTypeFor(row.plan, row.paid_each),
  };
}

/** Between its deadline and its end, somebody may be unable to pay, or to mind. */
async function isPastDeadline(tx: EntityManager, ownerId: string): Promise<boolean> {
  const rows = await tx.execute<object[]>(
    `select 1 from emergency_protocols where owner_id = ? and is_active and stage in ('missed', 'last-call')`,
    [ownerId],
  );
  return rows.length > 0;
}

async function write(tx: EntityManager, ownerId: string, remote: RemoteSubscription): Promise<void> {
  if (remote.planType === null) return;
  const { plan, interval } = OFFERS[remote.planType];
  await tx.execute(
    `insert into customers (owner_id, stripe_customer_id) values (?, ?)
     on conflict (owner_id) do update set stripe_customer_id = excluded.stripe_customer_id`,
    [ownerId, remote.customerId],
  );
  // A trigger keeps the subscription that this one replaces, until it is cancelled (cancel-doomed.ts).
  await tx.execute(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id, status, subscribed_at,
       period_ends_at, is_ending, held_at, checked_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, case when ? then now() end, now())
     on conflict (owner_id) do update set plan = excluded.plan, paid_each = excluded.paid_each, status = excluded.status,
       stripe_customer_id = excluded.stripe_customer_id, stripe_subscription_id = excluded.stripe_subscription_id,
       subscribed_at = excluded.subscribed_at, period_ends_at = excluded.period_ends_at, is_ending = excluded.is_ending,
       held_at = case when excluded.held_at is not null then coalesce(subscriptions.held_at, excluded.held_at) end,
       has_lapsed = false, checked_at = now()`,
    [
      ownerId,
      plan,
      interval,
      remote.customerId,
      remote.id,
      remote.status === 'past-due' ? 'past-due' : 'active',
      new Date(remote.createdAt),
      new Date(remote.periodEndsAt),
      remote.isEnding,
      // The provider's word here, too: whoever holds it may die before that is written down (hold-billing.ts).
      remote.isHeld,
    ],
  );
}

async function end(tx: EntityManager, ownerId: string, subscriptionId: string): Promise<void> {
  await tx.execute('delete from subscriptions where owner_id = ? and stripe_subscription_id = ?', [
    ownerId,
    subscriptionId,
  ]);
  // It has ended at the provider already: the trigger's order to end it is not needed.
  await tx.execute('delete from doomed_subscriptions where stripe_subscription_id = ?', [subscriptionId]);
  await tx.execute(
    `insert into billing_mails (id, owner_id, kind, reference, created_at, next_try_at)
     values (?, ?, 'plan-ended', ?, now(), now()) on conflict do nothing`,
    [newId(), ownerId, subscriptionId],
  );
}

async function isDoomed(tx: EntityManager, subscriptionId: string): Promise<boolean> {
  const rows = await tx.execute<object[]>('select 1 from doomed_subscriptions where stripe_subscription_id = ?', [
    subscriptionId,
  ]);
  return rows.length > 0;
}

async function doom(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.execute('insert into doomed_subscriptions (stripe_subscription_id) values (?) on conflict do nothing', [
    subscriptionId,
  ]);
}
