import type { AccountMailKind } from '#db/entities/accounts.ts';
import type { OwnerAlert } from '#domain/accounts/owner-alerts.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { alertMails, inAlerts } from '#messages/en/alert-mails.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

/** Anyone may have entered the address; and a contact may never have heard of us. */
const TO_STRANGERS: readonly AccountMailKind[] = ['confirm-email', 'change-email', 'owner-deleted'];

/**
 * @param link where the one button leads
 * @param stop where a contact says that they want nothing more; null for the owner of the account
 */
export function accountMail(
  kind: Exclude<AccountMailKind, OwnerAlert>,
  link: string,
  stop: string | null = null,
): Mail {
  const { label, ...words } = sayAll(accountMails[kind]);
  return renderMail({ ...words, action: { label, link }, stop, isForStranger: TO_STRANGERS.includes(kind) });
}

/** What happened, for its mail. */
interface Happened {
  /** The device that signed in; null for everything else. */
  about: string | null;
  /** As people say it, with the place of the account's zone. */
  at: string;
}

/**
 * A mail to an owner about what a stranger may have done.
 * @param link where "This was not me" leads
 */
export function alertMail(kind: OwnerAlert, link: string, { about, at }: Happened): Mail {
  const { paragraphs, ...words } = sayAll(alertMails[kind]);
  const when = about === null ? say(inAlerts.when, { at }) : say(inAlerts.device, { device: about, at });
  return renderMail({
    ...words,
    paragraphs: [...paragraphs, when, say(inAlerts.calm)],
    action: { label: say(inAlerts.label), link },
    notes: [say(inAlerts.note)],
    why: [say(inAlerts.why), say(inAlerts.reply)],
  });
}
