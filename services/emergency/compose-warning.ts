/** Writes the messages to an owner's other channels. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { CODE_LIFE, type WarningChannel, type WarningMessageKind } from '#domain/emergency/warning-channels.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { warningTexts } from '#messages/en/warning-messages.ts';
import { say } from '#messages/say.ts';
import { codeOf } from '#services/crypto/code.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { accountMail } from '#services/mails/account.ts';
import type { Mail } from '#services/mails/layout.ts';
import { warningCode, warningTest } from '#services/mails/warnings.ts';
import { shownName } from '#services/mails/words.ts';
import type { PhoneWarning } from '#services/ports/senders.ts';
import { composeMail } from './compose-mail.ts';

/** A message that is to be written. */
export interface WarningToWrite {
  id: string;
  ownerId: string;
  ownerName: string;
  kind: WarningMessageKind;
  channel: WarningChannel | 'email';
  address: string;
  /** Of the mail that a warning repeats; null for all others. */
  mailId: string | null;
  mailKind: EmergencyMailKind | null;
  episode: number | null;
  /** Of the secret that stops the wait of a lost phone; null where nothing waits. */
  stopId: string | null;
}

interface Writing {
  keyring: Keyring;
  appOrigin: string;
}

const NAME_MAX = 40;
const HERE = 'profile/warnings';

/**
 * @param writing with the length of a protocol day, in milliseconds
 * @returns the mail to an address: a warning is the one that the account's address gets
 * @throws Error when the key ring does not open what the mail names
 */
export async function composeWarningMail(
  writing: Writing & { em: EntityManager; day: number },
  row: WarningToWrite,
): Promise<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const { keyring, appOrigin } = writing;
  const here = `${appOrigin}${throughSignIn(`/${HERE}`)}`;
  if (row.kind === 'code') return warningCode(codeOf(keyring, row.id), here);
  if (row.kind === 'test') return warningTest(row.ownerName, here);
  if (row.kind === 'lost-phone') return accountMail('lost-phone-begun', `${appOrigin}/${stopPath(keyring, row)}`);
  const { id, ownerId, kind, episode } = repeated(row);
  const mail = {
    id,
    ownerId,
    episode,
    kind,
    email: null,
    name: null,
    notificationId: null,
    language: DEFAULT_LANGUAGE,
  };
  const { subject, text, html } = await composeMail(writing, mail, null);
  return { subject, text, html };
}

/** @returns what goes to a phone: the sentences, and what follows the origin in their link */
export function composeWarningText(
  { keyring }: Pick<Writing, 'keyring'>,
  row: WarningToWrite,
): Pick<PhoneWarning, 'text' | 'path'> {
  if (row.kind === 'code')
    return { text: say(warningTexts.code, { code: codeOf(keyring, row.id), minutes: CODE_LIFE / MINUTE }), path: null };
  const name = shownName(row.ownerName, NAME_MAX);
  if (row.kind === 'test') return { text: say(warningTexts.test, { name }), path: HERE };
  if (row.kind === 'lost-phone')
    return { text: say(warningTexts['lost-phone'], { name }), path: stopPath(keyring, row) };
  const { ownerId, kind, episode } = repeated(row);
  if (kind === 'released') return { text: say(warningTexts.released, { name }), path: 'emergency/return' };
  const path = `check-in/${linkSecret(keyring, 'check-in', ownerId, episode)}`;
  return { text: say(warningTexts[isWarning(kind) ? kind : 'missed'], { name }), path };
}

function stopPath(keyring: Keyring, { stopId }: WarningToWrite): string {
  if (stopId === null) throw new Error('nothing waits that could be stopped');
  return `auth/lost/${linkSecret(keyring, 'stop-lost-phone', stopId, 0)}`;
}

function repeated({ mailId, mailKind, episode, ownerId }: WarningToWrite) {
  if (mailId === null || mailKind === null || episode === null) throw new Error('the mail that it repeats is gone');
  return { id: mailId, ownerId, kind: mailKind, episode };
}

const WARNINGS = ['missed', 'last-call', 'again', 'held', 'raised'] as const;

function isWarning(kind: EmergencyMailKind): kind is (typeof WARNINGS)[number] {
  return WARNINGS.some((one) => one === kind);
}
