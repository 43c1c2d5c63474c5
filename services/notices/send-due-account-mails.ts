import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountMailKind, SecretPurpose } from '#db/entities/accounts.ts';
import { DAY } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { accountMail } from '#services/mails/account.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { waitAfter } from './wait-after.ts';

const AT_ONCE = 20;
/** That a mail went out is kept for this long; an address that nobody has here any more goes at once. */
const KEPT_FOR = 30 * DAY;

/** Where the button of a mail leads. Those with a secret are links that open something, once. */
const PATHS: Record<AccountMailKind, string> = {
  'confirm-email': '/auth/confirm/',
  'change-email': '/auth/confirm/',
  'reset-password': '/auth/reset/',
  'email-changed': '/auth?to=%2Fprofile',
  'email-taken': '/auth',
  'password-changed': '/auth/forgot',
  'google-linked': '/auth?to=%2Fprofile',
  'google-took-over': '/auth?to=%2Fprofile',
  'account-deleted': '/',
  'owner-deleted': '/',
};
const WITH_SECRET: readonly AccountMailKind[] = ['confirm-email', 'change-email', 'reset-password'];

/** What mailing about accounts needs. */
export type AccountPostman = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

interface MailRow {
  id: string;
  kind: AccountMailKind;
  email: string;
  tries: number;
  created_at: Date | string;
  /** Of the secret in its link, while that opens something. */
  secret_id: string | null;
  purpose: SecretPurpose | null;
}

/**
 * Mails people about their accounts. At least once: every copy carries the same link, so a second one does no harm, and
 * an outcome that nobody could learn is simply tried again. A link that opens nothing any more is not sent.
 * @returns how many were taken on; fewer than a full hand means that none is left for now
 */
export async function sendDueAccountMails(postman: AccountPostman): Promise<number> {
  const rows = await takeDueMails(postman);
  await Promise.all(rows.map((row) => sendMail(postman, row)));
  return rows.length;
}

/** Forgets mails that have gone out, or were given up, long ago; those of accounts that are gone at once. */
export async function sweepAccountMails(em: EntityManager): Promise<void> {
  await em.execute(
    'delete from account_mails where next_try_at is null and (user_id is null or created_at < now() - ?::interval)',
    [`${KEPT_FOR} milliseconds`],
  );
}

function takeDueMails({ fork, policy }: AccountPostman): Promise<MailRow[]> {
  return fork().execute<MailRow[]>(
    `with taken as (
       update account_mails set tries = tries + 1, next_try_at = now() + ?::interval where id = any(array(
         select id from account_mails where next_try_at <= now() order by next_try_at limit ${AT_ONCE} for update skip locked))
       returning id, kind, email, tries, created_at, secret_id)
     select t.id, t.kind, t.email, t.tries, t.created_at, s.id as secret_id, s.purpose
     from taken t left join secrets s on s.id = t.secret_id and s.used_at is null and s.expires_at > now()`,
    [`${policy.claimLease} milliseconds`],
  );
}

async function sendMail(postman: AccountPostman, row: MailRow): Promise<void> {
  const message = composeMail(postman, row);
  if (!message) return settle(postman, row.id, null, false);
  const answer = await postman.email.send(message);
  await settle(postman, row.id, waitAfter(answer, row, postman.policy.minute), answer.kind === 'accepted');
}

/** @returns null where its link opens nothing any more */
function composeMail({ keyring, appOrigin }: AccountPostman, row: MailRow): EmailMessage | null {
  const { secret_id, purpose } = row;
  const secret = secret_id && purpose ? linkSecret(keyring, purpose, secret_id, 0) : '';
  if (!secret && WITH_SECRET.includes(row.kind)) return null;
  const mail = accountMail(row.kind, `${appOrigin}${PATHS[row.kind]}${secret}`);
  return { to: { email: row.email, name: null }, ...mail, reference: { account_mail_id: row.id } };
}

async function settle({ fork }: AccountPostman, id: string, wait: number | null, wasSent: boolean): Promise<void> {
  await fork().execute(
    'update account_mails set sent_at = case when ? then now() end, next_try_at = now() + ?::interval where id = ?',
    [wasSent, wait === null ? null : `${Math.round(wait)} milliseconds`, id],
  );
}
