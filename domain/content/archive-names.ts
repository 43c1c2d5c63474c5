/** Names for files in one folder, on whatever system somebody opens them. */

/** In characters; of four bytes at most each, so that a name fits into the 255 bytes that file systems take. */
const STEM_LENGTH = 60;
/** Separators of paths, what Windows refuses, controls, and what would turn a name around: "gpj.exe" for "exe.jpg". */
const UNSAFE = /[\p{Cc}\u2028\u2029\\/:*?"<>|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const ENDING = /\.[a-z0-9]{1,8}$/i;
/** Devices on Windows, also with an ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * @param names as people gave them, in order
 * @returns names that every common file system takes, no two of which it would hold for the same
 */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const { stem, ending } = parted(name);
    let free = stem + ending;
    for (let n = 2; taken.has(sameAs(free)); n++) free = `${stem} (${n})${ending}`;
    taken.add(sameAs(free));
    return free;
  });
}

function parted(name: string): { stem: string; ending: string } {
  const line = name.toWellFormed().normalize('NFC').replace(UNSAFE, '-').replace(/\s+/gu, ' ').trim();
  const ending = ENDING.exec(line)?.[0] ?? '';
  const short = Array.from(line.slice(0, line.length - ending.length)).slice(0, STEM_LENGTH).join('');
  // A leading dot hides a file; Windows drops a dot or a space at the end.
  const stem = short.replace(/^[. ]+|[. ]+$/g, '') || 'Untitled';
  return { stem: RESERVED.test(stem) ? `${stem}-` : stem, ending };
}

/** Most systems hold "Sea.jpg" and "sea.jpg" for one. */
function sameAs(name: string): string {
  return name.toLowerCase();
}
