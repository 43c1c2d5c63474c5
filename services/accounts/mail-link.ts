import { DAY, HOUR } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { createSecret } from './secrets.ts';

/** How long each kind of link is good for; the mails say the same. */
const LIVES = { 'confirm-email': 7 * DAY, 'change-email': 7 * DAY, 'reset-password': HOUR } as const;

/** Who is sent a link, and where. */
export interface LinkMail {
  userId: string;
  purpose: keyof typeof LIVES;
  /** The address that the link proves. */
  email: string;
}

/** Leaves a mail with a link that may be used once. While one like it still waits to go out there is no second. */
export async function mailLink(context: Context, { userId, purpose, email }: LinkMail): Promise<void> {
  await context.em.transactional(async (em) => {
    // In line, for whoever asks twice in one moment.
    await em.execute('select 1 from users where id = ? for no key update', [userId]);
    const waiting = await em.execute<object[]>(
      `select 1 from account_mails m join secrets s on s.id = m.secret_id and s.used_at is null and s.expires_at > ?
       where m.user_id = ? and m.kind = ? and m.email = ? and m.next_try_at is not null`,
      [context.now, userId, purpose, email],
    );
    if (waiting.length > 0) return;
    const secret = await createSecret({ ...context, em }, { userId, purpose, email, life: LIVES[purpose] });
    await enqueueAccountMail(em, { userId, kind: purpose, email, secretId: secret.id });
  });
}
