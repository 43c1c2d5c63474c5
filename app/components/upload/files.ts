import { beginningOf } from '#domain/content/characters.ts';
import { CAPTION_MAX, type ContentType, type FileType, inMegabytes, TITLE_MAX } from '#domain/content/content.ts';
import { plansHolding } from '#domain/subscription/plan.ts';
import { fileReasons } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';

/** For files that the browser gives no type. */
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

type Picked = Pick<File, 'name' | 'type'>;

/**
 * Guesses the type of a file by its name; the server reads its bytes.
 * @param chosen the type that the person chose: it counts where the name says nothing, and a single file under "File" is a file
 * @param areSeveral whether it is one of several: then "File" is no choice of a type
 */
export function guessType({ name, type }: Picked, chosen: ContentType, areSeveral = false): FileType {
  if (chosen === 'file' && !areSeveral) return 'file';
  // An SVG may contain scripts.
  if (type === 'image/svg+xml') return 'file';
  const family = type.split('/')[0];
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (type === '' && chosen !== 'text' ? chosen : 'file');
}

/** @returns "A picture, so it is kept as an Image." */
export function reasonFor(type: FileType): string {
  return say(fileReasons.types[type]);
}

/** @returns "hills.png is a picture, so it is kept as an Image." */
export function reasonForFile({ name }: Pick<File, 'name'>, type: FileType): string {
  return say(fileReasons.typesOf[type], { name });
}

/** @returns the file's name, cut to the length of a title */
export function titleFrom({ name }: Pick<File, 'name'>): string {
  return beginningOf(name, TITLE_MAX);
}

/** The button beside a refused file; `none` where only its message helps. */
export type Remedy = 'again' | 'as-file' | 'as-private' | 'room' | 'none';

/** Why a file was not saved, the field at fault, and the remedy. */
export interface FileProblem {
  at: 'title' | 'caption' | 'file';
  message: string;
  remedy: Remedy;
}

/** @returns what the server would refuse only after the whole upload; null where nothing is wrong */
export function problemOf(
  { size }: Pick<File, 'size'>,
  { title, caption }: { title: string; caption: string },
): FileProblem | null {
  const problem = (at: FileProblem['at'], message: string): FileProblem => ({ at, message, remedy: 'none' });
  if (title.trim() === '') return problem('title', say(fileReasons.noTitle));
  if (title.trim().length > TITLE_MAX) return problem('title', say(fileReasons.longTitle, { max: TITLE_MAX }));
  if (caption.trim().length > CAPTION_MAX)
    return problem('caption', say(fileReasons.longCaption, { max: CAPTION_MAX }));
  if (size === 0) return problem('file', say(fileReasons.empty));
  return null;
}

/** The vault's limit and use, in bytes. */
export interface Room {
  limit: number;
  used: number;
}

/** @returns why a file of this size does not fit */
export function noRoomWords(size: number, { limit, used }: Room): string {
  const texts = { size: inMegabytes(size), limit: inMegabytes(limit) };
  if (used > limit) return say(fileReasons.beyondPlan, { ...texts, used: inMegabytes(used) });
  return say(fileReasons.noRoom, { ...texts, left: inMegabytes(limit - used) });
}

/** Why a file does not fit. */
export interface Shortage {
  message: string;
  /** Whether removing other items would help; otherwise the file is larger than the whole vault. */
  canMakeRoom: boolean;
  /** The plans that have room for it, cheapest first. */
  plans: readonly string[];
}

/**
 * Finds the files that do not fit when they are saved in this order.
 * @param files sizes in bytes
 * @returns the shortage of each, by key
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
