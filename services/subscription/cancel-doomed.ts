import type { EntityManager } from '@mikro-orm/postgresql';
import type { Payments } from '#services/ports/payments.ts';

/**
 * Cancels at the provider one of what nobody has here any more: a plan that another replaced, and the plan of an account
 * that is gone. Not where people wait for an answer: a provider that is away must not undo what was paid for. What was
 * not cancelled is tried again after a minute, and holds up none of the others: somebody goes on paying for each.
 * @returns whether there may be more of them
 * @throws what the provider's adapter threw
 */
export async function cancelDoomed(
  em: EntityManager,
  payments: Pick<Payments, 'cancelSubscription'>,
): Promise<boolean> {
  const [taken] = await em.execute<{ id: string }[]>(
    `update doomed_subscriptions set next_try_at = now() + interval '1 minute' where stripe_subscription_id = any(array(
       select stripe_subscription_id from doomed_subscriptions where next_try_at <= now()
       order by next_try_at limit 1 for update skip locked))
     returning stripe_subscription_id as id`,
  );
  if (!taken) return false;
  await payments.cancelSubscription(taken.id);
  await em.execute('delete from doomed_subscriptions where stripe_subscription_id = ?', [taken.id]);
  return true;
}
