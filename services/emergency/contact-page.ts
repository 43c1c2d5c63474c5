/** Whose page a contact's link opens: the mail that notified them leads to it, and so does what names them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { Language } from '#domain/language.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { unknownLink } from '#services/not-found.ts';
import { speakTo } from '#services/reader-language.ts';

/** A contact who was notified, or is one now. */
export interface ContactPerson {
  ownerId: string;
  /** That the link was sent to: their second address, perhaps. */
  email: string;
  /** The contact's first address, by which what they say counts once. */
  sayAs: string;
  name: string;
  /** The newest episode in which they were notified; null where they never were. */
  notified: { episode: number; at: Date; undelivered: boolean } | null;
  /** The contact's id; null for one who was removed since. */
  contactId: string | null;
  /** They want nothing more from the owner. */
  hasStopped: boolean;
}

/**
 * Finds whom a link is for: the newest notification by the same owner counts, also for the link of an earlier one. It is the
 * link of a mail that notified them, or of the one that asked them, which ends when their address changes.
 * @returns null where the mail or the contact is gone
 * @throws AppError not-found for a link that is not ours
 */
export async function findContactPerson({ em, keyring }: Context, secret: string): Promise<ContactPerson | null> {
  const id = claimedId(secret);
  if (!id) throw unknownLink();
  const asked = await findContact(em, id);
  const isOurs = asked
    ? opensLink(keyring, secret, 'contact-ask', id, asked.ask_epoch)
    : opensLink(keyring, secret, 'contact', id, 0);
  if (!isOurs) throw unknownLink();
  const person = asked ?? (await addressedBy(em, id));
  if (!person) return null;
  const notification = await newestNotification(em, person, id);
  const contact = await presentContact(em, person);
  speakTo(contact?.language ?? person.language);
  return {
    ownerId: person.ownerId,
    email: person.email,
    name: contact?.name ?? notification?.name ?? person.name,
    notified: notification
      ? { episode: notification.episode, at: notification.notified_at, undelivered: notification.undelivered }
      : null,
    sayAs: contact?.email ?? person.email,
    contactId: contact?.id ?? null,
    hasStopped: contact?.stopped_at != null,
  };
}

/** The mails that lead to this page, beside the all-clear, which has the page of one of these. */
const TO_NOTIFY = ['contact-told', 'undelivered', 'witness-told'] as const;

type Person = Pick<ContactPerson, 'ownerId' | 'email' | 'name'> & { language: Language };

function addressedBy(em: EntityManager, mailId: string): Promise<Person | undefined> {
  return query(em)
    .selectFrom('emergency_mails')
    .select(['owner_id as ownerId', 'email', 'name', 'language'])
    .where('id', '=', mailId)
    .where('kind', 'in', TO_NOTIFY)
    .$narrowType<{ email: string; name: string }>()
    .executeTakeFirst();
}

function findContact(em: EntityManager, id: string): Promise<(Person & { ask_epoch: number }) | undefined> {
  return query(em)
    .selectFrom('trusted_contacts')
    .select(['owner_id as ownerId', 'email', 'name', 'language', 'ask_epoch'])
    .where('id', '=', id)
    .executeTakeFirst();
}

function presentContact(em: EntityManager, { ownerId, email }: Person) {
  return (
    query(em)
      .selectFrom('trusted_contacts')
      .select(['id', 'email', 'name', 'language', 'stopped_at'])
      .where('owner_id', '=', ownerId)
      .where(({ eb, or }) => or([eb('email', '=', email), eb('alternate_email', '=', email)]))
      // Two contacts may share an address: the one whose own it is.
      .orderBy(({ eb }) => eb('email', '=', email), 'desc')
      .executeTakeFirst()
  );
}

/** @param mailId of the link: that mail counts also where it was withdrawn */
function newestNotification(em: EntityManager, { ownerId, email }: Person, mailId: string) {
  return query(em)
    .selectFrom('emergency_mails as n')
    .select(['n.episode', 'n.name'])
    .select(({ fn, exists, selectFrom }) => [
      fn.coalesce('n.settled_at', 'n.created_at').as('notified_at'),
      exists(
        selectFrom('emergency_mails as f')
          .select('f.id')
          .whereRef('f.owner_id', '=', 'n.owner_id')
          .whereRef('f.episode', '=', 'n.episode')
          .whereRef('f.email', '=', 'n.email')
          .where('f.kind', '=', 'undelivered')
          .where('f.state', '<>', 'withdrawn'),
      )
        .$castTo<boolean>()
        .as('undelivered'),
    ])
    .where('n.owner_id', '=', ownerId)
    .where('n.email', '=', email)
    .where('n.kind', 'in', TO_NOTIFY)
    .where(({ eb, or }) => or([eb('n.state', '<>', 'withdrawn'), eb('n.id', '=', mailId)]))
    .orderBy('n.episode', 'desc')
    .orderBy('n.kind')
    .limit(1)
    .$narrowType<{ name: string }>()
    .executeTakeFirst();
}
