import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { Context } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import type { EpisodeEnd } from '#services/mails/emergency-contacts.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import { type ContactSay, contactSay } from './contact-acts.ts';
import { findContactPerson } from './contact-page.ts';
import { othersThan } from './contact-visibility.ts';
import { releaseDateFor } from './plan-page.ts';
import { dayOf, readProtocol } from './protocol-row.ts';
import { plannedView } from './protocol-view.ts';
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
   * something else, to another recipient, could not be delivered. `links` open what was sent, also where the email did not
   * arrive; none before the first try, and where this contact refused it. `comesAt`: when the first thing goes out, while
   * nothing has been due yet.
   */
  | (About & Sent & { kind: 'released'; undelivered: boolean })
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
  /** The names of the other contacts; none unless the owner allows it. */
  others: readonly string[];
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
  const view = await plannedView(context.em, protocol, day);
  const say = await contactSay(context.em, protocol, person, day);
  // A contact does not learn who the others are.
  const { words: _words, contacts: _contacts, plan: _plan, ...shown } = view;
  const named: Named = { ...shown, contactName: name, email, say };
  const state = { isContact: person.contactId !== null, isRunning: view.isRunning };
  if (!notified) return { ...named, kind: 'quiet', ...state };
  const others = await othersThan(context.em, ownerId, email);
  const about: About = { ...named, notifiedAt: notified.at, others };
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
  const releaseAt = await releaseDateFor(context.em, view, email);
  return { ...about, releaseAt, kind: 'waiting', ...state };
}

/** To whom, and in which episode. */
interface Notification {
  owner_id: string;
  episode: number;
  email: string;
}

interface Sent {
  sent: DeliveryState | null;
  /** The paths of what was released to them, the earliest first. */
  links: string[];
  comesAt: Date | null;
}

/** To either address of the contact. What went to another one since belongs to that one. */
async function sentTo({ em, keyring }: Context, { owner_id, episode, email }: Notification): Promise<Sent> {
  const rows = await query(em)
    .selectFrom('deliveries as d')
    .select([
      'd.id',
      'd.status',
      'd.link_epoch',
      'd.link_revoked_at',
      'd.failure_code',
      'd.held_at',
      'd.scheduled_time',
    ])
    .select(({ eb, exists, selectFrom }) => [
      exists(selectFrom('delivery_attempts as a').select('a.id').whereRef('a.delivery_id', '=', 'd.id'))
        .$castTo<boolean>()
        .as('was_tried'),
      eb
        .and([eb('d.status', '=', 'pending'), eb('d.scheduled_time', '>', NOW)])
        .$castTo<boolean>()
        .as('is_ahead'),
    ])
    .where('d.owner_id', '=', owner_id)
    .where('d.release_episode', '=', episode)
    .where(({ eb, or, selectFrom }) => {
      const own = selectFrom('trusted_contacts as t')
        .where('t.owner_id', '=', owner_id)
        .where((one) => one.or([one('t.email', '=', email), one('t.alternate_email', '=', email)]));
      return or([
        eb('d.recipient_email', '=', email),
        eb('d.recipient_email', 'in', own.select('t.email')),
        eb('d.recipient_email', 'in', own.select('t.alternate_email').$castTo<{ alternate_email: string }>()),
      ]);
    })
    .where('d.deleted_at', 'is', null)
    .orderBy('d.release_after_days')
    .execute();
  const due = rows.filter((row) => !row.is_ahead);
  const newest = due.at(-1);
  return {
    sent: newest?.status ?? null,
    links: due.filter(isOpen).map(({ id, link_epoch }) => `/m/${linkSecret(keyring, 'delivery', id, link_epoch)}`),
    comesAt: newest ? null : (rows[0]?.scheduled_time ?? null),
  };
}

interface SentRow extends Pick<Tables['deliveries'], 'status' | 'held_at' | 'link_revoked_at' | 'failure_code'> {
  was_tried: boolean;
}

function isOpen({ status, held_at, link_revoked_at, failure_code, was_tried }: SentRow): boolean {
  const isHeld = status === 'pending' && held_at !== null;
  const isWithdrawn = isHeld || link_revoked_at !== null;
  return was_tried && !isWithdrawn && !isByRecipient(failure_code);
}

/**
 * How an episode that is over ended, before a release or by the owner's return after one.
 * @returns `at` is null where the timeline has no record of it
 */
export async function endOfEpisode(
  em: EntityManager,
  { ownerId, episode }: { ownerId: string; episode: number },
): Promise<{ by: EpisodeEnd; at: Date | null }> {
  const ends = await query(em)
    .selectFrom('timeline')
    .select(['kind', 'at'])
    .select(({ ref }) => sql<string | null>`${ref('detail')}->>'by'`.as('by'))
    .where('owner_id', '=', ownerId)
    .where(({ ref }) => sql<boolean>`${ref('detail')}->>'episode' = ${`${episode}`}`)
    .where('kind', 'in', ['protocol-answered', 'protocol-disarmed', 'protocol-returned'])
    .orderBy('at')
    .execute();
  const kinds = ends.map(({ kind }) => kind);
  return { by: byOf(kinds, ends[0]?.by ?? null), at: ends[0]?.at ?? null };
}

function byOf(kinds: readonly string[], recorded: string | null): EpisodeEnd {
  if (kinds.includes('protocol-disarmed')) return 'off';
  // Only a person who is signed in can say "I'm back".
  if (kinds.includes('protocol-returned')) return 'account';
  return recorded === 'link' || recorded === 'account' ? recorded : 'unknown';
}
