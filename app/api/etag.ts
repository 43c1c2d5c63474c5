/** The version of a content, as an entity tag. */

/** No version has this number, so nothing matches it. */
const NONE = 0;

/** @returns the ETag of a version */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Reads If-Match. Several tags are more than a change of one content needs: they match nothing, as a weak or unknown one does.
 * @returns the version that the caller read; null without the header, and for `*`
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-match
 */
export function versionIn({ headers }: Request): number | null {
  const given = headers.get('if-match')?.trim();
  if (given === undefined || given === '*') return null;
  return Number(/^"(\d{1,9})"$/.exec(given)?.[1] ?? NONE);
}
