import { type ContentType, type FileType, inMegabytes, TITLE_MAX } from '#domain/content/content.ts';

/** For files of which the system does not know what they are. */
const BY_ENDING: Record<string, FileType> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  heic: 'image',
  mp4: 'video',
  m4v: 'video',
  mov: 'video',
  avi: 'video',
  mkv: 'video',
  webm: 'video',
  mp3: 'audio',
  m4a: 'audio',
  wav: 'audio',
  ogg: 'audio',
  opus: 'audio',
  flac: 'audio',
};

/** What a browser tells of a file before it is read. */
type Picked = Pick<File, 'name' | 'type'>;

/**
 * What somebody has picked, as far as its name tells; the server looks at its bytes.
 * @param chosen what they said they are keeping: under "File" everything is a file, and what nothing tells is that
 */
export function guessType({ name, type }: Picked, chosen: ContentType): FileType {
  if (chosen === 'file') return 'file';
  // A drawing with scripts in it is a document, whatever it calls itself.
  if (type === 'image/svg+xml') return 'file';
  const family = type.split('/')[0];
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (type === '' && chosen !== 'text' ? chosen : 'file');
}

/** @returns the title that a file brings along: its name, as far as a title may go */
export function titleFrom({ name }: Pick<File, 'name'>): string {
  // Never half of a character.
  return name.slice(0, TITLE_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

/** What has to be mended before a file can be sent, and where. */
export interface FileProblem {
  at: 'title' | 'file';
  message: string;
}

/**
 * @param title as it stands now
 * @returns what the server would refuse after hours of sending, or null
 */
export function problemOf({ size }: Pick<File, 'size'>, title: string): FileProblem | null {
  if (title.trim() === '') return { at: 'title', message: 'Please enter a title' };
  if (title.trim().length > TITLE_MAX) return { at: 'title', message: `A title can have ${TITLE_MAX} characters` };
  if (size === 0) return { at: 'file', message: 'This file is empty. Please choose another.' };
  return null;
}

/** How much a vault may hold and holds, in bytes. */
export interface Room {
  limit: number;
  used: number;
}

/**
 * Which files do not fit any more, when they are kept one after the other.
 * @param files in their order, sizes in bytes
 * @returns for each that does not fit, by its key, a sentence with what is left
 */
export function beyondRoom(
  files: readonly { key: string; size: number }[],
  { limit, used }: Room,
): Map<string, string> {
  const beyond = new Map<string, string>();
  let left = Math.max(0, limit - used);
  for (const { key, size } of files) {
    if (size <= left) left -= size;
    else
      beyond.set(
        key,
        `This needs ${inMegabytes(size)}, and ${inMegabytes(left)} of your ${inMegabytes(limit)} are left.`,
      );
  }
  return beyond;
}
