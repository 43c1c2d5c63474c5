/** Enqueues mails of the protocol for the worker, and withdraws those that are no longer needed. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import { WARNING_KINDS, type WarningKind } from '#domain/emergency/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';

/** One episode of an owner's protocol. */
interface Episode {
  ownerId: string;
  episode: number;
}

type Person = Selectable<Pick<Tables['trusted_contacts'], 'name' | 'email' | 'language'>>;

/** What each new mail begins with. */
const NEW = { state: 'waiting' as const, created_at: NOW };

/**
 * Enqueues a mail to the owner. A warning that still waits is withdrawn: after an outage of the provider one mail goes out,
 * not each that was due meanwhile.
 * @returns the id of the mail
 */
export async function enqueueToOwner(
  tx: EntityManager,
  { ownerId, episode }: Episode,
  kind: WarningKind | 'released',
  index: number,
): Promise<string> {
  await withdrawWaiting(tx, { ownerId, episode }, WARNING_KINDS);
  const id = newId();
  await query(tx)
    .insertInto('emergency_mails')
    .values(({ selectFrom }) => ({
      ...NEW,
      id,
      owner_id: ownerId,
      episode,
      kind,
      // Fresh warnings are numbered here, because only here those that were withdrawn count.
      index:
        kind === 'again'
          ? selectFrom('emergency_mails')
              .select(COUNT.as('count'))
              .where('owner_id', '=', ownerId)
              .where('episode', '=', episode)
              .where('kind', '=', 'again')
              .$asScalar()
              .$notNull()
          : index,
    }))
    .execute();
  await enqueue(tx, 'emergency-mail', id);
  return id;
}

/**
 * Notifies every trusted contact who has not been notified in this episode.
 * @param wait how long the messages wait before they are sent, in milliseconds
 * @returns how many those are
 */
export async function notifyContacts(tx: EntityManager, { ownerId, episode }: Episode, wait = 0): Promise<number> {
  await notifyReturned(tx, { ownerId, episode }, wait);
  const contacts = await query(tx)
    .selectFrom('trusted_contacts as t')
    .select(['t.name', 't.email', 't.language'])
    .where('t.owner_id', '=', ownerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('emergency_mails as m')
            .select('m.id')
            .whereRef('m.owner_id', '=', 't.owner_id')
            .where('m.episode', '=', episode)
            .where('m.kind', '=', 'contact-told')
            .whereRef('m.email', '=', 't.email'),
        ),
      ),
    )
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute();
  await enqueueToContacts(tx, { ownerId, episode }, 'contact-told', contacts, wait);
  return contacts.length;
}

/** Tells the witnesses that the release has happened. They receive nothing else of it. */
export async function notifyWitnesses(tx: EntityManager, { ownerId, episode }: Episode): Promise<void> {
  const witnesses = await query(tx)
    .selectFrom('trusted_contacts')
    .select(['name', 'email', 'language'])
    .where('owner_id', '=', ownerId)
    .where('role', '=', 'witness')
    .orderBy('created_at')
    .execute();
  await enqueueToContacts(tx, { ownerId, episode }, 'witness-told', witnesses);
}

/** Tries again to notify contacts who were removed while nobody knew whether they had been, and are contacts again. */
async function notifyReturned(tx: EntityManager, { ownerId, episode }: Episode, wait: number): Promise<void> {
  const again = await query(tx)
    .updateTable('emergency_mails as m')
    .from('trusted_contacts as t')
    .set({ state: 'waiting' })
    .where('m.owner_id', '=', ownerId)
    .where('m.episode', '=', episode)
    .where('m.kind', '=', 'contact-told')
    .where('m.state', '=', 'withdrawn')
    .where('m.may_have_gone', '=', true)
    .whereRef('t.owner_id', '=', 'm.owner_id')
    .whereRef('t.email', '=', 'm.email')
    .returning('m.id')
    .execute();
  await enqueue(tx, 'emergency-mail', again, { in: wait, anew: true });
}

/**
 * Notifies a contact who is added after the others were notified, in the transaction that adds them. The message waits a
 * minute: adding a contact on a page counts as a check-in, which is recorded after it and withdraws the message.
 */
export async function notifyNewContact(tx: EntityManager, ownerId: string): Promise<void> {
  const protocol = await query(tx)
    .selectFrom('emergency_protocols')
    .select('episode')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .where('is_blocked', '=', false)
    .where('stage', 'in', ['missed', 'last-call'])
    .forUpdate()
    .executeTakeFirst();
  if (protocol) await notifyContacts(tx, { ownerId, episode: protocol.episode }, MINUTE);
}

/**
 * Takes back the notification of a contact who is removed: they are not mailed again. One who was notified, or may have
 * been, still gets the all-clear.
 */
export async function withdrawFromFormerContact(tx: EntityManager, ownerId: string, email: string): Promise<void> {
  await query(tx)
    .deleteFrom('emergency_mails')
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('kind', '=', 'contact-told')
    .where('state', '=', 'waiting')
    .where('may_have_gone', '=', false)
    .execute();
  await query(tx)
    .updateTable('emergency_mails')
    .set({ state: 'withdrawn' })
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('kind', 'in', ['contact-told', 'contact-held', 'contact-confirmed'])
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Mails each contact who was notified in this episode that there was an answer, also those who were removed since. A
 * contact whose notification was not sent receives no mail at all.
 */
export async function giveAllClear(tx: EntityManager, { ownerId, episode }: Episode): Promise<void> {
  await withdrawUnsentNotifications(tx, { ownerId, episode });
  // A notification that is being sent right now, or whose outcome is unknown, counts as sent; also to a former contact.
  const notified = await query(tx)
    .selectFrom('emergency_mails')
    .select(['name', 'email', 'language'])
    .where('owner_id', '=', ownerId)
    .where('episode', '=', episode)
    .where('kind', '=', 'contact-told')
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', ['waiting', 'accepted']),
        and([eb('state', '=', 'withdrawn'), eb('may_have_gone', '=', true)]),
      ]),
    )
    .$narrowType<Person>()
    .execute();
  await withdrawWaiting(tx, { ownerId, episode }, ['contact-told', 'contact-held', 'contact-confirmed']);
  await enqueueToContacts(tx, { ownerId, episode }, 'all-clear', notified);
}

/**
 * Mails the trusted contacts of owners whose protocol is released that something else could not be delivered: once for
 * each release, however many deliveries failed. The owners themselves cannot be asked.
 * @param ownerIds of the deliveries that have just failed
 */
export async function notifyOfUndelivered(tx: EntityManager, ownerIds: readonly string[]): Promise<void> {
  const contacts = await query(tx)
    .selectFrom('emergency_protocols as p')
    .innerJoin('trusted_contacts as t', 't.owner_id', 'p.owner_id')
    .select(['t.owner_id', 'p.episode', 't.name', 't.email', 't.language'])
    .where('p.owner_id', '=', anyOf(ownerIds))
    .where('p.stage', '=', 'released')
    .orderBy('t.owner_id')
    .orderBy('t.id')
    .execute();
  await insertToContacts(
    tx,
    contacts.map((contact) => ({ ...contact, kind: 'undelivered' })),
  );
}

/** A mail to a contact came back: it goes to their second address, if they have one. */
export async function mailAlternate(tx: EntityManager, mail: MailToContact): Promise<void> {
  const alternates = await query(tx)
    .selectFrom('trusted_contacts')
    .select('alternate_email as email')
    .where('owner_id', '=', mail.owner_id)
    .where('email', '=', mail.email)
    .where('alternate_email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute();
  await insertToContacts(
    tx,
    alternates.map(({ email }) => ({ ...mail, email })),
  );
}

/** Withdraws the warnings and notifications that have not been sent. */
export async function withdrawUnsent(tx: EntityManager, episode: Episode): Promise<void> {
  await withdrawWaiting(tx, episode, WARNING_KINDS);
  await withdrawUnsentNotifications(tx, episode);
}

/** Leaves a notification that its contact may already have: that contact gets the all-clear. */
async function withdrawUnsentNotifications(tx: EntityManager, episode: Episode): Promise<void> {
  await withdrawal(tx, episode).where('kind', '=', 'contact-told').where('may_have_gone', '=', false).execute();
}

/** Withdraws mails of these kinds that wait to be sent. */
export async function withdrawWaiting(
  tx: EntityManager,
  episode: Episode,
  kinds: readonly EmergencyMailKind[],
): Promise<void> {
  await withdrawal(tx, episode).where('kind', 'in', kinds).execute();
}

function withdrawal(tx: EntityManager, { ownerId, episode }: Episode) {
  return query(tx)
    .updateTable('emergency_mails')
    .set({ state: 'withdrawn' })
    .where('owner_id', '=', ownerId)
    .where('episode', '=', episode)
    .where('state', '=', 'waiting');
}

function enqueueToContacts(
  tx: EntityManager,
  { ownerId, episode }: Episode,
  kind: 'contact-told' | 'all-clear' | 'witness-told',
  people: readonly Person[],
  wait = 0,
): Promise<void> {
  return insertToContacts(
    tx,
    people.map(({ name, email, language }) => ({ owner_id: ownerId, episode, kind, name, email, language })),
    wait,
  );
}

type MailToContact = Pick<Tables['emergency_mails'], 'owner_id' | 'episode' | 'kind'> & Person;

/** Inserts mails to contacts; one that a contact has already in this episode is left out. */
async function insertToContacts(tx: EntityManager, mails: readonly MailToContact[], wait = 0): Promise<void> {
  if (mails.length === 0) return;
  const added = await query(tx)
    .insertInto('emergency_mails')
    .values(mails.map((mail) => ({ ...NEW, ...mail, id: newId(), index: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  await enqueue(tx, 'emergency-mail', added, { in: wait });
}
