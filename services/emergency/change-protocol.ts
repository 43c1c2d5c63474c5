import type { EntityManager } from '@mikro-orm/postgresql';
import { type ProtocolRow, readProtocol } from './status.ts';

/** A protocol after a change. */
type Changed = Omit<ProtocolRow, 'last_check_in' | 'is_email_confirmed'> & {
  /** Whether its owner has just shown that they are here. */
  isProofOfLife: boolean;
};

/**
 * Changes somebody's protocol, which may not have been touched before, in one transaction and after whoever changes it
 * at the same moment. The instant of a check-in is the database's, which every process shares.
 * @param change gets it as it is; what it throws leaves it so
 */
export async function changeProtocol(
  em: EntityManager,
  ownerId: string,
  change: (before: ProtocolRow, tx: EntityManager) => Promise<Changed>,
): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute('select id from users where id = ? for no key update', [ownerId]);
    const { is_active, inactive_days, safety_days, isProofOfLife } = await change(await readProtocol(tx, ownerId), tx);
    await tx.execute(
      `insert into emergency_protocols as p
         (owner_id, is_active, inactive_days, safety_days, last_check_in, revision, synced_revision)
       select u.id, ?, ?, ?, case when ? then clock_timestamp() else u.created_at end, 1, 0 from users u where u.id = ?
       on conflict (owner_id) do update set is_active = excluded.is_active, inactive_days = excluded.inactive_days,
         safety_days = excluded.safety_days, revision = p.revision + 1,
         last_check_in = greatest(p.last_check_in, excluded.last_check_in)`,
      [is_active, inactive_days, safety_days, isProofOfLife, ownerId],
    );
  });
}
