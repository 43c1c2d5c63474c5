/** What any file system takes, in bytes of UTF-8. */
const NAME_MAX_BYTES = 200;
const ENDING_MAX = 16;
/** Marks that turn the direction of what follows: "gpj.exe" would be read as "exe.jpg". */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name of a file as it is stored and shown. The given name may be a whole path, contain control characters, or be very
 * long.
 * @param name as a browser or a program sent it
 * @returns a name of one line without folders, at most 200 bytes, with its ending; "file" if nothing is left
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  // Normalized last: marks that come together when one between them goes have an order of their own.
  const line = last
    .replace(TURNING, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .normalize('NFC')
    .trim();
  return /^\.*$/.test(line) ? 'file' : shortened(line);
}

/** @returns the name of the JPEG of a picture: "IMG_4711.jpg" for "IMG_4711.HEIC" */
export function copyName(name: string): string {
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.jpg`;
}

function shortened(name: string): string {
  const encoder = new TextEncoder();
  const isLong = (text: string) => encoder.encode(text).length > NAME_MAX_BYTES;
  if (!isLong(name)) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_MAX ? name.slice(dot) : '';
  const characters = Array.from(name.slice(0, name.length - ending.length)).slice(0, NAME_MAX_BYTES);
  while (isLong(characters.join('') + ending)) characters.pop();
  return characters.join('') + ending;
}

/** @returns the format by which people know a file: "AVI" for "sea.avi"; null for a name without an ending */
export function fileFormat(name: string): string | null {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? null;
}
