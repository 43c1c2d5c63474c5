/**
 * What runs at the provider for an account that is not here. It was deleted; or this database is not the one that knew it:
 * an empty one into which a backup will be restored, or one that was, and has forgotten what came after.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MIGRATIONS_TABLE } from '#db/migrations/list.ts';
import { isId } from '#domain/ids.ts';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';

/**
 * Nobody shall go on paying for an account that is gone: has its subscription cancelled at the provider. Only one that was
 * made since this database was, by the note of its first migration: cancelling cannot be taken back, and an empty database
 * must not end everybody's plan. What is older is said to operators (reconcile-subscriptions.ts).
 */
export async function doomOwnerless(tx: EntityManager, { id, status, createdAt }: RemoteSubscription): Promise<void> {
  if (status === 'ended') return;
  await tx.execute(
    `insert into doomed_subscriptions (stripe_subscription_id)
     select ? where ?::timestamptz >= (select date_trunc('second', min(executed_at)) from ${MIGRATIONS_TABLE})
     on conflict do nothing`,
    [id, new Date(createdAt)],
  );
}

/** @returns how many of them belong to accounts of a Stillhere, but of none that is here */
export async function countOwnerless(em: EntityManager, remotes: readonly RemoteSubscription[]): Promise<number> {
  const running = remotes.filter(({ status }) => status === 'active' || status === 'past-due');
  const accounts = running.map(({ accountId }) => accountId).filter((id) => id !== null && isId(id));
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from jsonb_array_elements_text(?::jsonb) as listed(id)
     where not exists (select 1 from users where users.id = listed.id::uuid)`,
    [JSON.stringify(accounts)],
  );
  return row?.count ?? 0;
}
