import { type Html, html } from '#services/mails/html.ts';

/** A greeting or a closing is set apart when its lines are no longer than this. */
const SHORT_LINE = 60;
const CLOSING_LINES = 4;

/**
 * Sets a text as a letter: paragraphs where there are blank lines, line breaks where there are single ones.
 * A short first paragraph is taken for the greeting, a short last one for the closing. What has line breaks of its own
 * (verse, a list, an address) keeps them and is not indented.
 * @param text the letter as it was written; all of it is escaped
 */
export function setLetter(text: string): Html {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'));
  const set = paragraphs.map((lines, index) => {
    const breaks = lines.map((line, n) => (n === 0 ? line : html`<br>${line}`));
    const kind = kindOf(lines, index, paragraphs.length);
    // Each paragraph finds its own direction: a letter may greet in Arabic and go on in French.
    return kind === '' ? html`<p dir="auto">${breaks}</p>\n` : html`<p class="${kind}" dir="auto">${breaks}</p>\n`;
  });
  return html`${set}`;
}

function kindOf(lines: readonly string[], index: number, count: number): string {
  const isShort = lines.every((line) => line.length <= SHORT_LINE);
  if (index === 0 && count > 1 && isShort && lines.length === 1) return 'open';
  if (index === count - 1 && count > 2 && isShort && lines.length <= CLOSING_LINES) return 'close';
  return lines.length > 1 ? 'lines' : '';
}
