import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import type { Language } from '#domain/language.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { type OwnWord, otherConfirmed, otherHeard, ownHeld, ownRaised } from '#services/mails/contact-words.ts';
import { allClear, contactNotified, undelivered, witnessTold } from '#services/mails/emergency-contacts.ts';
import { type OwnRelease, ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import type { Mail } from '#services/mails/layout.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';
import { endOfEpisode } from './contact-news.ts';
import { releaseDateFor } from './plan-page.ts';
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
  const checkIn = `${appOrigin}/check-in/${linkSecret(keyring, 'check-in', ownerId, episode)}`;
  switch (kind) {
    case 'reminder':
    case 'missed':
    case 'last-call':
    case 'again':
      return ownWarning(kind, protocol, checkIn);
    case 'held':
      return ownHeld(protocol, lastWord(protocol, 'heard'), checkIn);
    case 'raised':
      return ownRaised(protocol, lastWord(protocol, 'raised'), protocol.saySettings.answerWithinDays, checkIn);
    default:
      return ownRelease(await readRelease(writing, protocol), `${appOrigin}${throughSignIn('/emergency')}`);
  }
}

/** @returns what the owner is warned of; the mail goes out only in the episode in which it was said */
function lastWord({ words, now }: ProtocolView, kind: ContactAct): OwnWord {
  return words.findLast((word) => word.kind === kind) ?? { name: '', at: now };
}

async function toContact(
  { em, keyring, appOrigin }: Writing,
  row: MailToWrite,
  protocol: ProtocolView,
  stop: string,
): Promise<Mail> {
  const page = `${appOrigin}/contact/${linkSecret(keyring, 'contact', row.notificationId ?? row.id, 0)}`;
  const links = { page, stop };
  const releaseAt = await releaseDateFor(em, protocol, row.email ?? '');
  const contact: ContactWatch = { ...protocol, releaseAt, contactName: row.name ?? '' };
  if (row.kind === 'undelivered') return undelivered(contact, links);
  if (row.kind === 'witness-told') return witnessTold(contact, links);
  if (row.kind === 'contact-held') return otherHeard({ ...protocol, contactName: contact.contactName }, links);
  if (row.kind === 'contact-confirmed') return otherConfirmed({ ...protocol, contactName: contact.contactName }, links);
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
  // Without a plan each delivery has the same contents.
  const read = protocol.plan ? deliveries : deliveries.slice(0, 1);
  const rows = await query(em)
    .selectFrom('delivery_contents as dc')
    .innerJoin('contents as c', 'c.id', 'dc.content_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['dc.sealed_as', 'u.wrapped_key'])
    .select(({ fn }) => fn.coalesce('dc.frozen_head', 'c.head').as('head'))
    .where('dc.delivery_id', '=', anyOf(read.map(({ id }) => id)))
    .orderBy('dc.position')
    .orderBy('dc.id')
    .execute();
  const items = [...new Map(rows.map((row) => [row.sealed_as, row])).values()];
  const [first] = items;
  const key = first ? keyring.openPersonKey(first.wrapped_key, ownerId) : null;
  return {
    ...protocol,
    releasedAt: releasedAt ?? now,
    recipients: [...new Set(deliveries.map(({ recipient }) => recipient))],
    titles: key ? items.map((item) => openHead(key, item.sealed_as, item.head).title) : [],
  };
}
