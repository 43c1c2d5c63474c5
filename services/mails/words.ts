/** Names, titles and kinds of content, as values of sentences and headers. */
import { charactersOf } from '#domain/content/characters.ts';
import { CONTENT_TYPES, type TypeCounts } from '#domain/content/content.ts';
import { directionOf } from '#domain/language.ts';
import { frame } from '#messages/en/frame.ts';
import { words } from '#messages/en/words.ts';
import { listFormat } from '#messages/formatters.ts';
import { currentLocale, say } from '#messages/say.ts';

/** Control characters and line separators could start another header; direction controls could reorder our text. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const ISOLATES = /[\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * @param value a name or a title, as a person typed it
 * @param limit how many characters (as people count them) at most; longer ones end in an ellipsis
 * @returns one line without control characters. A right-to-left value comes inside an isolate: two such names side by
 *   side in an English sentence would otherwise change places, and it would say that Rana wrote to Shaima. In a language
 *   that is written so, each value does
 */
export function oneLine(value: string, limit = Number.POSITIVE_INFINITY): string {
  const line = value.replace(CONTROLS, ' ').replace(DIRECTIONS, '').replace(/\s+/gu, ' ').trim();
  const short = shorten(line, limit);
  const isOtherWay = RIGHT_TO_LEFT.test(short) || directionOf(currentLocale()) === 'rtl';
  return isOtherWay && short !== '' ? `\u2068${short}\u2069` : short;
}

/** @returns the name as a line of its own, or "Someone" where nothing of it can be shown */
export function shownName(name: string, limit?: number): string {
  return oneLine(name, limit) || say(words.someone);
}

/**
 * A person with their address, so that readers can tell who it is: a name alone may be anyone's.
 * @param email null where its owner has not confirmed it; it is not shown then
 * @returns "Helena Duarte (helena@example.com)"
 */
export function identified(name: string, email: string | null): string {
  const shown = { name: shownName(name) };
  return email ? say(words.identified, { ...shown, email: oneLine(email) }) : say(words.unidentified, shown);
}

/** @returns the text without isolates, for a header: some mail programs show them there as boxes */
export function forHeader(text: string): string {
  return text.replace(ISOLATES, '');
}

/** @returns the title in quotation marks, or "Untitled" */
export function quoted(title: string, limit?: number): string {
  return say(words.quoted, { title: oneLine(title, limit) || say(frame.untitled) });
}

const LISTED_MAX = 5;

/** @returns names or titles, each of which can be part of a sentence already, as one list: "Ana, Rui and 3 others" */
export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  // "1 others" would be as long as the name itself.
  const shown = rest > 1 ? [...names.slice(0, LISTED_MAX), say(words.others, { count: rest })] : names;
  return listFormat({ type: 'conjunction' }).format(shown);
}

/** @returns the text in lines of at most `width` characters, broken between words only; its own line breaks stay */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(text: string, width: number): string {
  if (text.length <= width || !text.trim().includes(' ')) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join('\n');
}

function shorten(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const characters = charactersOf(line);
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** @returns several contents in words, letters first: "two letters, a picture and a file" */
export function inWords(types: TypeCounts): string {
  return listFormat({ type: 'conjunction' }).format(
    CONTENT_TYPES.flatMap((type) => {
      const count = types[type] ?? 0;
      return count === 0 ? [] : say(words.counted[type], { count });
    }),
  );
}
