import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { query } from '#db/query.ts';
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
  const owners = await query(tx)
    .selectFrom('emergency_mails')
    .select(['id', 'owner_id'])
    .where(
      'id',
      'in',
      settled.map(({ mailId }) => mailId),
    )
    .execute();
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

async function settle(tx: EntityManager, { mailId, state, at }: Settled) {
  const now = sql<Date>`clock_timestamp()`;
  // What a provider says to be later than now is now.
  const said = at ? sql<Date>`least(clock_timestamp(), ${at.toISOString()}::timestamptz)` : now;
  return query(tx)
    .updateTable('emergency_mails')
    .set(({ eb, fn, ref, and }) => ({
      state: state === 'bounced' ? ('bounced' as const) : ('accepted' as const),
      // A bounced mail keeps the instant at which it was accepted. A deferred one counts from its delivery: before that its
      // reader could not have it.
      settled_at:
        state === 'delivered'
          ? eb
              .case()
              .when(and([eb('deferred_at', 'is not', null), eb('delivered_at', 'is', null)]))
              .then(now)
              .else(fn.coalesce('settled_at', now))
              .end()
          : fn.coalesce('settled_at', now),
      ...(state === 'deferred' && { deferred_at: sql<Date>`greatest(${ref('deferred_at')}, ${said})` }),
      ...(state === 'delivered' && { delivered_at: fn.coalesce('delivered_at', said) }),
      ...(state === 'bounced' && { bounced_at: said }),
    }))
    .where('id', '=', mailId)
    .where('state', 'in', state === 'accepted' ? ['waiting'] : ['waiting', 'accepted'])
    .returning(['kind', 'episode'])
    .executeTakeFirst();
}
