import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { planAgain } from './change-protocol.ts';
import { lockProtocol } from './protocol-row.ts';

/**
 * Plans an owner's protocol again after their time zone changed, in the transaction of that change: contacts are mailed by
 * the clocks of the new zone. This is no check-in.
 * @param day the length of a protocol day, in milliseconds
 */
export async function followTimeZone(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  const active = await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!active) return;
  await lockProtocol(tx, ownerId, day);
  await lookAgainAtMails(tx, ownerId);
  await planAgain(tx, ownerId, day);
}

/** Leaves a mail that a worker has, or has tried: its next try looks at the clocks anyway. */
async function lookAgainAtMails(tx: EntityManager, ownerId: string): Promise<void> {
  await query(tx)
    .updateTable('jobs')
    .set({ run_at: NOW })
    .where('kind', '=', 'emergency-mail')
    .where('tries', '=', 0)
    .where('subject', 'in', ({ selectFrom }) =>
      selectFrom('emergency_mails')
        .select(({ cast }) => cast<string>('id', 'text').as('subject'))
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'waiting')
        .where('email', 'is not', null),
    )
    .execute();
}
