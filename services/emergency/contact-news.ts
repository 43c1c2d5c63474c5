import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import type { ContactWatch } from '#services/mails/emergency-contacts.ts';
import { readOutlook } from './outlook.ts';
import { dayOf } from './protocol-row.ts';

/** How it stands with somebody who was not heard from, for a contact who was told. */
export type ContactNews =
  /** Their account is gone, and all names with it. */
  | { kind: 'account-deleted' }
  /**
   * `isContact` is false for a contact who was removed since: nothing is sent to them. `isRunning` is false while the protocol
   * lacks something: nothing is sent to anybody.
   */
  | (About & { kind: 'waiting'; isContact: boolean; isRunning: boolean })
  /**
   * `sent`: what became of the email to this very contact; null where there is none. `undelivered`: something else that
   * they had wanted delivered could not be, and this contact was told so.
   */
  | (About & { kind: 'released'; sent: 'pending' | 'sent' | 'failed' | null; undelivered: boolean })
  /** Heard from again, or the protocol was switched off. `at` is when. */
  | (About & { kind: 'well' | 'off'; at: Date | null });

interface About extends ContactWatch {
  /** The contact's address. */
  email: string;
  /** When they were told. */
  toldAt: Date;
}

interface ToldRow {
  owner_id: string;
  episode: number;
  email: string;
  name: string;
  told_at: Date | string;
  undelivered: boolean;
  is_contact: boolean;
}

/**
 * Looks up how it stands, live: the link of an earlier time shows the newest as well. Reading changes nothing.
 * @param secret of the mail that told them
 * @throws AppError not-found when it is none of ours; too-many-requests instead after very many that were none
 */
export function readContactNews(context: Context, secret: string): Promise<ContactNews> {
  return followLink(context, () => read(context, secret));
}

async function read(context: Context, secret: string): Promise<ContactNews> {
  const mailId = claimedId(secret);
  if (!mailId || !opensLink(context.keyring, secret, 'contact', mailId, 0))
    throw new AppError('not-found', 'This link opens nothing. Perhaps a part of it was lost on the way.');
  const told = await readTold(context, mailId);
  // We made this link, and there is nothing behind it any more.
  if (!told) return { kind: 'account-deleted' };
  const outlook = await readOutlook(context.em, told.owner_id, dayOf(context));
  const { episode, releasedAt, running } = outlook.protocol;
  const about: About = {
    ...outlook,
    contactName: told.name,
    releasedAt: releasedAt === null ? null : new Date(releasedAt),
    email: told.email,
    toldAt: new Date(told.told_at),
  };
  if (told.episode < episode) return { ...about, ...(await endOf(context, told)) };
  if (releasedAt !== null)
    return { ...about, kind: 'released', sent: await sentTo(context, told), undelivered: told.undelivered };
  return { ...about, kind: 'waiting', isContact: told.is_contact, isRunning: running.isRunning };
}

/** What this contact was told last by the same person: of two links, both show the newest. */
async function readTold({ em }: Context, mailId: string): Promise<ToldRow | null> {
  const [row] = await em.execute<ToldRow[]>(
    `select n.owner_id, n.episode, n.email, n.name, coalesce(n.settled_at, n.created_at) as told_at,
       exists (select 1 from trusted_contacts t where t.owner_id = n.owner_id and t.email = n.email) as is_contact,
       exists (select 1 from emergency_mails f where f.owner_id = n.owner_id and f.episode = n.episode and f.email = n.email
         and f.kind = 'undelivered' and f.state <> 'withdrawn') as undelivered
     from emergency_mails m join emergency_mails n on n.owner_id = m.owner_id and n.email = m.email
       and n.kind in ('contact-told', 'undelivered') and (n.state <> 'withdrawn' or n.id = m.id)
     where m.id = ? and m.kind in ('contact-told', 'undelivered') order by n.episode desc, n.kind limit 1`,
    [mailId],
  );
  return row ?? null;
}

/** How an episode ended in which nothing was released, or from which its owner came back. */
async function endOf(
  { em }: Context,
  { owner_id, episode }: ToldRow,
): Promise<{ kind: 'well' | 'off'; at: Date | null }> {
  const ends = await em.execute<{ kind: string; at: Date | string }[]>(
    `select kind, at from timeline where owner_id = ? and detail->>'episode' = ?
       and kind in ('protocol-answered', 'protocol-disarmed', 'protocol-returned') order by at`,
    [owner_id, `${episode}`],
  );
  const [first] = ends;
  const wasSwitchedOff = ends.some(({ kind }) => kind === 'protocol-disarmed');
  return { kind: wasSwitchedOff ? 'off' : 'well', at: first ? new Date(first.at) : null };
}

async function sentTo(
  { em }: Context,
  { owner_id, episode, email }: ToldRow,
): Promise<'pending' | 'sent' | 'failed' | null> {
  const [delivery] = await em.execute<{ status: 'pending' | 'sent' | 'failed' }[]>(
    `select status from deliveries where owner_id = ? and release_episode = ? and recipient_email = ? and deleted_at is null`,
    [owner_id, episode, email],
  );
  return delivery?.status ?? null;
}
