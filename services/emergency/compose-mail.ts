import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { allClear, type ContactWatch, contactTold, undelivered } from '#services/mails/emergency-contacts.ts';
import { type OwnRelease, ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import type { Mail } from '#services/mails/layout.ts';
import type { EmailMessage } from '#services/ports/email-sender.ts';
import { type Outlook, readOutlook } from './outlook.ts';

/** A mail of the protocol that is to be written. */
export interface MailToWrite {
  id: string;
  ownerId: string;
  episode: number;
  kind: EmergencyMailKind;
  /** Of the contact; null for the owner. */
  email: string | null;
  name: string | null;
  /** Of the mail that told this contact, to whose page all later ones lead as well. */
  toldId: string | null;
}

interface Writing {
  em: EntityManager;
  keyring: Keyring;
  appOrigin: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/**
 * Writes a mail of the protocol with the dates as they are known now: one that waited for our provider says what is left
 * when it goes, and not what was left when it was meant to go.
 * @throws Error when the key ring does not open what it names
 */
export async function composeMail(writing: Writing, row: MailToWrite): Promise<EmailMessage> {
  const watch = await readOutlook(writing.em, row.ownerId, writing.day);
  const mail = row.email === null ? await toOwner(writing, row, watch) : toContact(writing, row, watch);
  // No name: one that the provider does not like must not keep a warning from its way.
  return {
    to: { email: row.email ?? watch.ownerEmail, name: null },
    ...mail,
    reference: { emergency_mail_id: row.id },
  };
}

async function toOwner(writing: Writing, { kind, ownerId, episode }: MailToWrite, watch: Outlook): Promise<Mail> {
  const { keyring, appOrigin } = writing;
  switch (kind) {
    case 'reminder':
    case 'missed':
    case 'last-call':
    case 'again':
      return ownWarning(kind, watch, `${appOrigin}/check-in/${linkSecret(keyring, 'check-in', ownerId, episode)}`);
    default:
      return ownRelease(await readRelease(writing, watch), `${appOrigin}/auth?to=%2Femergency`);
  }
}

function toContact({ keyring, appOrigin }: Writing, row: MailToWrite, watch: Outlook): Mail {
  const link = `${appOrigin}/contact/${linkSecret(keyring, 'contact', row.toldId ?? row.id, 0)}`;
  const contact: ContactWatch = {
    ...watch,
    contactName: row.name ?? '',
    releasedAt: watch.protocol.releasedAt === null ? null : new Date(watch.protocol.releasedAt),
  };
  if (row.kind === 'undelivered') return undelivered(contact, link);
  return row.kind === 'all-clear' ? allClear(contact, link) : contactTold(contact, link);
}

interface ReleasedItem {
  sealed_as: string;
  head: Buffer;
  wrapped_key: Buffer;
}

async function readRelease({ em, keyring }: Writing, watch: Outlook): Promise<OwnRelease> {
  const { ownerId, episode, releasedAt } = watch.protocol;
  const deliveries = await em.execute<{ id: string; recipient: string }[]>(
    `select id, coalesce(nullif(recipient_name, ''), recipient_email) as recipient from deliveries
     where owner_id = ? and release_episode = ? and deleted_at is null order by id`,
    [ownerId, episode],
  );
  // Each of them brings the same.
  const items = await em.execute<ReleasedItem[]>(
    `select dc.sealed_as, coalesce(dc.frozen_head, c.head) as head, u.wrapped_key
     from delivery_contents dc join contents c on c.id = dc.content_id join users u on u.id = c.owner_id
     where dc.delivery_id = ? order by dc.position`,
    [deliveries[0]?.id ?? null],
  );
  const [first] = items;
  const key = first ? keyring.openPersonKey(first.wrapped_key, ownerId) : null;
  return {
    ...watch,
    releasedAt: new Date(releasedAt ?? watch.now),
    recipients: [...new Set(deliveries.map(({ recipient }) => recipient))],
    titles: key ? items.map((item) => openHead(key, item.sealed_as, item.head).title) : [],
  };
}
