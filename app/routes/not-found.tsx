import type { PageHandle } from '#app/page-scripts.ts';

export const handle: PageHandle = { scripts: 'none' };

/** For addresses without a page; the error boundary of the root says so. */
export function loader(): never {
  throw new Response('There is no page at this address.', { status: 404 });
}

export default function NotFound() {
  return null;
}
