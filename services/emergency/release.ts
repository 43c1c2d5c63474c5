import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '#services/ids.ts';
import type { Protocol } from './protocol-row.ts';

/**
 * Makes what a release sends: for each trusted contact one ordinary delivery with every emergency content in it, letters
 * first. Contacts and contents are read here, in the transaction that releases, and from its commit on the delivery
 * protocol carries them. Once for each contact and episode.
 */
export async function makeReleaseDeliveries(tx: EntityManager, { ownerId, episode }: Protocol): Promise<void> {
  const contacts = await tx.execute<{ name: string; email: string }[]>(
    'select name, email from trusted_contacts where owner_id = ? order by created_at, id',
    [ownerId],
  );
  const contents = await tx.execute<{ id: string }[]>(
    `select id from contents where owner_id = ? and is_emergency order by type <> 'text', created_at, id for key share`,
    [ownerId],
  );
  if (contents.length === 0) return;
  const deliveries = contacts.map(({ name, email }) => ({ id: newId(), name, email }));
  const made = await tx.execute<{ id: string }[]>(
    `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
       release_episode, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
     select r.id, u.id, 'email', r.email, r.name, now(), u.time_zone, 'pending', 'release', ?, 1, 0, now(), false, 1, now()
     from jsonb_to_recordset(?::jsonb) as r(id uuid, name text, email text) cross join users u where u.id = ?
     on conflict do nothing returning id`,
    [episode, JSON.stringify(deliveries), ownerId],
  );
  // One contact after the other: however much it is, no statement grows with both.
  for (const delivery of made) {
    const parts = contents.map((content, position) => ({ id: newId(), content: content.id, position }));
    await tx.execute(
      `insert into delivery_contents (id, delivery_id, content_id, sealed_as, position)
       select id, ?, content, content, position from jsonb_to_recordset(?::jsonb) as r(id uuid, content uuid, position integer)`,
      [delivery.id, JSON.stringify(parts)],
    );
  }
}
