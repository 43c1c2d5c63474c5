/** "This was not me": what an owner does who is mailed about a change that they did not make (domain/accounts/owner-alerts.ts). */
import { ago } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { ALERT_DAYS, NOT_ME_PAUSE_DAYS, OWNER_ALERTS, type OwnerAlert } from '#domain/accounts/owner-alerts.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { pauseRelease } from '#services/emergency/change-settings.ts';
import { followLink } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { unknownLink } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { signOutEverywhere } from './end-access.ts';
import { endLostWait } from './lost-wait.ts';

/** What a mail was about. */
export interface Alert {
  kind: OwnerAlert;
  /** When it happened; ISO 8601. */
  at: string;
  /** The account's. */
  timeZone: string;
}

/** What "This was not me" did. */
export interface Reported extends Alert {
  /** Until when nothing is released; null where there is nothing to release, or it went out already. ISO 8601. */
  pausedUntil: string | null;
}

/**
 * Looks up the link of such a mail, and does nothing else: mail scanners follow every link.
 * @throws AppError not-found when the link is not ours; gone after 30 days, and when the account is gone;
 *   too-many-requests after many wrong ones
 */
export async function findAlert(context: Context, secret: string): Promise<Alert> {
  const { kind, at, timeZone } = await followLink(context, () => find(context, secret));
  return { kind, at, timeZone };
}

/**
 * Ends every session, token and link of the account, and the wait of a lost phone, and pauses its emergency protocol. That
 * counts as a check-in: the mailbox is the owner's. Doing it twice does no harm.
 * @throws AppError as `findAlert`
 */
export async function reportNotMe(context: Context, secret: string): Promise<Reported> {
  const { userId, ...alert } = await followLink(context, () => find(context, secret));
  const pausedUntil = await context.em.transactional(async (em) => {
    const inside = { ...context, em };
    if (!(await lockAccount(em, userId))) throw gone();
    await signOutEverywhere(inside, userId);
    await endLostWait(inside, userId);
    record(em, userId, 'account-not-me', { about: alert.kind });
    return pauseRelease(inside, userId, NOT_ME_PAUSE_DAYS);
  });
  recordSecurityEvent(context, 'not-me', { account: userId, factor: 'link', about: alert.kind });
  return { ...alert, pausedUntil: pausedUntil?.toISOString() ?? null };
}

async function find({ em, keyring }: Context, secret: string): Promise<Alert & { userId: string }> {
  const id = claimedId(secret);
  if (!id || !opensLink(keyring, secret, 'not-me', id, 0)) throw unknownLink();
  const row = await query(em)
    .selectFrom('account_mails as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.kind', 'm.created_at', 'u.id as user_id', 'u.time_zone'])
    .where('m.id', '=', id)
    .where('m.created_at', '>', ago(ALERT_DAYS * DAY))
    .executeTakeFirst();
  const kind = OWNER_ALERTS.find((one) => one === row?.kind);
  if (!row || !kind) throw gone();
  return { kind, at: row.created_at.toISOString(), timeZone: row.time_zone, userId: row.user_id };
}

function gone(): AppError {
  return new AppError('gone', say(linkRefusals.expired));
}
