import type { FileType } from './content.ts';

/** What a file is when nothing tells. */
export const OTHER_CONTENT_TYPE = 'application/octet-stream';

/** Pictures that every browser draws. HEIC and TIFF are kept and downloaded, and shown by their thumbnail where one can be made. */
const SHOWN_PICTURES = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif']);
/** Sound and film that browsers play, some of them not everywhere. */
const PLAYED = new Set([
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/ogg',
  'audio/opus',
  'audio/webm',
  'audio/wav',
  'audio/flac',
]);
/** One name for what has several. */
const SAME: Record<string, string> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/vorbis': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/vnd.avi': 'video/x-msvideo',
};
/** Containers of film that often hold a voice alone: file formats do not say which at their beginning. */
const ALSO_SOUND = new Set([
  'video/mp4',
  'video/webm',
  'video/3gpp',
  'video/ogg',
  'video/quicktime',
  'application/ogg',
]);

/**
 * Whether what somebody picked is what they said it is.
 * @param type as they chose it
 * @param sniffed what its first bytes are, null when they tell nothing
 * @returns the content type it is kept with, or null when it cannot be kept under this type
 */
export function fittingContentType(type: FileType, sniffed: string | null): string | null {
  const found = sniffed === null ? null : (SAME[sniffed] ?? sniffed);
  if (type === 'file') return found ?? OTHER_CONTENT_TYPE;
  // A drawing with scripts in it is a document, whatever it calls itself.
  if (found === null || found === 'image/svg+xml') return null;
  if (found.startsWith(`${type}/`)) return found;
  if (type === 'audio' && ALSO_SOUND.has(found)) return found.replace(/^\w+\//, 'audio/');
  return type === 'video' && found === 'application/ogg' ? 'video/ogg' : null;
}

/** @returns whether a browser may show it in place: nothing on this list can carry a script */
export function isShownInline(contentType: string): boolean {
  return SHOWN_PICTURES.has(contentType) || PLAYED.has(contentType);
}

/** @returns whether a picture, a first frame or a waveform can be tried */
export function hasThumbnail(type: FileType): boolean {
  return type !== 'file';
}

/**
 * Whether a camera may have written a location into it. Anything but pictures, film and sound is given to others as it is:
 * an archive with a changed byte is a broken one.
 * @param sniffed what its first bytes are, null when they tell nothing
 */
export function mayHoldLocation(sniffed: string | null): sniffed is string {
  return sniffed !== null && /^(image|video|audio)\//.test(sniffed);
}
