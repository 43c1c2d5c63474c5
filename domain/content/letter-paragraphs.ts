/** The longest line of a greeting or a closing, in characters. */
const SHORT_LINE = 60;
const CLOSING_LINES = 4;

/** A paragraph and its style: the greeting, the closing, one that keeps its line breaks, or an ordinary one. */
export interface Paragraph {
  kind: '' | 'open' | 'close' | 'lines';
  lines: string[];
}

/**
 * Splits a letter into paragraphs at blank lines. A short first paragraph counts as the greeting, a short last one as the
 * closing. A paragraph with line breaks (verse, a list, an address) keeps them and is not indented.
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
