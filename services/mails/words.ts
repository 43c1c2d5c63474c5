/** Names, titles and kinds of content, as they stand inside our sentences and headers. */
import type { ContentType } from '#domain/content/content.ts';

/** Controls and line separators would start another header; direction controls could turn our own words around. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * @param value a name or a title, as a person typed it
 * @param limit how many characters (as people count them) at most; longer ones end in an ellipsis
 * @returns one line without control characters. A right-to-left value comes inside an isolate: two such names side by
 *   side in an English sentence would otherwise change places, and it would say that Rana wrote to Shaima
 */
export function oneLine(value: string, limit = Number.POSITIVE_INFINITY): string {
  const line = value.replace(CONTROLS, ' ').replace(DIRECTIONS, '').replace(/\s+/gu, ' ').trim();
  const short = shorten(line, limit);
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/** @returns the name as a line of its own, or "Someone" where nothing of it can be shown */
export function shownName(name: string, limit?: number): string {
  return oneLine(name, limit) || 'Someone';
}

/** @returns the title in quotation marks, or "Untitled" */
export function quoted(title: string, limit?: number): string {
  return `“${oneLine(title, limit) || 'Untitled'}”`;
}

const LISTED_MAX = 5;

/** @returns names or titles, each fit to stand in a sentence already, as one part of it: "Ana, Rui and 3 others" */
export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  // One that is left out would take as much room as its name.
  const shown = rest > 1 ? [...names.slice(0, LISTED_MAX), `${rest} others`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
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
  const characters = Array.from(new Intl.Segmenter('en').segment(line), (part) => part.segment);
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** How something is spoken of to whoever receives it. */
interface Kind {
  noun: string;
  /** What its sender did. */
  did: string;
  /** Before the day on which it came into the vault. */
  made: string;
  /** What the one button does. */
  open: string;
}

export const KINDS: Record<ContentType, Kind> = {
  text: { noun: 'letter', did: 'wrote to you', made: 'written', open: 'Open the letter' },
  image: { noun: 'picture', did: 'left a picture for you', made: 'added', open: 'Open the picture' },
  video: { noun: 'video', did: 'left a video for you', made: 'added', open: 'Open the video' },
  audio: { noun: 'recording', did: 'left a recording for you', made: 'added', open: 'Open the recording' },
  file: { noun: 'file', did: 'left a file for you', made: 'added', open: 'Open the file' },
};

const NUMBERS = ['no', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const ORDER = ['text', 'image', 'video', 'audio', 'file'] as const satisfies ContentType[];

/** @returns several things in words, letters first: "two letters, a picture and a file" */
export function inWords(types: readonly ContentType[]): string {
  const parts = ORDER.flatMap((type) => {
    const count = types.filter((one) => one === type).length;
    return count === 0 ? [] : `${NUMBERS[count] ?? count} ${KINDS[type].noun}${count === 1 ? '' : 's'}`;
  });
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
