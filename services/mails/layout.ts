import { type Html, html } from './html.ts';
import { wrap } from './words.ts';

/** A mail as it is handed to the sender. */
export interface Mail {
  subject: string;
  /** What the inbox shows beside the subject; it is in the HTML as well. */
  preview: string;
  text: string;
  html: string;
}

/** What a mail of ours says. Text and HTML are drawn from the same sentences, so they cannot disagree. */
export interface MailParts {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action: { label: string; link: string };
  /** Said after the action, more quietly. */
  notes: readonly string[];
  /** What happens when, one line each; where there is such a thing. */
  days?: MailDays;
  /** Why they got it, and how to reach us. */
  why: readonly string[];
}

/** A small table of dates. */
export interface MailDays {
  /** Said before it. */
  caption: string;
  rows: readonly MailDay[];
}

/** One line of it. */
export interface MailDay {
  when: string;
  what: string;
  /** What this very mail is about. */
  isNow: boolean;
}

const TEXT_WIDTH = 76;
const SERIF = 'Georgia, Times New Roman, serif';
const SANS = '-apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';

/** Mail programs drop style sheets or keep them as they please: the rules are on the elements, the head only has lamplight. */
const HEAD_STYLE = `:root { color-scheme: light dark; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
@media (prefers-color-scheme: dark) {
  .ground { background: #1d1915 !important; }
  .ink { color: #ede6d6 !important; }
  .soft { color: #bcb5a8 !important; }
  .dot { color: #f09996 !important; }
  .row { border-color: #3e3831 !important; }
  .act { background: #ad3639 !important; color: #fcf6ed !important; }
}`;

/** Outlook on Windows sets mails with Word, which knows no greatest width: lines would run across the whole screen. */
const FOR_WORD = {
  open: html`<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->
`,
  close: html`
<!--[if mso]></td></tr></table><![endif]-->`,
};

/**
 * Sets a mail: one column, system faces, nothing loaded from anywhere.
 * @param parts plain sentences; names and titles in them went through words.ts
 */
export function setMail(parts: MailParts): Mail {
  const { subject, preview } = parts;
  return { subject, preview, text: textOf(parts), html: `<!doctype html>\n${documentOf(parts).markup}\n` };
}

function textOf({ heading, paragraphs, action, notes, days, why }: MailParts): string {
  const blocks = [
    heading,
    ...paragraphs,
    // Alone on its line: what mail programs recognise as a link.
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

function documentOf(parts: MailParts): Html {
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${parts.subject}</title>
<style>
${HEAD_STYLE}
</style>
</head>
<body class="ground" style="margin: 0; padding: 0; background: #f6f4ed; -webkit-text-size-adjust: 100%">
<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all">${parts.preview}</div>
<table role="presentation" class="ground" style="width: 100%; border-collapse: collapse; background: #f6f4ed"><tr><td style="padding: 32px 20px 40px">
${FOR_WORD.open}<table role="presentation" style="width: 100%; max-width: 560px; margin: 0 auto; border-collapse: collapse">
<tr><td class="ink" style="padding: 0 0 28px; font: 600 19px/1 ${SERIF}; color: #1b2331; letter-spacing: -0.01em">St<span class="dot" style="color: #932030">i</span>llhere</td></tr>
<tr><td style="padding: 0"><h1 class="ink" style="margin: 0 0 16px; font: 400 30px/1.2 ${SERIF}; letter-spacing: -0.01em; color: #1b2331; overflow-wrap: anywhere; text-wrap: balance">${parts.heading}</h1>
${parts.paragraphs.map(paragraph)}</td></tr>
<tr><td style="padding: 12px 0 14px">${button(parts.action)}</td></tr>
<tr><td style="padding: 0">${parts.notes.map(note)}${parts.days ? daysOf(parts.days) : null}</td></tr>
<tr><td style="padding: 16px 0 0">${parts.why.map(reason)}</td></tr>
</table>${FOR_WORD.close}
</td></tr></table>
</body>
</html>`;
}

/** The link fills the cell; where a program gives links no room of their own, the cell has it. */
function button({ label, link }: MailParts['action']): Html {
  return html`<table role="presentation" style="width: 100%; border-spacing: 0"><tr><td class="act" style="border-radius: 10px; background: #932030; text-align: center; mso-padding-alt: 18px 20px"><a class="act" href="${link}" style="display: block; padding: 18px 20px; border-radius: 10px; background: #932030; color: #fef9f5; font: 600 18px/1.2 ${SANS}; text-align: center; text-decoration: none">${label}</a></td></tr></table>`;
}

function paragraph(sentence: string): Html {
  return html`<p class="ink" style="margin: 0 0 16px; font: 400 17px/1.55 ${SANS}; color: #1b2331; overflow-wrap: anywhere">${sentence}</p>
`;
}

function note(sentence: string): Html {
  return html`<p class="soft" style="margin: 0 0 12px; font: 400 15px/1.55 ${SANS}; color: #464d5b; overflow-wrap: anywhere">${sentence}</p>
`;
}

function daysOf({ caption, rows }: MailDays): Html {
  return html`${note(caption)}<table style="width: 100%; margin: 4px 0 12px; border-collapse: collapse">
${rows.map(dayRow)}</table>
`;
}

function dayRow({ when, what, isNow }: MailDay): Html {
  const colour = isNow ? '#932030' : '#1b2331';
  const face = (weight: number) =>
    `padding: 11px 12px 11px 0; border-top: 1px solid #d7d2c9; text-align: left; vertical-align: top; font: ${weight} 15px/1.45 ${SANS}; color: ${colour}; overflow-wrap: anywhere`;
  const kind = isNow ? 'row dot' : 'row ink';
  return html`<tr><th scope="row" class="${kind}" style="width: 38%; ${face(600)}">${when}</th><td class="${kind}" style="${face(isNow ? 600 : 400)}">${what}</td></tr>
`;
}

function reason(sentence: string): Html {
  return html`<p class="soft" style="margin: 0 0 10px; font: 400 14px/1.5 ${SANS}; color: #464d5b; overflow-wrap: anywhere">${sentence}</p>
`;
}
