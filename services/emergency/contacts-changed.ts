import type { EntityManager } from '@mikro-orm/postgresql';
import { tellContacts } from './enqueue-mails.ts';

/** Tells somebody who becomes a contact after the others were told, in the transaction in which they do. */
export async function tellNewContact(tx: EntityManager, ownerId: string): Promise<void> {
  const [row] = await tx.execute<{ episode: number }[]>(
    `select episode from emergency_protocols
     where owner_id = ? and is_active and not is_blocked and stage in ('missed', 'last-call') for update`,
    [ownerId],
  );
  if (row) await tellContacts(tx, { ownerId, episode: row.episode });
}

/**
 * Takes back what has not left for somebody who is no contact any more. Whoever was told already still hears when all is
 * well.
 */
export async function leaveFormerContact(tx: EntityManager, ownerId: string, email: string): Promise<void> {
  await tx.execute(
    `delete from emergency_mails
     where owner_id = ? and email = ? and kind = 'contact-told' and state = 'waiting' and not may_have_gone`,
    [ownerId, email],
  );
}
