/** What can be kept in the vault. */
export const CONTENT_TYPES = ['text', 'image', 'video', 'audio', 'file'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** 1 MB is 1,048,576 bytes everywhere. */
export const MEGABYTE = 1_048_576;
export const LETTER_MAX_BYTES = MEGABYTE;
export const TITLE_MAX = 200;
/** How much of a letter is kept beside its title for lists: enough for the longest preview (150 characters). */
export const EXCERPT_LENGTH = 200;

/**
 * The first words of a letter, on one line.
 * @param text the letter
 * @returns at most EXCERPT_LENGTH characters, never half of a character
 */
export function excerptOf(text: string): string {
  const start = text
    .slice(0, EXCERPT_LENGTH * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(start).slice(0, EXCERPT_LENGTH).join('');
}
