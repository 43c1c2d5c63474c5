import { ownPath } from './own-path.ts';

/**
 * Our own pages say where they are; the form goes nowhere else than to us, and so does what comes after.
 * @returns the path of the page that sent a form
 */
export function cameFrom(request: Request, otherwise: string): string {
  const referer = URL.parse(request.headers.get('referer') ?? '');
  return (referer && ownPath(referer.pathname + referer.search)) ?? otherwise;
}
