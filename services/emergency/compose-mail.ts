import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { query } from '#db/query.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import type { Language } from '#domain/language.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { allClear, contactNotified, undelivered } from '#services/mails/emergency-contacts.ts';
import { type OwnRelease, ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import type { Mail } from '#services/mails/layout.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';
import { endOfEpisode } from './episode-end.ts';
import { type ProtocolView, readProtocolView } from './protocol-view.ts';

/** A mail of the protocol that is to be written. */
export interface MailToWrite {
  id: string;
  ownerId: string;
  episode: number;
  kind: EmergencyMailKind;
  /** Of the contact; null for the owner. */
  email: string | null;
  name: string | null;
  /** The mail that notified this contact: later mails lead to the same page. */
  notificationId: string | null;
  /** The contact's. */
  language: Language;
}

interface Writing {
  em: EntityManager;
  keyring: Keyring;
  appOrigin: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/**
 * Writes a mail of the protocol with the dates as they are known now: a mail that waited for our provider shows the dates
 * of the moment at which it goes out.
 * @param stop where a contact stops such mails; null for the owner
 * @throws Error when the key ring does not open what the mail names
 */
export async function composeMail(writing: Writing, row: MailToWrite, stop: string | null): Promise<EmailMessage> {
  const protocol = await readProtocolView(writing.em, row.ownerId, writing.day);
  const mail = await (stop === null
    ? toOwner(writing, row, protocol)
    : inLanguage(row.language, () => toContact(writing, row, protocol, stop)));
  // Without a name: a name that the provider refuses must not stop a warning.
  return {
    to: { email: row.email ?? protocol.ownerEmail, name: null },
    ...mail,
    ...(stop !== null && { unsubscribe: stop }),
    reference: { emergency_mail_id: row.id },
  };
}

async function toOwner(
  writing: Writing,
  { kind, ownerId, episode }: MailToWrite,
  protocol: ProtocolView,
): Promise<Mail> {
  const { keyring, appOrigin } = writing;
  switch (kind) {
    case 'reminder':
    case 'missed':
    case 'last-call':
    case 'again':
      return ownWarning(kind, protocol, `${appOrigin}/check-in/${linkSecret(keyring, 'check-in', ownerId, episode)}`);
    default:
      return ownRelease(await readRelease(writing, protocol), `${appOrigin}${throughSignIn('/emergency')}`);
  }
}

async function toContact(
  { em, keyring, appOrigin }: Writing,
  row: MailToWrite,
  protocol: ProtocolView,
  stop: string,
): Promise<Mail> {
  const page = `${appOrigin}/contact/${linkSecret(keyring, 'contact', row.notificationId ?? row.id, 0)}`;
  const links = { page, stop };
  const contact: ContactWatch = { ...protocol, contactName: row.name ?? '' };
  if (row.kind === 'undelivered') return undelivered(contact, links);
  if (row.kind !== 'all-clear') return contactNotified(contact, links);
  const { by } = await endOfEpisode(em, row);
  return allClear({ ...contact, by }, links);
}

async function readRelease({ em, keyring }: Writing, protocol: ProtocolView): Promise<OwnRelease> {
  const { ownerId, episode, releasedAt, now } = protocol;
  const deliveries = await query(em)
    .selectFrom('deliveries')
    .select('id')
    .select(({ fn, val }) =>
      fn.coalesce(fn<string | null>('nullif', ['recipient_name', val('')]), 'recipient_email').as('recipient'),
    )
    .where('owner_id', '=', ownerId)
    .where('release_episode', '=', episode)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  // Each delivery has the same contents.
  const items = await query(em)
    .selectFrom('delivery_contents as dc')
    .innerJoin('contents as c', 'c.id', 'dc.content_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['dc.sealed_as', 'u.wrapped_key'])
    .select(({ fn }) => fn.coalesce('dc.frozen_head', 'c.head').as('head'))
    .where('dc.delivery_id', '=', deliveries[0]?.id ?? sql<string>`null`)
    .orderBy('dc.position')
    .execute();
  const [first] = items;
  const key = first ? keyring.openPersonKey(first.wrapped_key, ownerId) : null;
  return {
    ...protocol,
    releasedAt: releasedAt ?? now,
    recipients: [...new Set(deliveries.map(({ recipient }) => recipient))],
    titles: key ? items.map((item) => openHead(key, item.sealed_as, item.head).title) : [],
  };
}
