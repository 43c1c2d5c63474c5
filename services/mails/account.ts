import type { AccountMailKind } from '#db/entities/accounts.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

/** Anyone may have entered the address; and a contact may never have heard of us. */
const TO_STRANGERS: readonly AccountMailKind[] = ['confirm-email', 'change-email', 'owner-deleted'];

/**
 * @param link where the one button leads
 * @param stop where a contact says that they want nothing more; null for the owner of the account
 */
export function accountMail(kind: AccountMailKind, link: string, stop: string | null = null): Mail {
  const { label, ...words } = sayAll(accountMails[kind]);
  return renderMail({ ...words, action: { label, link }, stop, isForStranger: TO_STRANGERS.includes(kind) });
}
