/**
 * @returns the characters as people count them: an emoji of several code points, or a letter with its accents, is one
 *   (Unicode Standard Annex 29)
 */
export function charactersOf(text: string): string[] {
  return Array.from(segmentsOf(text), ({ segment }) => segment);
}

/**
 * @param length the maximum of UTF-16 code units, as `String.length` counts them
 * @returns the beginning of a text, in whole characters
 */
export function beginningOf(text: string, length: number): string {
  let end = 0;
  for (const { segment } of segmentsOf(text)) {
    if (end + segment.length > length) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

function segmentsOf(text: string): Intl.Segments {
  return new Intl.Segmenter('en').segment(text);
}
