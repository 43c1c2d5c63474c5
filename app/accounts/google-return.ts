import { createCookie } from 'react-router';
import { ownPath } from '#app/http/own-path.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';

/** Where a person goes after signing in with Google. Kept in a cookie of ours, so that Google does not learn it. */
export interface GoogleReturn {
  /** A path of ours; null means the dashboard. */
  to: string | null;
  /** Of their browser; not validated. */
  timeZone: string | null;
}

const ZONE_MAX = 64;
const cookie = createCookie('after-google', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/auth/google',
  maxAge: (10 * MINUTE) / SECOND,
});

/** @returns the Set-Cookie header that saves the query parameters `to` and `time_zone` */
export function saveGoogleReturn({ searchParams }: URL): Promise<string> {
  const zone = searchParams.get('time_zone');
  const timeZone = zone && zone.length <= ZONE_MAX ? zone : null;
  return cookie.serialize({ to: ownPath(searchParams.get('to')), timeZone } satisfies GoogleReturn);
}

/** @returns what was saved. A browser can send any cookie, so the path is checked again */
export async function readGoogleReturn(request: Request): Promise<GoogleReturn> {
  const { to, timeZone } = ((await cookie.parse(request.headers.get('cookie'))) ?? {}) as Partial<GoogleReturn>;
  return {
    to: typeof to === 'string' ? ownPath(to) : null,
    timeZone: typeof timeZone === 'string' ? timeZone : null,
  };
}

/** @returns the Set-Cookie header that deletes it */
export function clearGoogleReturn(): Promise<string> {
  return cookie.serialize('', { maxAge: 0 });
}
