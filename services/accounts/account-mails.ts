import { query } from '#db/query.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { accountCredentials } from './account.ts';
import { createSecret } from './secrets.ts';

/** How long each kind of link is valid; the mails say the same. */
const LINK_LIFE = { 'confirm-email': 7 * DAY, 'change-email': 7 * DAY, 'reset-password': HOUR } as const;

/** A link to mail. */
export interface LinkMail {
  userId: string;
  purpose: keyof typeof LINK_LIFE;
  /** The address that the link proves. */
  email: string;
}

/** Queues a mail with a link that works once. Does nothing while an equal mail with a valid link waits to be sent. */
export async function mailLink(context: Context, { userId, purpose, email }: LinkMail): Promise<void> {
  await context.em.transactional(async (em) => {
    // Two requests at the same moment must see each other's mail.
    await accountCredentials(em, userId).forNoKeyUpdate().execute();
    const waiting = await query(em)
      .selectFrom('account_mails')
      .innerJoin('secrets', 'secrets.id', 'account_mails.secret_id')
      .select('account_mails.id')
      .where('secrets.used_at', 'is', null)
      .where('secrets.expires_at', '>', context.now)
      .where('account_mails.user_id', '=', userId)
      .where('account_mails.kind', '=', purpose)
      .where('account_mails.email', '=', email)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('jobs')
            .select('jobs.subject')
            .where('jobs.kind', '=', 'account-mail')
            .where('jobs.subject', '=', ({ cast, ref }) => cast<string>(ref('account_mails.id'), 'text')),
        ),
      )
      .executeTakeFirst();
    if (waiting) return;
    const secret = await createSecret({ ...context, em }, { userId, purpose, email, life: LINK_LIFE[purpose] });
    await enqueueAccountMail(em, { userId, kind: purpose, email, secretId: secret.id });
    record(em, userId, 'account-link-mailed', { for: purpose });
  });
}
