/** Asks a trusted contact whether they accept, and takes their answer. Adding a contact asks nobody. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { CONTACT_ASKS, CONTACT_ASKS_OF, CONTACT_ASKS_TO } from '#domain/accounts/limits.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import type { ContactAnswer, ContactRole } from '#domain/contacts/contacts.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { countTry, followLink } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { unknownLink } from '#services/not-found.ts';
import { speakTo } from '#services/reader-language.ts';
import { enqueueContactMail } from './contact-mails.ts';
import { type ContactView, findContact } from './contacts.ts';
import { mailContact } from './mail-contact.ts';

/**
 * Mails a contact the question. An earlier answer is forgotten; links in earlier mails remain valid.
 * @throws AppError not-found; address-unconfirmed: the mail names the owner's address; conflict when the contact wants
 *   nothing more; too-many-requests beyond a few a week
 */
export async function askContact(context: Context, ownerId: string, id: string): Promise<ContactView> {
  const contact = await findContact(context, ownerId, id);
  const { email, name, has_stopped } = contact;
  await requireConfirmedAddress(context.em, ownerId);
  if (has_stopped) throw new AppError('conflict', say(emergencyRefusals['contact-stopped'], { name }));
  await countTry(context, [
    { limit: CONTACT_ASKS, of: [ownerId, email] },
    { limit: CONTACT_ASKS_OF, of: [ownerId] },
    { limit: CONTACT_ASKS_TO, of: [mailboxOf(email)] },
  ]);
  return mailContact(context, ownerId, contact, {
    kind: 'asked',
    set: { asked_at: NOW, answer: 'none', proposed_email: null },
    event: 'contact-asked',
  });
}

/** What a contact who was asked sees. */
export interface Asking {
  ownerName: string;
  ownerEmail: string;
  contactName: string;
  /** Of the contact. */
  email: string;
  role: ContactRole;
  answer: ContactAnswer;
  /** The address that they gave, while its owner has not decided; null for none. */
  proposedEmail: string | null;
}

/** @returns whether the secret is of a mail that asked a contact, and still valid */
export async function isAsking({ em, keyring }: Context, secret: string): Promise<boolean> {
  return (await findRow(em, keyring, secret)) !== null;
}

/**
 * Changes nothing: mail scanners follow links.
 * @throws AppError not-found when the link is not valid, or the contact was removed; too-many-requests instead after very
 *   many invalid ones
 */
export function findAsking(context: Context, secret: string): Promise<Asking> {
  return followLink(context, async () => toAsking(await requireRow(context.em, context, secret)));
}

/** What a contact answers: yes, no, or that their address is another one. */
export type GivenAnswer = 'accepted' | 'declined' | { email: string };

/**
 * Records the answer of a contact, and mails it to the owner where it is a new one. An address is only proposed: the owner
 * decides. Repeating it changes nothing.
 * @throws as `findAsking` does
 */
export function answerAsking(context: Context, secret: string, given: GivenAnswer): Promise<Asking> {
  return followLink(context, () =>
    context.em.transactional(async (tx) => {
      const { owner_id: ownerId } = await requireRow(tx, context, secret);
      await lockAccount(tx, ownerId);
      // Read again under the lock: the owner may have changed the address meanwhile.
      const row = await requireRow(tx, context, secret);
      const { id, email } = row;
      const change =
        typeof given === 'string' ? { answer: given } : { proposed_email: given.email === email ? null : given.email };
      const after = { ...row, ...change };
      if (after.answer === row.answer && after.proposed_email === row.proposed_email) return toAsking(row);
      await query(tx).updateTable('trusted_contacts').set(change).where('id', '=', id).execute();
      record(tx, ownerId, 'contact-answered', { contact_id: id, answer: after.answer });
      await enqueueContactMail(tx, { ownerId, contactId: id, kind: 'answered', email });
      return toAsking(after);
    }),
  );
}

/**
 * Forgets the address that a contact gave: the owner keeps the one that is there. `changeContact` takes the other.
 * @throws AppError not-found
 */
export async function keepAddress(context: Context, ownerId: string, id: string): Promise<void> {
  await findContact(context, ownerId, id);
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    await query(tx)
      .updateTable('trusted_contacts')
      .set({ proposed_email: null })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .execute();
    record(tx, ownerId, 'contact-address-kept', { contact_id: id });
  });
}

async function requireRow(em: EntityManager, { keyring }: Pick<Context, 'keyring'>, secret: string) {
  const row = await findRow(em, keyring, secret);
  if (!row) throw unknownLink();
  speakTo(row.language);
  return row;
}

async function findRow(em: EntityManager, keyring: Context['keyring'], secret: string) {
  const id = claimedId(secret);
  if (!id) return null;
  const row = await query(em)
    .selectFrom('trusted_contacts as t')
    .innerJoin('users as u', 'u.id', 't.owner_id')
    .select([
      't.id',
      't.owner_id',
      't.name',
      't.email',
      't.role',
      't.answer',
      't.proposed_email',
      't.language',
      't.ask_epoch',
    ])
    .select(['u.name as owner_name', 'u.email as owner_email'])
    .where('t.id', '=', id)
    .where('t.asked_at', 'is not', null)
    .executeTakeFirst();
  return row && opensLink(keyring, secret, 'contact-ask', id, row.ask_epoch) ? row : null;
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function toAsking({ owner_name, owner_email, name, email, role, answer, proposed_email }: Row): Asking {
  return {
    ...{ ownerName: owner_name, ownerEmail: owner_email, contactName: name },
    ...{ email, role, answer, proposedEmail: proposed_email },
  };
}
