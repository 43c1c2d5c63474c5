import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { idArray } from '#services/deliveries/locked.ts';
import { lockProtocol, planAgain } from './protocol-row.ts';

/** What is known to have become of a mail. */
export interface Settled {
  mailId: string;
  state: 'accepted' | 'bounced';
}

/** What the protocol waits for; the others only have to arrive. */
const WARNINGS: readonly EmergencyMailKind[] = ['reminder', 'missed', 'last-call', 'again'];

/**
 * Records what became of mails, in this transaction, and plans anew what waited for it. A bounce is the last word, in
 * whatever order things are heard; what a check-in has withdrawn meanwhile stays so. Several owners are held in the
 * order of their ids, and before anything else that the transaction holds.
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
  { mailId, state }: Settled,
): Promise<{ kind: EmergencyMailKind; episode: number } | undefined> {
  const from = state === 'accepted' ? ['waiting'] : ['waiting', 'accepted'];
  // One that came back keeps the instant at which it had been accepted.
  const [changed] = await tx.execute<{ kind: EmergencyMailKind; episode: number }[]>(
    `update emergency_mails set state = ?, settled_at = coalesce(settled_at, clock_timestamp()), next_try_at = null
     where id = ? and state = any(?::text[]) returning kind, episode`,
    [state, mailId, `{${from.join(',')}}`],
  );
  return changed;
}
