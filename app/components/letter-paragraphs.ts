/** A greeting or a closing is set apart when its lines are no longer than this. */
const SHORT_LINE = 60;
const CLOSING_LINES = 4;

/** A paragraph of a letter, and how it is set: the greeting, the closing, or one whose lines stay as they are. */
export interface Paragraph {
  kind: '' | 'open' | 'close' | 'lines';
  lines: string[];
}

/**
 * Sets a text as a letter: paragraphs where there are blank lines, line breaks where there are single ones.
 * A short first paragraph is taken for the greeting, a short last one for the closing. What has line breaks of its own
 * (verse, a list, an address) keeps them and is not indented.
 * @param text the letter as it was written
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'));
  return paragraphs.map((lines, index) => ({ kind: kindOf(lines, index, paragraphs.length), lines }));
}

function kindOf(lines: readonly string[], index: number, count: number): Paragraph['kind'] {
  const isShort = lines.every((line) => line.length <= SHORT_LINE);
  if (index === 0 && count > 1 && isShort && lines.length === 1) return 'open';
  if (index === count - 1 && count > 2 && isShort && lines.length <= CLOSING_LINES) return 'close';
  return lines.length > 1 ? 'lines' : '';
}
