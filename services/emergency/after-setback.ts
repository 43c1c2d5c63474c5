import type { EntityManager } from '@mikro-orm/postgresql';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';

const LATEST = (column: string, latest = 'clock_timestamp()') =>
  `${column} = case when ${column} > ${latest} then ${latest} else ${column} end`;

/**
 * Brings back to this moment what a clock that ran ahead has written, once it was set right: until it had come there
 * again, nobody would be warned and nothing would move. Time that had not gone by counts for nothing, and every protocol
 * is looked at again.
 * @param day the length of a protocol day, in milliseconds
 */
export async function forgetFuture(tx: EntityManager, day: number): Promise<void> {
  await tx.execute(
    'update users set email_confirmed_at = clock_timestamp() where email_confirmed_at > clock_timestamp()',
  );
  // In the order of their owners, as everybody takes them who holds several.
  await tx.execute('select 1 from emergency_protocols where is_active order by owner_id for update');
  const longestPause = `clock_timestamp() + '${PAUSE_DAYS.max * day} milliseconds'::interval`;
  await tx.execute(
    `update emergency_protocols set ${LATEST('last_check_in')}, ${LATEST('missed_at')}, ${LATEST('released_at')},
       ${LATEST('paused_until', longestPause)}, revision = revision + 1,
       next_step_at = case when stage <> 'released' then clock_timestamp() end
     where is_active`,
  );
  await tx.execute(
    `update emergency_mails set ${LATEST('settled_at')}, ${LATEST('next_try_at')},
       ${LATEST('deferred_at')}, ${LATEST('delivered_at')}, ${LATEST('bounced_at')}
     where greatest(settled_at, next_try_at, deferred_at, delivered_at, bounced_at) > clock_timestamp()`,
  );
}
