/** What on a page in the pseudo-language is in no catalogue: words with plain letters. */
import { ACCOUNTS } from '#dev/seed/accounts.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';

/** The pseudo-language accents these letters (messages/pseudo.ts). */
const PLAIN_LETTER = /[AEIOUYaeiouyCcNnSsZz]/;
/** Attributes with text for people. */
const ATTRIBUTES =
  /\s(?:aria-label|aria-description|alt|title|placeholder|content|data-[a-z-]*label|data-moment)="([^"]*)"/g;
/** Meta tags whose content is for browsers. */
const TECHNICAL_META =
  /<meta (?:charSet|name="(?:viewport|color-scheme|robots|twitter:card)"|property="og:(?:type|url|image|image:width|image:height)")[^>]*>/g;
/** Intl has no such language: the names of countries, and of places with a time zone, are English. */
const NAMES_BY_INTL = /<select[^>]*name="(?:phone_country|country|time_zone)".*?<\/select>/gs;

/** Words that no catalogue has, by reason. */
const ALLOWED = new Set([
  // The names of the product, of its plans and of others.
  ...['Stillhere', 'Free', 'Plus', 'Premium', 'Stripe', 'Google'],
  // Intl has no such language: its dates and lists are English.
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  ...[
    'December',
    ...'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
    'and',
    'or',
  ],
  // What speakers of each language call it.
  ...Object.values(LANGUAGE_NAMES),
  // A place: the time zone of the tests' people is Europe/Lisbon, that of visitors UTC.
  ...['Lisbon', 'UTC'],
]);
/** What the people of the tests have written, and the types of their files. */
const OWN_WORDS = ['A letter', 'A picture', 'A paper', 'Dear Ana,', 'picture.png', 'paper.pdf', 'content.age', 'Mamã'];
const FORMATS = /\b(PNG|WEBP|MP4|MP3|PDF|(image|video|audio|application)\/[a-z0-9-]+)\b/g;
/** Eight hex digits that name a sealed item on paper. */
const PARCEL_NUMBER = /\b[0-9A-F]{4} ?[0-9A-F]{4}\b/g;
/** A shorter part of a letter could be a word of ours. */
const PART_OF_A_LETTER = 12;

const demo = ACCOUNTS.flatMap(({ name, contacts = [], letters, files = [] }) => [
  ...[name, ...contacts.map((contact) => contact.name)].flatMap((whole) => [whole, ...whole.split(' ')]),
  ...[...letters, ...files].flatMap(({ title, delivery }) => [title, delivery?.name ?? '']),
  ...files.map((file) => file.name),
]);
/** Longest first: a name can be a part of a title. */
const DATA = [...new Set([...OWN_WORDS, ...demo])].filter(Boolean).sort((a, b) => b.length - a.length);
const LETTERS = ACCOUNTS.flatMap(({ letters }) =>
  letters.map(({ text }) => ({ lines: text.split('\n'), inOneLine: inOneLine(text) })),
);

/** @returns the texts of a page with a word that is in no catalogue */
export function untranslated(page: string): string[] {
  const html = page
    .replace(/<!--.*?-->/gs, '')
    // Of an entry of the record: its kind, ids and hashes.
    .replace(/<dd class="mono">.*?<\/dd>/gs, '')
    // The secret for an app that makes codes.
    .replace(/<strong class="mono">.*?<\/strong>/gs, '')
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(NAMES_BY_INTL, '')
    .replace(TECHNICAL_META, '')
    .replace('St<b>i</b>llhere', '');
  const attributes = [...html.matchAll(ATTRIBUTES)].map(([, text = '']) => text);
  const nodes = html.split(/<[^>]*>/);
  return [...nodes, ...attributes].map(unescaped).filter(hasPlainWord);
}

function hasPlainWord(text: string): boolean {
  if (!PLAIN_LETTER.test(text) || isOfLetter(text)) return false;
  const technical = [FORMATS, PARCEL_NUMBER, /\S+@\S+|https?:\S+|\blocalhost:\d+/g];
  const own = DATA.reduce((left, data) => left.replaceAll(data, ''), text);
  const rest = technical.reduce((left, pattern) => left.replace(pattern, ''), own);
  return (rest.match(/\p{L}+/gu) ?? []).some((word) => PLAIN_LETTER.test(word) && !ALLOWED.has(word));
}

function isOfLetter(text: string): boolean {
  const part = inOneLine(text.replace(/…$/, ''));
  return LETTERS.some(
    (letter) => letter.lines.includes(text) || (part.length >= PART_OF_A_LETTER && letter.inOneLine.includes(part)),
  );
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function unescaped(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
