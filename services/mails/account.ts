import type { AccountMailKind } from '#db/entities/accounts.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

/** Anyone may have entered the address; and a contact may never have heard of us. */
const TO_STRANGERS: readonly AccountMailKind[] = ['confirm-email', 'change-email', 'owner-deleted'];

/** @param link where the one button leads */
export function accountMail(kind: AccountMailKind, link: string): Mail {
  const { label, ...words } = sayAll(accountMails[kind]);
  return renderMail({ ...words, action: { label, link }, isForStranger: TO_STRANGERS.includes(kind) });
}
