/** A release that has just happened, for tests of what its contacts get. */

import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY } from '#domain/time/durations.ts';
import { lockProtocol } from '#services/emergency/protocol-row.ts';
import { makeReleaseDeliveries } from '#services/emergency/release.ts';

/** Noon in Lisbon. */
export const SILENT_SINCE = '2026-04-01T11:00:00Z';

/**
 * Releases what an owner has set aside to their trusted contacts, as if the time had come.
 * @returns the deliveries by the recipient's first name
 */
export async function release(
  em: EntityManager,
  ownerId: string,
  contacts: readonly string[],
): Promise<Map<string, string>> {
  for (const name of contacts)
    await em.execute(
      `insert into trusted_contacts (id, owner_id, name, email, created_at) values (gen_random_uuid(), ?, ?, ?, now())`,
      [ownerId, name, `${name.toLowerCase()}@example.com`],
    );
  await em.transactional(async (tx) => {
    const protocol = await lockProtocol(tx, ownerId, DAY);
    if (!protocol) throw new Error('There is no such account.');
    await makeReleaseDeliveries(tx, protocol, DAY);
    await tx.execute(
      `update emergency_protocols set is_active = true, stage = 'released', released_at = now(), last_check_in = ? where owner_id = ?`,
      [SILENT_SINCE, ownerId],
    );
  });
  const made = await em.execute<{ name: string; id: string }[]>(
    `select recipient_name as name, id from deliveries where owner_id = ? and origin = 'release'`,
    [ownerId],
  );
  return new Map(made.map(({ name, id }) => [name, id]));
}
