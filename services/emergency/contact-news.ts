import { query, type Tables } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { Context } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import type { EpisodeEnd } from '#services/mails/emergency-contacts.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import { type ContactSay, contactSay } from './contact-acts.ts';
import { findContactPerson } from './contact-page.ts';
import { endOfEpisode } from './episode-end.ts';
import { dayOf, readProtocol } from './protocol-row.ts';
import { viewOf } from './protocol-view.ts';
import type { SayView } from './say-view.ts';

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
  | (About & { kind: 'ended'; by: EpisodeEnd; at: Date | null })
  /** The contact was not notified of anything. `isContact` and `isRunning` are as in `waiting`. */
  | (Named & { kind: 'quiet'; isContact: boolean; isRunning: boolean });

type DeliveryState = Tables['deliveries']['status'];

/** Of each contact, without the others' names. */
interface Named extends Omit<ContactWatch, keyof SayView>, Omit<SayView, 'words'> {
  /** The contact's address. */
  email: string;
  /** From notifying contacts to the release. */
  safetyDays: number;
  /** What this contact can say. */
  say: ContactSay;
}

/** Of a contact who was notified. */
interface About extends Named {
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
  const day = dayOf(context);
  const person = await findContactPerson(context, secret);
  // The link is ours, so the mail was deleted with its account, or the contact was removed.
  if (!person) return { kind: 'account-deleted' };
  const { ownerId, email, name, notified } = person;
  const protocol = await readProtocol(context.em, ownerId, day);
  const view = viewOf(protocol, day);
  const say = await contactSay(context.em, protocol, person, day);
  // A contact does not learn who the others are.
  const { words: _words, contacts: _contacts, ...shown } = view;
  const named: Named = { ...shown, contactName: name, email, say };
  const state = { isContact: person.contactId !== null, isRunning: view.isRunning };
  if (!notified) return { ...named, kind: 'quiet', ...state };
  const about: About = { ...named, notifiedAt: notified.at };
  const { episode, undelivered } = notified;
  if (episode < protocol.episode)
    return { ...about, kind: 'ended', ...(await endOfEpisode(context.em, { ownerId, episode })) };
  if (view.releasedAt !== null)
    return {
      ...about,
      kind: 'released',
      ...(await sentTo(context, { owner_id: ownerId, episode, email })),
      undelivered,
    };
  return { ...about, kind: 'waiting', ...state };
}

/** To whom, and in which episode. */
interface Notification {
  owner_id: string;
  episode: number;
  email: string;
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
