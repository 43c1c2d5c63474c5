import { query, type Tables } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { Context } from '#services/context.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import type { EpisodeEnd } from '#services/mails/emergency-contacts.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import { unknownLink } from '#services/not-found.ts';
import { speakTo } from '#services/reader-language.ts';
import { endOfEpisode } from './episode-end.ts';
import { dayOf } from './protocol-row.ts';
import { readProtocolView } from './protocol-view.ts';

/** What a trusted contact who was notified sees of the owner's protocol. */
export type ContactNews =
  /** The account was deleted, with all names in it. */
  | { kind: 'account-deleted' }
  /**
   * `isContact` is false for a contact who was removed since: nothing is sent to them. `isRunning` is false while something
   * is missing: nothing is sent to anyone.
   */
  | (About & { kind: 'waiting'; isContact: boolean; isRunning: boolean })
  /**
   * `sent`: the state of the email to this contact; null if there is none. `undelivered`: this contact was notified that
   * something else, to another recipient, could not be delivered. `link` opens what was sent, also where the email did not
   * arrive; null before the first try, and where this contact refused it.
   */
  | (About & { kind: 'released'; sent: DeliveryState | null; link: string | null; undelivered: boolean })
  /** There was an answer: `by` says how. `at` is when. */
  | (About & { kind: 'ended'; by: EpisodeEnd; at: Date | null });

type DeliveryState = Tables['deliveries']['status'];

interface About extends ContactWatch {
  /** The contact's address. */
  email: string;
  /** When the contact was notified. */
  notifiedAt: Date;
}

/**
 * Reads the present state: the link of an earlier notification shows the newest as well. Changes nothing.
 * @param secret of the mail that notified the contact
 * @throws AppError not-found for a link that is not ours; too-many-requests after very many of those
 */
export function readContactNews(context: Context, secret: string): Promise<ContactNews> {
  return followLink(context, () => read(context, secret));
}

async function read(context: Context, secret: string): Promise<ContactNews> {
  const mailId = claimedId(secret);
  if (!mailId || !opensLink(context.keyring, secret, 'contact', mailId, 0)) throw unknownLink();
  const notification = await readNotification(context, mailId);
  // The link is ours, so the mail was deleted with its account.
  if (!notification) return { kind: 'account-deleted' };
  const { owner_id, email, name, language, undelivered } = notification;
  speakTo(language);
  const protocol = await readProtocolView(context.em, owner_id, dayOf(context));
  const about: About = { ...protocol, contactName: name, email, notifiedAt: notification.notified_at };
  const { episode } = notification;
  if (episode < protocol.episode)
    return { ...about, kind: 'ended', ...(await endOfEpisode(context.em, { ownerId: owner_id, episode })) };
  if (protocol.releasedAt !== null)
    return { ...about, kind: 'released', ...(await sentTo(context, notification)), undelivered };
  return { ...about, kind: 'waiting', isContact: notification.is_contact, isRunning: protocol.isRunning };
}

type Notification = NonNullable<Awaited<ReturnType<typeof readNotification>>>;

/** @returns the newest notification of this contact by the same owner; undefined for a mail that is gone */
function readNotification({ em }: Context, mailId: string) {
  return query(em)
    .selectFrom('emergency_mails as m')
    .innerJoin('emergency_mails as n', (join) =>
      join.onRef('n.owner_id', '=', 'm.owner_id').onRef('n.email', '=', 'm.email'),
    )
    .leftJoin('trusted_contacts as c', (join) =>
      join.onRef('c.owner_id', '=', 'n.owner_id').onRef('c.email', '=', 'n.email'),
    )
    .select(['n.owner_id', 'n.episode', 'n.email', 'n.name'])
    .select(({ fn, exists, selectFrom }) => [
      fn.coalesce('c.language', 'n.language').as('language'),
      fn.coalesce('n.settled_at', 'n.created_at').as('notified_at'),
      exists(
        selectFrom('trusted_contacts as t')
          .select('t.id')
          .whereRef('t.owner_id', '=', 'n.owner_id')
          .whereRef('t.email', '=', 'n.email'),
      )
        .$castTo<boolean>()
        .as('is_contact'),
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
    .where('m.id', '=', mailId)
    .where('m.kind', 'in', ['contact-told', 'undelivered'])
    .where('n.kind', 'in', ['contact-told', 'undelivered'])
    .where(({ eb, or, ref }) => or([eb('n.state', '<>', 'withdrawn'), eb('n.id', '=', ref('m.id'))]))
    .orderBy('n.episode', 'desc')
    .orderBy('n.kind')
    .limit(1)
    .$narrowType<{ email: string; name: string }>()
    .executeTakeFirst();
}

interface Sent {
  sent: DeliveryState | null;
  /** The path of what was released to them. */
  link: string | null;
}

/** What went to another address since belongs to that one. */
async function sentTo({ em, keyring }: Context, { owner_id, episode, email }: Notification): Promise<Sent> {
  const delivery = await query(em)
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.status', 'd.link_epoch', 'd.link_revoked_at', 'd.failure_code', 'd.held_at'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('delivery_attempts as a').select('a.id').whereRef('a.delivery_id', '=', 'd.id'))
        .$castTo<boolean>()
        .as('was_tried'),
    )
    .where('d.owner_id', '=', owner_id)
    .where('d.release_episode', '=', episode)
    .where('d.recipient_email', '=', email)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!delivery) return { sent: null, link: null };
  const { id, status, link_epoch: epoch, held_at: heldAt } = delivery;
  const isHeld = status === 'pending' && heldAt !== null;
  const isWithdrawn = isHeld || delivery.link_revoked_at !== null;
  const isOpen = delivery.was_tried && !isWithdrawn && !isByRecipient(delivery.failure_code);
  return { sent: status, link: isOpen ? `/m/${linkSecret(keyring, 'delivery', id, epoch)}` : null };
}
