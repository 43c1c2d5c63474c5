import { renderDocument } from './document.server.ts';
import { wrap } from './words.ts';

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

/** @param parts text without markup; names and titles in it come from words.ts */
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
