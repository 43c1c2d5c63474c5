import { createCookie, type MiddlewareFunction } from 'react-router';
import { findSession, SESSION_LIFE } from '#services/accounts/sessions.ts';
import { SECOND } from '#domain/time/durations.ts';
import { contextOf, sessionContext, webParts } from './context.ts';

/** `__Host-` binds the cookie to this very host; it asks for https, which a developer's machine does not have. */
function cookieFor(appOrigin: string) {
  const isSecure = appOrigin.startsWith('https:');
  return createCookie(isSecure ? '__Host-session' : 'session', {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: SESSION_LIFE / SECOND,
  });
}

/** @returns the Set-Cookie header that signs this browser in */
export function startSession(appOrigin: string, secret: string): Promise<string> {
  return cookieFor(appOrigin).serialize(secret);
}

/** @returns the Set-Cookie header that forgets the session in this browser */
export function endSession(appOrigin: string): Promise<string> {
  return cookieFor(appOrigin).serialize('', { maxAge: 0 });
}

/** @returns the secret in this browser's cookie, or null */
export async function sessionSecret(request: Request, appOrigin: string): Promise<string | null> {
  const value: unknown = await cookieFor(appOrigin).parse(request.headers.get('cookie'));
  return typeof value === 'string' && value.length > 0 && value.length < 200 ? value : null;
}

/** Recognises who is asking; decides nothing. */
export const recogniseSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const secret = await sessionSecret(request, context.get(webParts).appOrigin);
  if (secret) context.set(sessionContext, await findSession(contextOf(context), secret));
  return next();
};
