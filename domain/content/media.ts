import type { FileType } from './content.ts';

/** The content type of a file whose first bytes do not reveal it. */
export const OTHER_CONTENT_TYPE = 'application/octet-stream';

/** Pictures that every browser shows. HEIC and TIFF are shown by their thumbnail where one can be made, and downloaded. */
const SHOWN_PICTURES = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif']);
/** Recordings and films that browsers play, some of them not everywhere. */
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
/** One name for each type that has several. */
const SAME: Record<string, string> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/vorbis': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/vnd.avi': 'video/x-msvideo',
};
/** Containers of films that often hold only sound: their first bytes do not say which. */
const ALSO_SOUND = new Set([
  'video/mp4',
  'video/webm',
  'video/3gpp',
  'video/ogg',
  'video/quicktime',
  'application/ogg',
]);

/**
 * Plain text has no mark of its own, so its name says that it is text, and its bytes must not contradict.
 * @param head the first bytes of a file whose type is unknown
 * @returns text/plain for a `.txt` file in UTF-8 without control characters; null for anything else
 */
export function plainTextType(name: string, head: Uint8Array): 'text/plain' | null {
  if (!/\.txt$/i.test(name)) return null;
  try {
    // The head may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what makes a file binary
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : 'text/plain';
  } catch {
    return null;
  }
}

/**
 * @param type as its owner chose it
 * @param sniffed the content type of its first bytes; null when it is unknown
 * @returns the content type to save it with; null when the file is not of this type
 */
export function fittingContentType(type: FileType, sniffed: string | null): string | null {
  const found = sniffed === null ? null : (SAME[sniffed] ?? sniffed);
  if (type === 'file') return found ?? OTHER_CONTENT_TYPE;
  // SVG can carry scripts, so it is a document and not a picture.
  if (found === null || found === 'image/svg+xml') return null;
  if (found.startsWith(`${type}/`)) return found;
  return ALSO[type](found);
}

/** What each kind takes besides content types of its own name, and the content type to store. */
const ALSO: Record<Exclude<FileType, 'file'>, (found: string) => string | null> = {
  image: () => null,
  video: (found) => (found === 'application/ogg' ? 'video/ogg' : null),
  audio: (found) => (ALSO_SOUND.has(found) ? found.replace(/^\w+\//, 'audio/') : null),
};

/** @returns whether a browser may show it in the page: no type on this list can carry a script */
export function isShownInline(contentType: string): boolean {
  return SHOWN_PICTURES.has(contentType) || PLAYED.has(contentType);
}

/** The endings of names by which people know pictures and films that most browsers do not show. */
const SELDOM_SHOWN = /\.(heic|heif|tiff?|bmp|jxl|dng|cr2|nef|arw|avi|wmv|mkv|flv|mpe?g|mts|m2ts|wma|aiff?|amr)$/i;

/**
 * Before an upload only the name is known.
 * @returns the format, such as "HEIC", if most browsers do not show or play it; otherwise null
 */
export function seldomShownFormat(name: string): string | null {
  return SELDOM_SHOWN.exec(name)?.[1]?.toUpperCase() ?? null;
}

/** Documents in which a browser, or a program that opens a download, runs scripts. */
const SCRIPTED = /^(?:text\/(?:html|xsl)|multipart\/related)$|[/+]xml$|(?:java|ecma)script$/;

/**
 * The true type lets a phone open a PDF or a HEIC. A page, a drawing or XML can carry scripts, so it gets a type that nothing
 * shows, besides the sandbox that every file is served in.
 * @param contentType as it was detected at the upload
 * @returns the Content-Type header of a response with the file
 */
export function servedContentType(contentType: string): string {
  return SCRIPTED.test(contentType) ? OTHER_CONTENT_TYPE : contentType;
}

/** Pictures of phones that most browsers do not show. */
const PHONE_PICTURES = new Set(['image/heic', 'image/heif']);

/** @returns whether we try to make a JPEG of it in full size for its recipients */
export function hasJpegCopy(contentType: string): boolean {
  return PHONE_PICTURES.has(contentType);
}

/**
 * Documents and archives are given to others unchanged: one with a changed byte would be broken.
 * @param sniffed the content type of its first bytes; null when it is unknown
 * @returns whether a camera may have written its location into the file
 */
export function mayHoldLocation(sniffed: string | null): sniffed is string {
  return sniffed !== null && /^(image|video|audio)\//.test(sniffed);
}
