/** Which texts recipients and trusted contacts read: they exist in each language. All others are English. */
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { englishTexts } from '#messages/catalogue.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Ids, or beginnings of ids before a dot. */
const READ = [
  ...['words', 'invitations', 'recipient-pages', 'link-refusals', 'documents', 'damage'],
  ...['account-mails.owner-deleted', 'account-refusals.too-many-sign-ins', 'duress-mails'],
  ...['contact-say', 'other-contact-mails', 'contact-ask-mails.asked', 'contact-ask-page'],
  ...['contact-test-mail.test', 'contact-mails', 'contact-link', 'emergency-link-trouble'],
  ...['stop-in-mails', 'stop-page', 'genuine-in-mails', 'genuine-page', 'open-sealed'],
  ...['heading', 'lead', 'notified', 'reach', 'later', 'link', 'sender', 'genuine', 'never'].map(
    (part) => `contact-card.${part}`,
  ),
  // What the router answers below a reader's address.
  ...[400, 403, 404, 405, 408, 409, 410, 413, 429, 503].map((status) => `error-page.titles.${status}`),
  ...['otherTitle', 'broken', 'notTaken', 'back'].map((part) => `error-page.${part}`),
  ...['page-replies.noPage', 'forms-replies.notAForm', 'frame.skip', 'frame.moment'],
  ...['frame.untitled', 'frame.title', 'times.dateAndClock', 'times.dateAndClockIn'],
  ...['description', 'for-you', 'genuine', 'language', 'trouble', 'file'].map((part) => `static-pages.${part}`),
  ...['archive-name', 'part-file', 'part', 'readme'].map((part) => `parcel-texts.${part}`),
  ...['content', 'file', 'thumbnail'].map((part) => `not-found.${part}`),
  ...['too-often', 'too-often-hours', 'too-often-days', 'too-slow'].map((part) => `request-refusals.${part}`),
  ...['too-large', 'too-slow', 'not-whole', 'not-complete', 'other-site'].map((part) => `form-texts.${part}`),
];
/** Of owners, who open their own sealed items on the same page. */
const OWNERS = /^(open-sealed\..*-own|documents\.sealed)$/;

/** @returns the English texts that are translated, by id */
export async function readerTexts(): Promise<ReadonlyMap<string, string>> {
  for await (const file of glob('messages/en/*.ts', { cwd: ROOT })) await import(join(ROOT, file));
  const isRead = (id: string) => READ.some((part) => id === part || id.startsWith(`${part}.`)) && !OWNERS.test(id);
  return new Map([...englishTexts].filter(([id]) => isRead(id)));
}
