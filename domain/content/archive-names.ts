import { safeFileName } from './file-name.ts';

/** What separates folders, and what Windows takes in no name. */
const FORBIDDEN = /[\\/:*?"<>|]+/g;
const ENDING = /\.[a-z0-9]{1,8}$/i;
/** Devices on Windows, whatever follows their first dot. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?= *(\.|$))/i;

/**
 * Names for files that come together in one folder, for every system that opens them.
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
  const safe = safeFileName(name.replace(FORBIDDEN, '-')).replace(/\s+/gu, ' ');
  const ending = ENDING.exec(safe)?.[0] ?? '';
  // A dot in front hides a file; Windows drops dots and spaces at the end.
  const stem = safe.slice(0, safe.length - ending.length).replace(/^[. ]+|[. ]+$/g, '') || 'Untitled';
  return { stem: stem.replace(RESERVED, '$1-'), ending };
}

/** Most systems hold "Sea.jpg" and "sea.jpg" for one. */
function sameAs(name: string): string {
  return name.toLowerCase();
}
