import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { deleteBatch } from '#db/delete-batch.ts';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { ago, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { ALERT_DAYS, OWNER_ALERTS, type OwnerAlert } from '#domain/accounts/owner-alerts.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { DAY } from '#domain/time/durations.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { recordSent, sendMail, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import { findCorrespondent, stopLink } from '#services/limits/correspondents.ts';
import { accountMail, alertMail } from '#services/mails/account.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';

/** How long the row of a sent mail remains. A row with an address that no account has is deleted once it was sent. */
const KEPT_FOR = ALERT_DAYS * DAY;

/** Where the button of a mail leads. Those with a secret are links that work once. */
const PATHS: Record<Exclude<AccountMailKind, OwnerAlert>, string> = {
  'confirm-email': '/auth/confirm/',
  'change-email': '/auth/confirm/',
  'reset-password': '/auth/reset/',
  'lost-phone-begun': '/auth/lost/',
  'lost-phone-over': '/auth/lost/',
  'email-taken': '/auth',
  'google-took-over': throughSignIn('/profile'),
  'webhook-off': throughSignIn('/profile/security/webhooks'),
  'account-deleted': '/',
  'owner-deleted': '/',
};
const WITH_SECRET: readonly AccountMailKind[] = [
  ...(['confirm-email', 'change-email', 'reset-password'] as const),
  ...(['lost-phone-begun', 'lost-phone-over'] as const),
];

/** What mails about accounts need. */
export type AccountMailDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/**
 * Mails people about their accounts. At least once: every copy carries the same link, so a second one does no harm, and a
 * try with an unknown outcome is repeated. A link that is no longer valid is not sent.
 */
export function accountMailJob(deps: AccountMailDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailAccount(deps, job) };
}

/** Deletes rows of mails that went out, or were given up, long ago; those of deleted accounts at once. @returns whether there may be more */
export function deleteOldAccountMails(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'account_mails', ({ eb, not, exists, or, selectFrom }) =>
    not(
      exists(
        selectFrom('jobs')
          .select('subject')
          .where('kind', '=', 'account-mail')
          .where('subject', '=', ({ cast, ref }) => cast<string>(ref('account_mails.id'), 'text')),
      ),
    ).and(or([eb('user_id', 'is', null), eb('created_at', '<', ago(KEPT_FOR))])),
  );
}

async function mailAccount(deps: AccountMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork } = deps;
  const row = await query(fork())
    .selectFrom('account_mails as m')
    .leftJoin('secrets as s', (join) =>
      join.onRef('s.id', '=', 'm.secret_id').on('s.used_at', 'is', null).on('s.expires_at', '>', NOW),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.kind', 'm.email', 'm.correspondent_id', 'm.language', 'm.about', 'm.created_at', 'u.time_zone'])
    .select(['s.id as secret_id', 's.purpose'])
    .where('m.id', '=', job.subject)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst();
  if (!row) return 'done';
  const contact = row.correspondent_id
    ? await findCorrespondent(fork(), deps.keyring, row.correspondent_id, row.email)
    : null;
  if (contact?.isStopped) return 'done';
  const stop = contact && stopLink(deps.keyring, deps.appOrigin, contact);
  const message = inLanguage(row.language, () => compose(deps, row, stop));
  if (!message) return 'done';
  return sendMail(deps, job, TO_ACCOUNTS, message, () => recordSent(fork(), job, 'account_mails'));
}

interface MailRow extends Pick<Selectable<Tables['account_mails']>, 'id' | 'kind' | 'email' | 'about' | 'created_at'> {
  /** Of the account; null when it is gone. */
  time_zone: string | null;
  /** Of the secret in its link, while that is valid. */
  secret_id: string | null;
  purpose: Tables['secrets']['purpose'] | null;
}

/**
 * @param stop where a contact says that they want nothing more; null for the owner of the account
 * @returns null where its link is no longer valid
 */
function compose(
  { keyring, appOrigin }: AccountMailDeps,
  { id, kind, email, about, created_at: at, time_zone: timeZone, ...link }: MailRow,
  stop: string | null,
): EmailMessage | null {
  const envelope = { to: { email, name: null }, reference: { account_mail_id: id } };
  if (isAlert(kind)) {
    const notMe = `${appOrigin}/auth/not-me/${linkSecret(keyring, 'not-me', id, 0)}`;
    return { ...envelope, ...alertMail(kind, notMe, { about, at: dateTimeAndPlace(at, timeZone ?? 'UTC') }) };
  }
  const secret = link.secret_id && link.purpose ? linkSecret(keyring, link.purpose, link.secret_id, 0) : '';
  if (!secret && WITH_SECRET.includes(kind)) return null;
  const mail = accountMail(kind, `${appOrigin}${PATHS[kind]}${secret}`, stop);
  const unsubscribe = stop === null ? {} : { unsubscribe: stop };
  return { ...envelope, ...mail, ...unsubscribe };
}

function isAlert(kind: AccountMailKind): kind is OwnerAlert {
  return OWNER_ALERTS.some((one) => one === kind);
}
