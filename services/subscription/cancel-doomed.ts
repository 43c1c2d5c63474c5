import type { EntityManager } from '@mikro-orm/postgresql';
import type { Payments } from '#services/ports/payments.ts';

const AT_ONCE = 20;

/**
 * Cancels at the provider what nobody has here any more: a plan that another replaced, and the plan of an account that
 * is gone. Not where people wait for an answer: a provider that is away must not undo what was paid for. One that does
 * not answer is asked again after a minute.
 * @returns whether there may be more of them
 * @throws what the provider's adapter threw; the others of this hand wait with it
 */
export async function cancelDoomed(
  em: EntityManager,
  payments: Pick<Payments, 'cancelSubscription'>,
): Promise<boolean> {
  const taken = await em.execute<{ id: string }[]>(
    `update doomed_subscriptions set next_try_at = now() + interval '1 minute' where stripe_subscription_id in (
       select stripe_subscription_id from doomed_subscriptions where next_try_at <= now()
       order by next_try_at limit ${AT_ONCE} for update skip locked)
     returning stripe_subscription_id as id`,
  );
  for (const { id } of taken) {
    await payments.cancelSubscription(id);
    await em.execute('delete from doomed_subscriptions where stripe_subscription_id = ?', [id]);
  }
  return taken.length === AT_ONCE;
}
