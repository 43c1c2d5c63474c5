import type { ContentType } from '#domain/content/content.ts';

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
