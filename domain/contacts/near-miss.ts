/** The domains in which most people have their mail, and the names at which we do not guess. */
const COMMON = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'proton.me',
  'protonmail.com',
];
/** Real, though one letter away from a common one. */
const REAL = ['ymail.com', 'mail.com', 'email.com'];
/** How many mistakes are a slip: in a short name two of them make another word. */
const SLIPS = 2;
const SLIPS_IN_SHORT = 1;
const SHORT = 8;
/** The endings that people leave unfinished; any other of two letters is a country, as in hotmail.fr. */
const UNFINISHED = ['co', 'cm', 'om'];

/**
 * @param email a valid address in lower case
 * @returns the address that was probably meant, such as ana@gmail.com for ana@gmial.con; null where nothing looks wrong
 */
export function probablyMeant(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (COMMON.includes(domain) || REAL.includes(domain)) return null;
  const meant = COMMON.find((common) => isSlipOf(domain, common));
  return meant === undefined ? null : email.slice(0, at) + meant;
}

function isSlipOf(domain: string, common: string): boolean {
  const [name, ending = ''] = split(domain);
  const isOfCountry = /^[a-z]{2}(\.[a-z]{2})?$|^com?\.[a-z]{2}$/.test(ending) && !UNFINISHED.includes(ending);
  if (isOfCountry && name === split(common)[0]) return false;
  return distance(domain, common) <= (common.length > SHORT ? SLIPS : SLIPS_IN_SHORT);
}

function split(domain: string): [string, string] {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** @returns how many letters were added, left out, mistyped or swapped with their neighbour */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
