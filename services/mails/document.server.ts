/**
 * The HTML of a mail: one column, system fonts, no external resources. `createElement` instead of JSX, because the
 * worker runs from its sources and Node does not read JSX.
 */
import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf } from '#domain/language.ts';
import { currentLocale } from '#messages/say.ts';
import type { FootLink, MailDay, MailDays, MailParts, WholeMail } from './layout.ts';

const SERIF = 'Georgia, Times New Roman, serif';
const SANS = '-apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';
const INK = '#1b2331';
const SOFT = '#464d5b';
const ACCENT = '#932030';
const GROUND = '#f6f4ed';

/** Mail programs may drop style sheets, so the rules are on the elements. The sheet only holds the dark theme. */
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

/** Outlook on Windows ignores `max-width`. These comments, which only Outlook reads, put a table of 560 pixels around. */
const OUTLOOK = {
  open: '<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
};

/** @returns a whole HTML document; text in `parts` is escaped */
export function renderDocument(parts: WholeMail): string {
  return `<!doctype html>\n${renderToStaticMarkup(h(MailDocument, parts))}\n`;
}

/**
 * @param html a document of ours
 * @param text is escaped
 * @returns the document with a note above everything else
 */
export function withNote(html: string, text: string): string {
  const style = {
    margin: 0,
    padding: '14px 20px',
    background: ACCENT,
    color: '#fef9f5',
    font: `600 16px/1.45 ${SANS}`,
  };
  const note = renderToStaticMarkup(h('p', { style }, text));
  return html.replace(/<body[^>]*>/, (body) => `${body}${note}`);
}

function MailDocument(parts: WholeMail) {
  // React does not write comments, so the column is rendered by itself.
  const column = `${OUTLOOK.open}${renderToStaticMarkup(h(Column, parts))}${OUTLOOK.close}`;
  return h(
    'html',
    { lang: currentLocale(), ...direction() },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('title', null, parts.subject),
      h('style', null, HEAD_STYLE),
    ),
    h(
      'body',
      {
        className: 'ground',
        ...direction(),
        style: { margin: 0, padding: 0, background: GROUND, WebkitTextSizeAdjust: '100%' },
      },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden', msoHide: 'all' } }, parts.preview),
      h(
        Table,
        { className: 'ground', ...direction(), style: { borderCollapse: 'collapse', background: GROUND } },
        h('tr', null, h('td', { style: { padding: '32px 20px 40px' }, dangerouslySetInnerHTML: { __html: column } })),
      ),
    ),
  );
}

/** Also on the body and its table: some programs drop what is on `html`. Left to right needs no word. */
function direction(): { dir?: 'rtl' } {
  return isMirrored() ? { dir: 'rtl' } : {};
}

function isMirrored(): boolean {
  return directionOf(currentLocale()) === 'rtl';
}

function Column(mail: WholeMail) {
  const { heading, paragraphs, action, notes, days, why, check, turnOff, isForStranger } = mail;
  const [first, ...others] = paragraphs;
  return h(
    Table,
    { style: { maxWidth: 560, margin: '0 auto', borderCollapse: 'collapse' } },
    h(Row, { padding: '0 0 28px' }, h(Wordmark)),
    h(
      Row,
      { padding: 0 },
      h(Heading, null, heading),
      h(Paragraph, null, first),
      isForStranger && h(Note, null, h(ShownLink, check)),
      others.map(line(Paragraph)),
    ),
    h(Row, { padding: '12px 0 14px' }, h(Button, action)),
    h(Row, { padding: 0 }, notes.map(line(Note)), days && h(Days, days)),
    h(
      Row,
      { padding: '16px 0 0' },
      why.map(line(Reason)),
      turnOff && h(Reason, null, h(ShownLink, turnOff)),
      !isForStranger && h(Reason, null, h(ShownLink, check)),
    ),
  );
}

/** The link shows its whole address: a reader who checks a mail sees that it leads where it says. */
function ShownLink({ label, link }: FootLink) {
  return h(Fragment, null, label, ' ', h('a', { href: link, style: { color: 'inherit' } }, link));
}

function Wordmark() {
  const style = { margin: 0, font: `600 19px/1 ${SERIF}`, color: INK, letterSpacing: '-0.01em' };
  const dot = h('span', { className: 'dot', style: { color: ACCENT } }, 'i');
  return h('p', { className: 'ink', style }, 'St', dot, 'llhere');
}

function Heading({ children }: { children?: ReactNode }) {
  const style = {
    margin: '0 0 16px',
    font: `400 30px/1.2 ${SERIF}`,
    letterSpacing: '-0.01em',
    color: INK,
    overflowWrap: 'anywhere',
    textWrap: 'balance',
  } as const;
  return h('h1', { className: 'ink', style }, children);
}

/** The link fills the cell. Where a program gives links no padding, the cell has it. */
function Button({ label, link }: MailParts['action']) {
  const shape = { borderRadius: 10, background: ACCENT, textAlign: 'center' } as const;
  const face = { color: '#fef9f5', font: `600 18px/1.2 ${SANS}`, textDecoration: 'none' };
  return h(
    Table,
    { style: { borderSpacing: 0 } },
    h(
      'tr',
      null,
      h(
        'td',
        { className: 'act', style: { ...shape, msoPaddingAlt: '18px 20px' } as CSSProperties },
        h(
          'a',
          { className: 'act', href: link, style: { display: 'block', padding: '18px 20px', ...shape, ...face } },
          label,
        ),
      ),
    ),
  );
}

function Days({ caption, rows }: MailDays) {
  return h(
    Fragment,
    null,
    h(Note, null, caption),
    h(
      'table',
      { style: { width: '100%', margin: '4px 0 12px', borderCollapse: 'collapse' } },
      h(
        'tbody',
        null,
        rows.map((row) => h(Day, { key: row.when, ...row })),
      ),
    ),
  );
}

function Day({ when, what, isNow }: MailDay) {
  const className = isNow ? 'row dot' : 'row ink';
  const style = (weight: number) =>
    ({
      // Not logical: Outlook does not know those.
      padding: isMirrored() ? '11px 0 11px 12px' : '11px 12px 11px 0',
      borderTop: '1px solid #d7d2c9',
      textAlign: isMirrored() ? 'right' : 'left',
      verticalAlign: 'top',
      font: `${weight} 15px/1.45 ${SANS}`,
      color: isNow ? ACCENT : INK,
      overflowWrap: 'anywhere',
    }) as const;
  return h(
    'tr',
    null,
    h('th', { scope: 'row', className, style: { width: '38%', ...style(600) } }, when),
    h('td', { className, style: style(isNow ? 600 : 400) }, what),
  );
}

const Paragraph = sentence('ink', { margin: '0 0 16px', font: `400 17px/1.55 ${SANS}`, color: INK });
const Note = sentence('soft', { margin: '0 0 12px', font: `400 15px/1.55 ${SANS}`, color: SOFT });
const Reason = sentence('soft', { margin: '0 0 10px', font: `400 14px/1.5 ${SANS}`, color: SOFT });

function sentence(className: string, style: CSSProperties) {
  return ({ children }: { children?: ReactNode }) =>
    h('p', { className, style: { ...style, overflowWrap: 'anywhere' } }, children);
}

function line(Line: ReturnType<typeof sentence>) {
  return (text: string) => h(Line, { key: text }, text);
}

interface TableProps {
  className?: string;
  dir?: 'rtl';
  style: CSSProperties;
  children?: ReactNode;
}

/** A table for layout only, as wide as it may be. */
function Table({ style, children, ...rest }: TableProps) {
  return h('table', { role: 'presentation', ...rest, style: { width: '100%', ...style } }, h('tbody', null, children));
}

function Row({ padding, children }: { padding: string | number; children?: ReactNode }) {
  return h('tr', null, h('td', { style: { padding } }, children));
}
