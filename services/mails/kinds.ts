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
