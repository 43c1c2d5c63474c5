import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Has every active protocol looked at again that nothing is to come of. Whatever ends such a rest plans it anew in the
 * same transaction, so this finds nothing to do; it is there because one that was forgotten would never fire. One that is
 * blocked has an instant only where the version before has planned it, which does not know that it is blocked.
 */
export async function lookAtResting(em: EntityManager): Promise<void> {
  await em.execute(
    `update emergency_protocols set next_step_at = clock_timestamp()
     where owner_id in (select owner_id from emergency_protocols
       where is_active and stage <> 'released' and (next_step_at is null or is_blocked) for update skip locked)`,
  );
}
