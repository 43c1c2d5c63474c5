import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { idArray } from '#services/deliveries/locked.ts';
import { planAgain } from './change-protocol.ts';
import { lockProtocol } from './protocol-row.ts';

/** What is known to have become of a mail. */
export interface Settled {
  mailId: string;
  state: 'accepted' | 'deferred' | 'delivered' | 'bounced';
  /** When that was, by the provider's clock; left out, it is now. */
  at?: Date;
}

/** What the protocol waits for; the others only have to arrive. */
const WARNINGS: readonly EmergencyMailKind[] = ['reminder', 'missed', 'last-call', 'again'];

/**
 * Records what became of mails, in this transaction, and plans anew what waited for it. A bounce is the last word about
 * its mail, in whatever order things are heard; what a check-in has withdrawn meanwhile stays so. Several owners are held
 * in the order of their ids, and before anything else that the transaction holds.
 * @param day the length of a protocol day, in milliseconds
 */
export async function settleMails(tx: EntityManager, day: number, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const owners = await tx.execute<{ id: string; owner_id: string }[]>(
    'select id, owner_id from emergency_mails where id = any(?::uuid[])',
    [idArray(settled.map(({ mailId }) => mailId))],
  );
  const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]));
  for (const ownerId of [...new Set(ownerOf.values())].sort()) {
    const protocol = await lockProtocol(tx, ownerId, day);
    let moves = false;
    for (const one of settled.filter(({ mailId }) => ownerOf.get(mailId) === ownerId)) {
      const changed = await settle(tx, one);
      if (changed && changed.episode === protocol?.episode && WARNINGS.includes(changed.kind)) moves = true;
    }
    if (moves) await planAgain(tx, ownerId, day);
  }
}

async function settle(
  tx: EntityManager,
  { mailId, state, at }: Settled,
): Promise<{ kind: EmergencyMailKind; episode: number } | undefined> {
  const from = state === 'accepted' ? ['waiting'] : ['waiting', 'accepted'];
  // One that came back keeps the instant at which it had been accepted; nobody could read a deferred one before it was
  // delivered. What a provider says to be later than now is now.
  const [changed] = await tx.execute<{ kind: EmergencyMailKind; episode: number }[]>(
    `update emergency_mails set state = ?, next_try_at = null,
       settled_at = case when said.what = 'delivered' and deferred_at is not null and delivered_at is null
         then clock_timestamp() else coalesce(settled_at, clock_timestamp()) end,
       deferred_at = case when said.what = 'deferred' then greatest(deferred_at, said.at) else deferred_at end,
       delivered_at = case when said.what = 'delivered' then coalesce(delivered_at, said.at) else delivered_at end,
       bounced_at = case when said.what = 'bounced' then said.at else bounced_at end
     from (select ?::text as what, least(clock_timestamp(), ?::timestamptz) as at) as said
     where id = ? and state = any(?::text[]) returning kind, episode`,
    [state === 'bounced' ? 'bounced' : 'accepted', state, at?.toISOString() ?? null, mailId, `{${from.join(',')}}`],
  );
  return changed;
}
