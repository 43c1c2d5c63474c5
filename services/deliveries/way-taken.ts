import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel } from '#domain/delivery/delivery.ts';

/**
 * By which way the newest message of a delivery went that was not refused: what is sent once more goes this way, too.
 * After falling back to email that is email, unless WhatsApp brought it after all before any email had left.
 * @returns null where none left
 */
export async function wayTaken(em: EntityManager, id: string): Promise<Channel | null> {
  const [attempt] = await em.execute<{ channel: Channel }[]>(
    `select channel from delivery_attempts where delivery_id = ? and state <> 'rejected' order by revision desc, n desc limit 1`,
    [id],
  );
  return attempt?.channel ?? null;
}
