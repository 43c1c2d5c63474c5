/**
 * What silence does to a plan. Between the deadline of somebody's emergency protocol and its end nothing is charged and
 * nothing is taken away: they may be unable to pay, or to mind. Once it has released, nobody shall go on paying.
 */
import { AppError } from '#domain/errors.ts';
import { type Follower, followSubscription } from './follow-subscription.ts';

const AT_ONCE = 10;

/** True of the protocol `p` while it is past its deadline, and has not ended. */
const IS_PAST_DEADLINE = `p.is_active and p.stage in ('missed', 'last-call')`;

interface Turn {
  id: string;
  /** Whether it is to be held from now on; otherwise it goes on. */
  is_to_hold: boolean;
}

/**
 * Holds the subscriptions of those whose protocol is past its deadline, and lets those go on whose owner was heard again:
 * one that has ended at the provider meanwhile ends here then. Repeating is harmless, and whoever dies between the call
 * and its record leaves it to the provider's own event, or to the daily comparison: what is held is the provider's word.
 * @returns whether there may be more of them
 * @throws what the first that failed threw, after the others; who fails comes at no fixed place, so nobody waits for them
 */
export async function holdBilling(follower: Follower): Promise<boolean> {
  const turns = await follower.fork().execute<Turn[]>(
    `select s.stripe_subscription_id as id, ${IS_PAST_DEADLINE} as is_to_hold
     from subscriptions s join emergency_protocols p on p.owner_id = s.owner_id
     where s.stripe_subscription_id is not null and case when ${IS_PAST_DEADLINE}
       then s.held_at is null and not s.has_lapsed else p.stage <> 'released' and (s.held_at is not null or s.has_lapsed) end
     order by random() limit ${AT_ONCE}`,
  );
  const outcomes = await Promise.allSettled(turns.map((turn) => take(follower, turn)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return turns.length === AT_ONCE;
}

async function take(follower: Follower, { id, is_to_hold }: Turn): Promise<void> {
  await follower.payments.setHeld(id, is_to_hold);
  const remote = await followSubscription(follower, id);
  if (!remote) throw new AppError('unavailable', `The payment provider does not know the subscription ${id}.`);
}

/**
 * Ends the plans of those whose protocol has released. They are cancelled at the provider in the background
 * (cancel-doomed.ts), and nobody is written to: they are silent. What they chose after the release stays;
 * of a plan from before we noted when it was made, the comparison says it first.
 * @returns how many ended
 */
export async function endAfterRelease({ fork }: Pick<Follower, 'fork'>): Promise<number> {
  const ended = await fork().execute<object[]>(
    `delete from subscriptions where owner_id in (
       select s.owner_id from subscriptions s join emergency_protocols p on p.owner_id = s.owner_id
       where s.stripe_subscription_id is not null and p.is_active and p.stage = 'released'
         and s.subscribed_at < p.released_at
       for update of s skip locked)
     returning owner_id`,
  );
  return ended.length;
}
