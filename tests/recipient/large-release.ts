/** A release of very many letters, planted in Postgres: saving each of them is not tested here. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { release } from './release.ts';

/**
 * Makes copies of a letter, sets all of an owner's contents aside and releases them.
 * @param letterId a letter of the owner; the copies are sealed as it is
 * @param copies how many
 * @returns the delivery, which was sent
 */
export async function releaseMany(
  em: EntityManager,
  ownerId: string,
  letterId: string,
  copies: number,
): Promise<string> {
  await em.execute(
    `insert into contents (id, owner_id, type, head, body, is_public, is_emergency, content_type, size, created_at)
     select gen_random_uuid(), owner_id, type, head, body, false, true, content_type, size, created_at
     from contents, generate_series(1, ?) where id = ?`,
    [copies, letterId],
  );
  await em.execute('update contents set is_emergency = true where owner_id = ?', [ownerId]);
  const id = (await release(em, ownerId, ['Rui'])).get('Rui') ?? '';
  await em.execute(
    `update delivery_contents dc set sealed_as = ?, frozen_head = c.head, frozen_body = c.body from contents c
     where c.id = dc.content_id and dc.delivery_id = ?`,
    [letterId, id],
  );
  await em.execute(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  return id;
}
