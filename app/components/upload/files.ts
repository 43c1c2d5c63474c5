import { type ContentType, type FileType, inMegabytes, TITLE_MAX } from '#domain/content/content.ts';
import { plansHolding } from '#domain/subscription/plan.ts';

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
 * @param chosen what they said they are keeping: what nothing tells is that, and one file under "File" is a file
 * @param areSeveral whether it is one of several, of which "File" says no more than that they are files
 */
export function guessType({ name, type }: Picked, chosen: ContentType, areSeveral = false): FileType {
  if (chosen === 'file' && !areSeveral) return 'file';
  // A drawing with scripts in it is a document, whatever it calls itself.
  if (type === 'image/svg+xml') return 'file';
  const family = type.split('/')[0];
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (type === '' && chosen !== 'text' ? chosen : 'file');
}

const WHAT = {
  image: 'a picture',
  video: 'a video',
  audio: 'a recording',
  file: 'neither a picture nor a video nor a recording',
} as const;
const AS = { image: 'an Image', video: 'a Video', audio: 'Audio', file: 'a File' } as const;

/** @returns why a file is kept under another type than was chosen: "A picture, so it is kept as an Image." */
export function reasonFor(type: FileType): string {
  const what: string = WHAT[type];
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, so it is kept as ${AS[type]}.`;
}

/** @returns the same of a file by its name: "hills.png is a picture, so it is kept as an Image." */
export function reasonForFile({ name }: Pick<File, 'name'>, type: FileType): string {
  return `${name} is ${WHAT[type]}, so it is kept as ${AS[type]}.`;
}

/** @returns the title that a file brings along: its name, as far as a title may go */
export function titleFrom({ name }: Pick<File, 'name'>): string {
  // Never half of a character.
  return name.slice(0, TITLE_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * What helps a file that was refused: trying again, keeping it as a File, keeping it private, making room; or nothing but
 * what its sentence says.
 */
export type Remedy = 'again' | 'as-file' | 'as-private' | 'room' | 'none';

/** Why a file was not kept, where that is mended, and by what. */
export interface FileProblem {
  at: 'title' | 'file';
  message: string;
  remedy: Remedy;
}

/**
 * @param title as it stands now
 * @returns what the server would refuse after hours of sending, or null
 */
export function problemOf({ size }: Pick<File, 'size'>, title: string): FileProblem | null {
  const wrongTitle = (message: string): FileProblem => ({ at: 'title', message, remedy: 'none' });
  if (title.trim() === '') return wrongTitle('Please enter a title');
  if (title.trim().length > TITLE_MAX) return wrongTitle(`A title can have ${TITLE_MAX} characters`);
  if (size === 0) return { at: 'file', message: 'This file is empty. Please choose another.', remedy: 'none' };
  return null;
}

/** How much a vault may hold and holds, in bytes. */
export interface Room {
  limit: number;
  used: number;
}

/** @returns why a file of so many bytes cannot be kept, with what is left */
export function noRoomWords(size: number, { limit, used }: Room): string {
  if (used > limit)
    return `This needs ${inMegabytes(size)}, and you keep ${inMegabytes(used)} already: more than the ${inMegabytes(limit)} of your plan.`;
  const left = limit - used;
  return `This needs ${inMegabytes(size)}, and ${inMegabytes(left)} of your ${inMegabytes(limit)} are left.`;
}

/** Why a file does not fit. */
export interface Shortage {
  /** With what is left. */
  message: string;
  /** Whether it would fit if other things went; otherwise it is larger than the whole vault. */
  canMakeRoom: boolean;
  /** Plans that would have room for it beside everything that is kept, the cheapest first. */
  plans: readonly string[];
}

/**
 * Which files do not fit any more, when they are kept one after the other.
 * @param files in their order, sizes in bytes
 * @returns what is missing for each that does not fit, by its key
 */
export function beyondRoom(
  files: readonly { key: string; size: number }[],
  { limit, used }: Room,
): Map<string, Shortage> {
  const beyond = new Map<string, Shortage>();
  let left = Math.max(0, limit - used);
  for (const { key, size } of files) {
    if (size <= left) left -= size;
    else {
      const taken = Math.max(used, limit - left);
      const message = noRoomWords(size, { limit, used: taken });
      beyond.set(key, { message, canMakeRoom: size <= limit, plans: plansHolding(taken + size) });
    }
  }
  return beyond;
}
