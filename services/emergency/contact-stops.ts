/** Trusted contacts who want nothing more: they no longer count, and their owner is mailed. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { DAY } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { readPairs } from '#services/limits/correspondents.ts';
import { needsChanged } from './change-protocol.ts';
import { enqueueContactMail } from './contact-mails.ts';

/** Who has the link can stop and take back as often as they like: an owner gets one mail about a contact in this time. */
const MAILED_AGAIN_AFTER = DAY;

/**
 * Brings an owner's contacts in step with what they have stopped, and starts or stops the protocol as `needsChanged` does.
 * The owner is mailed about a contact who stops. The caller has locked the account.
 * @param day the length of a protocol day, in milliseconds
 */
export async function followStops(tx: EntityManager, keyring: Keyring, ownerId: string, day: number): Promise<void> {
  const contacts = await query(tx)
    .selectFrom('trusted_contacts')
    .select(['id', 'email', 'stopped_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
  const pairs = await readPairs(
    tx,
    keyring,
    contacts.map(({ email: address }) => ({ ownerId, address })),
  );
  const changed = contacts
    .map((contact, index) => ({ ...contact, stops: pairs[index]?.isStopped ?? false }))
    .filter(({ stopped_at, stops }) => (stopped_at !== null) !== stops);
  for (const { id, email, stops } of changed) {
    await query(tx)
      .updateTable('trusted_contacts')
      .set({ stopped_at: stops ? NOW : null })
      .where('id', '=', id)
      .execute();
    record(tx, ownerId, stops ? 'contact-stopped' : 'contact-resumed', { contact_id: id });
    if (stops && !(await wasMailed(tx, id, email)))
      await enqueueContactMail(tx, { ownerId, contactId: id, kind: 'stopped', email });
  }
  if (changed.length > 0) await needsChanged(tx, ownerId, day);
}

async function wasMailed(tx: EntityManager, contactId: string, email: string): Promise<boolean> {
  const mail = await query(tx)
    .selectFrom('contact_mails')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('kind', '=', 'stopped')
    .where('email', '=', email)
    .where('created_at', '>', ago(MAILED_AGAIN_AFTER))
    .executeTakeFirst();
  return mail !== undefined;
}
