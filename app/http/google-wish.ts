import { createCookie } from 'react-router';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { ownPath } from './own-path.ts';

/** What somebody who goes to Google wants to find when they are back. It stays here: Google need not know. */
export interface GoogleWish {
  /** A path of ours; null is the dashboard. */
  to: string | null;
  /** Of their browser; anything. */
  timeZone: string | null;
}

const ZONE_MAX = 64;
const cookie = createCookie('after-google', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/auth/google',
  maxAge: (10 * MINUTE) / SECOND,
});

/** @returns the Set-Cookie header that keeps what the address asks for */
export function keepWish({ searchParams }: URL): Promise<string> {
  const zone = searchParams.get('time_zone');
  const timeZone = zone && zone.length <= ZONE_MAX ? zone : null;
  return cookie.serialize({ to: ownPath(searchParams.get('to')), timeZone } satisfies GoogleWish);
}

/** @returns what was kept; a cookie is whatever the browser sends, so the path is looked at again */
export async function wishOf(request: Request): Promise<GoogleWish> {
  const { to, timeZone } = ((await cookie.parse(request.headers.get('cookie'))) ?? {}) as Partial<GoogleWish>;
  return {
    to: typeof to === 'string' ? ownPath(to) : null,
    timeZone: typeof timeZone === 'string' ? timeZone : null,
  };
}

/** @returns the Set-Cookie header that forgets it */
export function forgetWish(): Promise<string> {
  return cookie.serialize('', { maxAge: 0 });
}
