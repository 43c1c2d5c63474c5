/**
 * Repairs plans that changed without an event: compares our subscriptions with the provider's once a day. Several workers
 * may run it at once, and each may die at any point.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type NotNull, sql } from 'kysely';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { isId } from '#domain/ids.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { queueRecentInvoiceMails, type ReconcileDeps, reconcileSubscription } from './reconcile.ts';

const BATCH = 10;
/** As many as the provider gives in one page. */
const PAGE = 100;
/** Makes a row due again in ten minutes, if its comparison fails or its worker dies. */
const RETRY_SOON = ago(DAY - 10 * MINUTE);
/** The daily listing is noted among the handled events. */
const LISTING = 'listing';

type Compared = 'same' | 'repaired' | 'not-known-there';

interface KnownResult {
  /** How many plans differed from the provider's answer. */
  repaired: number;
  /** How many plans the provider does not know. They remain: the key may be that of another account. */
  notKnownThere: number;
  hasMore: boolean;
}

interface UnknownResult {
  /** How many were unknown here, and are now a plan or waiting to be cancelled. */
  repaired: number;
  /** How many run for accounts that this database does not have, and continue: they are older than it. */
  ownerless: number;
}

/**
 * Compares up to a batch of rows that were not compared for a day, oldest first.
 * @throws the first failure, after the whole batch; the failed row is due again in ten minutes
 */
export async function compareKnown(deps: ReconcileDeps): Promise<KnownResult> {
  const em = deps.fork();
  const due = query(em)
    .selectFrom('subscriptions')
    .select('owner_id')
    .where('stripe_subscription_id', 'is not', null)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', ago(DAY))]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  const known = await query(em)
    .updateTable('subscriptions')
    .set({ checked_at: RETRY_SOON })
    .where('owner_id', '=', ({ fn }) => fn.any(sql<string[]>`array(${due})`))
    .returningAll()
    .$narrowType<{ stripe_subscription_id: NotNull }>()
    .execute();
  const outcomes = await Promise.allSettled(known.map((row) => compare(deps, row.stripe_subscription_id, row)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const count = (wanted: Compared) =>
    outcomes.filter((one) => one.status === 'fulfilled' && one.value === wanted).length;
  return { repaired: count('repaired'), notKnownThere: count('not-known-there'), hasMore: known.length === BATCH };
}

type Row = NonNullable<Awaited<ReturnType<typeof markCompared>>>;

async function compare(deps: ReconcileDeps, id: string, before: Row): Promise<Compared> {
  const remote = await reconcileSubscription(deps, id);
  // Also a row that the provider does not know: asking again in ten minutes would not help.
  const after = await markCompared(deps.fork(), id);
  if (!remote) return 'not-known-there';
  if (after && isDeepStrictEqual({ ...after, checked_at: null }, { ...before, checked_at: null })) return 'same';
  await queueRecentInvoiceMails(deps, remote);
  return 'repaired';
}

function markCompared(em: EntityManager, id: string) {
  return query(em)
    .updateTable('subscriptions')
    .set({ checked_at: NOW })
    .where('stripe_subscription_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Once a day, in one worker: lists what runs at the provider and saves what our rows do not know. Of two plans of one
 * account, one is cancelled.
 * @returns null when it is not time
 * @throws the first failure, after the whole listing; it starts again after ten minutes
 */
export async function findUnknown(deps: ReconcileDeps): Promise<UnknownResult | null> {
  const em = deps.fork();
  if (!(await takeDailyTurn(em))) return null;
  const failures: unknown[] = [];
  const result: UnknownResult = { repaired: 0, ownerless: 0 };
  let page: RemoteSubscription[] = [];
  for await (const remote of deps.payments.runningSubscriptions()) {
    page.push(remote);
    if (page.length < PAGE) continue;
    await reconcilePage(deps, page, { result, failures });
    page = [];
  }
  await reconcilePage(deps, page, { result, failures });
  if (failures.length > 0) throw failures[0];
  await query(em).updateTable('webhook_receipts').set({ received_at: NOW }).where('event_id', '=', LISTING).execute();
  return result;
}

/** @returns whether the listing is due; then no other worker starts it for ten minutes */
async function takeDailyTurn(em: EntityManager): Promise<boolean> {
  const turn = await query(em)
    .insertInto('webhook_receipts')
    .values({ event_id: LISTING, type: LISTING, received_at: RETRY_SOON })
    .onConflict((conflict) =>
      conflict
        .column('event_id')
        .doUpdateSet((eb) => ({ received_at: eb.ref('excluded.received_at') }))
        .where('webhook_receipts.received_at', '<=', ago(DAY)),
    )
    .returning('event_id')
    .executeTakeFirst();
  return turn !== undefined;
}

async function reconcilePage(
  deps: ReconcileDeps,
  page: readonly RemoteSubscription[],
  { result, failures }: { result: UnknownResult; failures: unknown[] },
): Promise<void> {
  const unknown = await unknownOf(deps.fork(), page);
  for (const { id } of unknown)
    await reconcileSubscription(deps, id)
      .then((remote) => remote && queueRecentInvoiceMails(deps, remote))
      .catch((error: unknown) => failures.push(error));
  const left = await unknownOf(deps.fork(), unknown);
  result.repaired += unknown.length - left.length;
  result.ownerless += await countOwnerless(deps.fork(), left);
}

/** @returns the subscriptions that are neither a plan here nor waiting to be cancelled */
async function unknownOf(em: EntityManager, listed: readonly RemoteSubscription[]): Promise<RemoteSubscription[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const rows = await query(em)
    .selectFrom('subscriptions')
    .select('stripe_subscription_id as id')
    .where('stripe_subscription_id', 'in', ids)
    .union((eb) =>
      eb
        .selectFrom('jobs')
        .select('subject as id')
        .where('kind', '=', 'cancel-subscription')
        .where('subject', 'in', ids),
    )
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return listed.filter(({ id }) => !known.has(id));
}

/** @returns how many running subscriptions name an account of a Stillhere that is not in this database */
async function countOwnerless(em: EntityManager, remotes: readonly RemoteSubscription[]): Promise<number> {
  const running = remotes.filter(({ status }) => status === 'active' || status === 'past-due');
  const accounts = running.map(({ accountId }) => accountId).filter(isId);
  if (accounts.length === 0) return 0;
  const rows = await query(em).selectFrom('users').select('id').where('id', 'in', accounts).execute();
  const here = new Set(rows.map(({ id }) => id));
  return accounts.filter((id) => !here.has(id)).length;
}
