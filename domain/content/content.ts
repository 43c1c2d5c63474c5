/** What can be kept in the vault. */
export type ContentType = 'text' | 'image' | 'video' | 'audio' | 'file';

/** 1 MB is 1,048,576 bytes everywhere. */
export const MEGABYTE = 1_048_576;
export const LETTER_MAX_BYTES = 1 * MEGABYTE;
export const TITLE_MAX = 200;
/** How much of a letter is kept beside its title for lists: enough for the longest preview (150 characters). */
const EXCERPT_LENGTH = 200;

/**
 * The first words of a letter, on one line.
 * @param text the letter
 * @returns at most 200 characters, never half of a character
 */
export function excerptOf(text: string): string {
  const start = text
    .slice(0, EXCERPT_LENGTH * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(start).slice(0, EXCERPT_LENGTH).join('');
}
