import type { Context } from '#services/context.ts';
import { countLinkMail } from '#services/limits/limits.ts';
import type { AccountView } from './account-view.ts';
import { mailLink } from './mail-link.ts';

/**
 * Mails once more the link that confirms the address of an account; nothing where that is done already.
 * @throws AppError too-many-requests
 */
export async function askToConfirm(
  context: Context,
  { id, email, email_confirmed }: Pick<AccountView, 'id' | 'email' | 'email_confirmed'>,
): Promise<void> {
  if (email_confirmed) return;
  await countLinkMail(context, 'confirm-email', email);
  await mailLink(context, { userId: id, purpose: 'confirm-email', email });
}
