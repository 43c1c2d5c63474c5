import { beginningOf, charactersOf } from './characters.ts';

/** The types of content in the vault, in the order in which they are offered. */
export const CONTENT_TYPES = ['text', 'image', 'video', 'audio', 'file'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** How many contents there are of each type; a type without any is left out. */
export type TypeCounts = Readonly<Partial<Record<ContentType, number>>>;

/** @returns how many things of all kinds together */
export function countOf(types: TypeCounts): number {
  return Object.values(types).reduce((sum, count) => sum + count, 0);
}

/** The one table of kinds. A new one is asked for by the compiler wherever kinds differ. */
export const CONTENT_KINDS = {
  text: { isFile: false, thumbnail: null },
  image: { isFile: true, thumbnail: 'picture' },
  video: { isFile: true, thumbnail: 'first frame' },
  audio: { isFile: true, thumbnail: 'waveform' },
  file: { isFile: true, thumbnail: null },
} as const satisfies Record<ContentType, { isFile: boolean; thumbnail: 'picture' | 'first frame' | 'waveform' | null }>;

/** The kinds that are uploaded. */
export type FileType = {
  [Type in ContentType]: (typeof CONTENT_KINDS)[Type]['isFile'] extends true ? Type : never;
}[ContentType];
export const FILE_TYPES = CONTENT_TYPES.filter((type): type is FileType => CONTENT_KINDS[type].isFile);

/** @returns whether browsers read it with a viewer of their own */
export function isPdf(contentType: string): boolean {
  return contentType === 'application/pdf';
}

/** @returns whether we try to make a thumbnail or a waveform; of a PDF its first page */
export function hasThumbnail(type: ContentType, contentType: string): boolean {
  return CONTENT_KINDS[type].thumbnail !== null || isPdf(contentType);
}

/** 1 MB is 1,048,576 bytes everywhere. */
export const MEGABYTE = 1_048_576;
export const GIGABYTE = 1_024 * MEGABYTE;

export const LETTER_MAX_BYTES = 1 * MEGABYTE;
export const LETTER_CONTENT_TYPE = 'text/plain';
export const TITLE_MAX = 200;
/** The longest note with a file, in characters. */
export const CAPTION_MAX = 2_000;
/** How much of a letter is stored with its title for lists: enough for the longest preview (150 characters). */
const EXCERPT_LENGTH = 200;

/**
 * The first words of a letter, on one line.
 * @param text the letter
 * @returns at most 200 characters, never half of a character
 */
export function excerptOf(text: string): string {
  const start = beginningOf(text, EXCERPT_LENGTH * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  return charactersOf(start).slice(0, EXCERPT_LENGTH).join('');
}

/**
 * A size as people read it.
 * @param bytes how many
 * @returns megabytes with two decimals; what is there is never shown as nothing
 */
export function inMegabytes(bytes: number): string {
  const rounded = (bytes / MEGABYTE).toFixed(2);
  return `${bytes > 0 && rounded === '0.00' ? '0.01' : rounded} MB`;
}
