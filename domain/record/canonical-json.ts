/** What canonical JSON can be made of here: no fractions, so that every program writes numbers in the same way. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical };

/**
 * @param value numbers must be safe integers
 * @returns the value as RFC 8785 writes it: names sorted by UTF-16 code units, no spaces
 * @throws TypeError for what JSON writes in more than one way
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError(`${value} is not a safe integer.`);
  // Half of a surrogate pair has no UTF-8.
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value);
}
