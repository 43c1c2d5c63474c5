import type { Plan } from '#domain/subscription/plan.ts';

type Query = (sql: string, params: unknown[]) => Promise<unknown>;

/**
 * Gives somebody a plan that nobody pays for, in place of the one that they have; or takes it away, as a subscription that
 * ends does.
 * @param query of the database in which they are
 * @param who their id, or their address
 */
export async function givePlan(query: Query, who: string, plan: Plan): Promise<void> {
  const column = who.includes('@') ? 'email' : 'id';
  if (plan === 'free') {
    await query(`delete from subscriptions where owner_id in (select id from users where ${column} = ?)`, [who]);
    return;
  }
  await query(
    `insert into subscriptions (owner_id, plan) select id, ? from users where ${column} = ?
     on conflict (owner_id) do update set plan = excluded.plan returning owner_id`,
    [plan, who],
  );
}
