import type { Plan } from '#domain/subscription/plan.ts';

type Query = (sql: string, params: unknown[]) => Promise<unknown>;

/**
 * Gives an account a plan that nobody pays for, in place of its present one; or ends it, as a subscription that ends does.
 * @param query of the account's database
 * @param who its id or email address
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
