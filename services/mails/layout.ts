import { renderDocument } from './document.ts';
import { wrap } from './words.ts';

/** A mail as it is handed to the sender. */
export interface Mail {
  subject: string;
  /** What the inbox shows beside the subject; it is in the HTML as well. */
  preview: string;
  text: string;
  html: string;
}

/** The sentences of a mail. Text and HTML are rendered from the same ones, so they cannot disagree. */
export interface MailParts {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action: { label: string; link: string };
  /** Smaller, after the action. */
  notes: readonly string[];
  /** What happens when, one line each. */
  days?: MailDays;
  /** Why the reader got it, and how to reach us. */
  why: readonly string[];
}

/** A small table of dates. */
export interface MailDays {
  /** The sentence above the table. */
  caption: string;
  rows: readonly MailDay[];
}

/** One line of it. */
export interface MailDay {
  when: string;
  what: string;
  /** The line that this mail is about. */
  isNow: boolean;
}

const TEXT_WIDTH = 76;

/** @param parts plain sentences; names and titles in them went through words.ts */
export function renderMail(parts: MailParts): Mail {
  const { subject, preview } = parts;
  return { subject, preview, text: renderText(parts), html: renderDocument(parts) };
}

function renderText({ heading, paragraphs, action, notes, days, why }: MailParts): string {
  const blocks = [
    heading,
    ...paragraphs,
    // Mail programs recognise a link that is alone on its line.
    `${action.label}:\n\n  ${action.link}`,
    ...notes,
    ...(days ? [days.caption] : []),
  ];
  const wrapped = [...blocks.map(toWidth), ...(days ? [textOfDays(days)] : []), ...why.map(toWidth)];
  return `${wrapped.join('\n\n')}\n`;
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
