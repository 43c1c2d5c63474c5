/** Which names a sender may have: readers trust them, so none may pose as us, or as an address. */

/** What is wrong with a name; `messages/en/field-errors.ts` has the sentences. */
export type NameFault = 'name-like-ours' | 'name-like-address' | 'name-with-hidden-characters';

/** @returns what is wrong with a name; null for a name that a sender may have */
export function faultOfName(name: string): NameFault | null {
  if (HIDDEN.test(name)) return 'name-with-hidden-characters';
  if (looksLikeOurs(name)) return 'name-like-ours';
  return looksLikeAddress(name) ? 'name-like-address' : null;
}

/** Controls, directions and invisible characters. The two joiners belong to Persian names, and to emoji. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/u;

/** "stillhere" as `skeletonOf` writes it, where it begins a word: "Kristi Herrera" is a person. */
const OURS = ' stlhere';

function looksLikeOurs(name: string): boolean {
  return skeletonOf(name).includes(OURS);
}

/**
 * Characters that look like a letter of our name, in Latin, Greek, Cyrillic, Armenian, Cherokee and among digits; `i` looks
 * like `l`. Small and capital ones: toLowerCase has been applied.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
const LOOK_ALIKES: Record<string, string> = {
  s: '5$ѕꜱꮪʂƨꮥ',
  t: '7+тτꭲⲧƭ†',
  l: 'i1!|ıіιӏǀɩⅼꮮլӀ¡ɭłاߊ',
  h: 'нһηհꮋꮒⲏɦħ',
  e: '3еεєҽꭼ℮ɛəⲉѐё€',
  r: 'гꭱꮢʀɾɼꮁ',
};
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alikes]) => [...alikes].map((alike) => [alike, letter] as const)),
);

/** @returns the letters of a name as they look: no marks, signs or spaces but one before an S that begins a word; no letter twice */
function skeletonOf(name: string): string {
  const words = name.normalize('NFKD').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const plain = words.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const looks = [...plain].map((character, at, all) => {
    const look = LETTERS.get(character) ?? character.replace(/[^\p{L}\p{N}]/u, '');
    return look === 's' && !/\p{L}/u.test(all[at - 1] ?? '') ? ' s' : look;
  });
  return looks.join('').replace(/(.)\1+/gu, '$1');
}

/** Dots that browsers read as the dot of a domain. */
const DOTS = /[。．｡․]/gu;
/** A word, a dot and an ending of letters, without a space: programs make a link of it. */
const DOMAIN = /([\p{L}\p{N}-]+)\.(\p{L}{2,}|xn--[\p{L}\p{N}-]+)(?![\p{L}\p{N}])/giu;
/** What comes before a dot in a name: "Dr.Silva". */
const TITLES: ReadonlySet<string> = new Set(['dr', 'dra', 'mr', 'mrs', 'ms', 'st', 'sr', 'sra', 'jr', 'prof', 'rev']);

function looksLikeAddress(name: string): boolean {
  const plain = name.normalize('NFKC').replace(DOTS, '.');
  if (plain.includes('@') || /:\/\/|\bwww\b/iu.test(plain)) return true;
  return [...plain.matchAll(DOMAIN)].some(([, before = '', ending = '']) => !isPartOfName(before, ending));
}

/** Initials and titles: "J.Silva", "Dr.Silva"; but not "t.co". */
function isPartOfName(before: string, ending: string): boolean {
  const isCapital = /^\p{Lu}/u.test(ending);
  return isCapital && ending.length > 2 && (before.length === 1 || TITLES.has(before.toLowerCase()));
}
