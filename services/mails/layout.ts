import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { genuineInMails } from '#messages/en/genuine.ts';
import { stopInMails } from '#messages/en/stop.ts';
import { unsubscribeInMails } from '#messages/en/unsubscribe.ts';
import { words } from '#messages/en/words.ts';
import { say } from '#messages/say.ts';
import { renderDocument } from './document.server.ts';
import { genuinePath, inReadersLanguage } from './readers-address.ts';
import { forHeader, wrap } from './words.ts';

/** A mail as the provider gets it, apart from addresses. */
export interface Mail {
  subject: string;
  /** The inbox shows it beside the subject; the HTML contains it as well. */
  preview: string;
  text: string;
  html: string;
}

/** The sentences of a mail, for its text and its HTML. */
export interface MailParts {
  /** Between two names or titles it needs a word: without isolates, two that are right-to-left would change places. */
  subject: string;
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action: { label: string; link: string };
  /** Smaller, after the action. */
  notes: readonly string[];
  /** What happens and when, one row each. */
  days?: MailDays;
  /** Why the reader got it, and how to reach us. */
  why: readonly string[];
  /** Where a recipient or contact says that they want nothing more; none in mails to owners. */
  stop?: string | null;
  /** Whether the reader can turn such mails off: its foot then says where. */
  isOptional?: boolean;
  /** Whether the reader may not know us: how to check the mail then comes after its first paragraph, not at its end. */
  isForStranger?: boolean;
}

/** A sentence and the address that it ends in. */
export interface FootLink {
  label: string;
  link: string;
}

/** The parts, and where the reader can turn such mails off, or check that this one is genuine. */
export interface WholeMail extends Omit<MailParts, 'stop'> {
  /** Null for a mail that always comes, such as one about a password. */
  turnOff: FootLink | null;
  check: FootLink;
}

/** A small table of dates. */
export interface MailDays {
  /** The sentence above the table. */
  caption: string;
  rows: readonly MailDay[];
}

/** One row of it. */
export interface MailDay {
  when: string;
  what: string;
  /** Whether this mail is about this row. */
  isNow: boolean;
}

const TEXT_WIDTH = 76;

/** Where an owner chooses which mails to get. */
const NOTIFICATIONS_PATH = '/profile/notifications';

/** @param parts text without markup; names and titles in it come from words.ts */
export function renderMail(parts: MailParts): Mail {
  const subject = forHeader(parts.subject);
  // Every button leads to a page of ours, so its origin is that of the product.
  const addressOf = (path: string) => new URL(path, parts.action.link).href;
  const check = { label: say(genuineInMails.check), link: addressOf(genuinePath()) };
  const stop = parts.stop ? { label: say(stopInMails.foot), link: inReadersLanguage(parts.stop) } : null;
  const whole = {
    ...parts,
    subject,
    check,
    turnOff: parts.isOptional ? choicesAt(addressOf(throughSignIn(NOTIFICATIONS_PATH))) : stop,
  };
  return { subject, preview: parts.preview, text: renderText(whole), html: renderDocument(whole) };
}

/** Only owners choose, so only they are told. */
function choicesAt(link: string): FootLink {
  return { label: say(unsubscribeInMails.foot), link };
}

function renderText(mail: WholeMail): string {
  const { heading, paragraphs, action, notes, days, why, check, turnOff, isForStranger } = mail;
  const [first = '', ...others] = paragraphs;
  const checking = [textOfLink(check)];
  const blocks = [
    heading,
    first,
    ...(isForStranger ? checking : []),
    ...others,
    // Mail programs recognise a link that is alone on its line.
    `${say(words.introduces, action)}\n\n  ${action.link}`,
    ...notes,
    ...(days ? [days.caption] : []),
  ];
  const end = [...why, ...(turnOff ? [textOfLink(turnOff)] : []), ...(isForStranger ? [] : checking)];
  const wrapped = [...blocks.map(toWidth), ...(days ? [textOfDays(days)] : []), ...end.map(toWidth)];
  return `${wrapped.join('\n\n')}\n`;
}

function textOfLink({ label, link }: FootLink): string {
  return `${label} ${link}`;
}

function toWidth(block: string): string {
  return wrap(block, TEXT_WIDTH);
}

/** Two columns, the dates on the left. */
function textOfDays({ rows }: MailDays): string {
  const left = Math.max(...rows.map(({ when }) => when.length)) + 4;
  return rows
    .map(({ when, what }) => {
      const lines = wrap(what, TEXT_WIDTH - left).split('\n');
      return lines.map((line, index) => `${(index === 0 ? `  ${when}` : '').padEnd(left)}${line}`).join('\n');
    })
    .join('\n');
}
