/**
 * What repairs plans of which no webhook told us: our side and the provider's are compared once a day. Several workers may
 * do so at once, and any of them may die in between.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';
import { type Follower, followSubscription } from './follow-subscription.ts';
import { countOwnerless } from './ownerless.ts';
import { tellOfInvoices } from './record-billing-event.ts';

const AT_ONCE = 10;
/** As many as the provider gives at once. */
const LISTED_AT_ONCE = 100;
/** What could not be compared is tried again after this, and so is what a worker died over. */
const AGAIN_AFTER = `interval '10 minutes'`;
/** The daily listing is noted like an event that was acted upon. */
const LISTING = 'listing';

interface Known {
  id: string;
  /** All of the row but when it was compared, to be compared itself. */
  before: string;
}

type Found = 'same' | 'repaired' | 'not-known-there';

/** What a comparison came to. */
interface Compared {
  /** How many plans were not as the provider said. */
  repaired: number;
  /** How many the provider does not know. They stay: the key may be that of another account. */
  notKnownThere: number;
  hasMore: boolean;
}

/** What listing everything came to. */
interface Listed {
  /** How many were not known here, and are now a plan, or to be cancelled there. */
  repaired: number;
  /** How many run for accounts that this database does not know, and go on: they are older than it is. */
  ownerless: number;
}

const ROW = `(to_jsonb(subscriptions) - 'checked_at')::text`;

/**
 * Compares rows that were not compared for a day, the oldest first.
 * @throws what the first that failed threw, after the others; it waits, and holds up none of them
 */
export async function compareKnown(follower: Follower): Promise<Compared> {
  const em = follower.fork();
  const known = await em.execute<Known[]>(
    `update subscriptions set checked_at = now() - interval '1 day' + ${AGAIN_AFTER} where owner_id = any(array(
       select owner_id from subscriptions where stripe_subscription_id is not null
         and (checked_at is null or checked_at <= now() - interval '1 day')
       order by checked_at nulls first limit ${AT_ONCE} for update skip locked))
     returning stripe_subscription_id as id, ${ROW} as before`,
  );
  const outcomes = await Promise.allSettled(known.map((one) => compare(follower, one)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const count = (found: Found) => outcomes.filter((one) => one.status === 'fulfilled' && one.value === found).length;
  return {
    repaired: count('repaired'),
    notKnownThere: count('not-known-there'),
    hasMore: known.length === AT_ONCE,
  };
}

async function compare(follower: Follower, { id, before }: Known): Promise<Found> {
  const remote = await followSubscription(follower, id);
  // Also what the provider does not know: asking each ten minutes would not help.
  const [after] = await follower
    .fork()
    .execute<{ now: string }[]>(
      `update subscriptions set checked_at = now() where stripe_subscription_id = ? returning ${ROW} as now`,
      [id],
    );
  if (!remote) return 'not-known-there';
  if (after?.now === before) return 'same';
  await tellOfInvoices(follower, remote);
  return 'repaired';
}

/**
 * Once a day, whichever worker comes first, looks through everything that runs at the provider for what our rows do not
 * know: a plan that was paid for and of which we never heard. One of two plans of the same person is cancelled.
 * @returns null when it is not time
 * @throws what the provider's adapter threw, about one of them after the others; it begins anew after ten minutes
 */
export async function findUnknown(follower: Follower): Promise<Listed | null> {
  const em = follower.fork();
  const [turn] = await em.execute<object[]>(
    `insert into webhook_receipts (event_id, type, received_at)
     values ('${LISTING}', '${LISTING}', now() - interval '1 day' + ${AGAIN_AFTER})
     on conflict (event_id) do update set received_at = excluded.received_at
       where webhook_receipts.received_at <= now() - interval '1 day'
     returning 1`,
  );
  if (!turn) return null;
  const failures: unknown[] = [];
  const found: Listed = { repaired: 0, ownerless: 0 };
  let listed: RemoteSubscription[] = [];
  for await (const remote of follower.payments.runningSubscriptions()) {
    listed.push(remote);
    if (listed.length < LISTED_AT_ONCE) continue;
    await takeIn(follower, listed, { found, failures });
    listed = [];
  }
  await takeIn(follower, listed, { found, failures });
  if (failures.length > 0) throw failures[0];
  await em.execute(`update webhook_receipts set received_at = now() where event_id = '${LISTING}'`);
  return found;
}

/** Those that are unknown become a plan here, or are to be cancelled there; what is left of them is counted. */
async function takeIn(
  follower: Follower,
  listed: readonly RemoteSubscription[],
  { found, failures }: { found: Listed; failures: unknown[] },
): Promise<void> {
  const unknown = await unknownOf(follower.fork(), listed);
  for (const { id } of unknown)
    await followSubscription(follower, id)
      .then((remote) => remote && tellOfInvoices(follower, remote))
      .catch((error: unknown) => failures.push(error));
  const left = await unknownOf(follower.fork(), unknown);
  found.repaired += unknown.length - left.length;
  found.ownerless += await countOwnerless(follower.fork(), left);
}

async function unknownOf(em: EntityManager, listed: readonly RemoteSubscription[]): Promise<RemoteSubscription[]> {
  if (listed.length === 0) return [];
  const rows = await em.execute<{ id: string }[]>(
    `select id from jsonb_array_elements_text(?::jsonb) as listed(id)
     where not exists (select 1 from subscriptions where stripe_subscription_id = id)
       and not exists (select 1 from doomed_subscriptions where stripe_subscription_id = id)`,
    [JSON.stringify(listed.map(({ id }) => id))],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return listed.filter(({ id }) => ids.has(id));
}
