import { setTimeout as sleep } from 'node:timers/promises';
import { User } from '#db/entities/accounts.ts';
import type { Context } from '#services/context.ts';
import { countLinkMail } from '#services/limits/limits.ts';
import { mailLink } from './mail-link.ts';

/** Longer than writing the mail takes: whether there was one to write cannot be told from the time. */
const ANSWER_AFTER = 400;

/**
 * Mails a link for a new password to whoever has an account with this address. Nothing about the outcome, and not how
 * long it took, tells whether there is one.
 * @throws AppError too-many-requests, also where there is none
 */
export async function askForReset(context: Context, email: string): Promise<void> {
  await countLinkMail(context, 'reset-password', email);
  await Promise.all([sleep(ANSWER_AFTER), mailIfKnown(context, email)]);
}

async function mailIfKnown(context: Context, email: string): Promise<void> {
  const user = await context.em.findOne(User, { email }, { fields: ['id'] });
  if (user) await mailLink(context, { userId: user.id, purpose: 'reset-password', email });
}
