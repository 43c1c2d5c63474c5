/**
 * Guards redirects: only to a path of ours.
 * @param wanted from the request
 * @returns the path with its query; null if it would lead to another site
 */
export function ownPath(wanted: string | null): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = new URL(wanted, 'http://own.invalid');
  // Parsing removes dots: "/.//elsewhere" has become "//elsewhere", another host.
  return url.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}

/** @returns the path of our page that sent a form, by its Referer; `otherwise` without one */
export function cameFrom(request: Request, otherwise: string): string {
  const referer = URL.parse(request.headers.get('referer') ?? '');
  return (referer && ownPath(referer.pathname + referer.search)) ?? otherwise;
}
