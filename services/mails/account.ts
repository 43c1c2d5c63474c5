import type { AccountMailKind } from '#db/entities/accounts.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

/** @param link where the one button leads */
export function accountMail(kind: AccountMailKind, link: string): Mail {
  const { label, ...words } = sayAll(accountMails[kind]);
  return renderMail({ ...words, action: { label, link } });
}
