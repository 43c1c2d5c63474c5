import { paragraphsOf } from '#app/components/letter-paragraphs.ts';
import { type Html, html } from '#services/mails/html.ts';

/**
 * Sets a text as a letter.
 * @param text the letter as it was written; all of it is escaped
 */
export function setLetter(text: string): Html {
  const set = paragraphsOf(text).map(({ kind, lines }) => {
    const breaks = lines.map((line, n) => (n === 0 ? line : html`<br>${line}`));
    // Each paragraph finds its own direction: a letter may greet in Arabic and go on in French.
    return kind === '' ? html`<p dir="auto">${breaks}</p>\n` : html`<p class="${kind}" dir="auto">${breaks}</p>\n`;
  });
  return html`${set}`;
}
