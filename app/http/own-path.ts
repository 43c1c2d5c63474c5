/**
 * Where a form may send somebody afterwards: a path of ours, nothing else.
 * @param wanted what came with the request
 * @returns the path with its query, or null when it would lead anywhere else
 */
export function ownPath(wanted: string | null): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = new URL(wanted, 'http://own.invalid');
  // Dots are gone only now: "/.//elsewhere" has become "//elsewhere", another host.
  return url.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}
