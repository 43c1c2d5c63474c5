import { NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { Context } from '#services/context.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import type { EpisodeEnd } from '#services/mails/emergency-contacts.ts';
import type { ContactWatch } from '#services/mails/shared-sentences.ts';
import { unknownLink } from '#services/not-found.ts';
import { othersThan } from './contact-visibility.ts';
import { endOfEpisode } from './episode-end.ts';
import { releaseDateFor } from './plan-page.ts';
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
   * something else, to another recipient, could not be delivered. `links` open what was sent, also where the email did not
   * arrive; none before the first try, and where this contact refused it. `comesAt`: when the first thing goes out, while
   * nothing has been due yet.
   */
  | (About & Sent & { kind: 'released'; undelivered: boolean })
  /** There was an answer: `by` says how. `at` is when. */
  | (About & { kind: 'ended'; by: EpisodeEnd; at: Date | null });

type DeliveryState = Tables['deliveries']['status'];

interface About extends ContactWatch {
  /** The contact's address. */
  email: string;
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
  const mailId = claimedId(secret);
  if (!mailId || !opensLink(context.keyring, secret, 'contact', mailId, 0)) throw unknownLink();
  const notification = await readNotification(context, mailId);
  // The link is ours, so the mail was deleted with its account.
  if (!notification) return { kind: 'account-deleted' };
  const { owner_id, email, name, undelivered } = notification;
  const protocol = await readProtocolView(context.em, owner_id, dayOf(context));
  const others = await othersThan(context.em, owner_id, email);
  const about: About = { ...protocol, contactName: name, email, notifiedAt: notification.notified_at, others };
  const { episode } = notification;
  if (episode < protocol.episode)
    return { ...about, kind: 'ended', ...(await endOfEpisode(context.em, { ownerId: owner_id, episode })) };
  if (protocol.releasedAt !== null)
    return { ...about, kind: 'released', ...(await sentTo(context, notification)), undelivered };
  const releaseAt = await releaseDateFor(context.em, protocol, email);
  return { ...about, releaseAt, kind: 'waiting', isContact: notification.is_contact, isRunning: protocol.isRunning };
}

/** The mails that lead to this page, beside the all-clear, which has the page of one of these. */
const TO_NOTIFY = ['contact-told', 'undelivered', 'witness-told'] as const;

type Notification = NonNullable<Awaited<ReturnType<typeof readNotification>>>;

/** @returns the newest notification of this contact by the same owner; undefined for a mail that is gone */
function readNotification({ em }: Context, mailId: string) {
  return query(em)
    .selectFrom('emergency_mails as m')
    .innerJoin('emergency_mails as n', (join) =>
      join.onRef('n.owner_id', '=', 'm.owner_id').onRef('n.email', '=', 'm.email'),
    )
    .select(['n.owner_id', 'n.episode', 'n.email', 'n.name'])
    .select(({ fn, exists, selectFrom }) => [
      fn.coalesce('n.settled_at', 'n.created_at').as('notified_at'),
      exists(
        selectFrom('trusted_contacts as t')
          .select('t.id')
          .whereRef('t.owner_id', '=', 'n.owner_id')
          .where(({ eb, or, ref }) =>
            or([eb('t.email', '=', ref('n.email')), eb('t.alternate_email', '=', ref('n.email'))]),
          ),
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
    .where('m.kind', 'in', TO_NOTIFY)
    .where('n.kind', 'in', TO_NOTIFY)
    .where(({ eb, or, ref }) => or([eb('n.state', '<>', 'withdrawn'), eb('n.id', '=', ref('m.id'))]))
    .orderBy('n.episode', 'desc')
    .orderBy('n.kind')
    .limit(1)
    .$narrowType<{ email: string; name: string }>()
    .executeTakeFirst();
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
