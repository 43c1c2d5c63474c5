import { createCookie } from 'react-router';
import { SECOND } from '#domain/time/durations.ts';
import { findSession, SESSION_LIFE } from '#services/accounts/sessions.ts';
import { contextOf, type Provider, type Visit, visitContext, webDeps } from './context.ts';

const SECRET_MAX = 200;

/** `__Host-` binds the cookie to this host. It needs https, which a developer's machine does not have. */
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

/** @returns whether a Set-Cookie header opens or ends a session */
export function isSessionCookie(header: string): boolean {
  return /^(__Host-)?session=/.test(header);
}

/** @returns whether a person signed out in this browser while we could not be reached (app/middleware/signed-out.ts) */
export function saysSignedOut(request: Request): boolean {
  return /(^|;\s*)signed_out=1\b/.test(request.headers.get('cookie') ?? '');
}

/** @returns the Set-Cookie header that signs this browser in */
export function startSession(appOrigin: string, secret: string): Promise<string> {
  return cookieFor(appOrigin).serialize(secret);
}

/** @returns the Set-Cookie header that deletes the session's cookie */
export function endSession(appOrigin: string): Promise<string> {
  return cookieFor(appOrigin).serialize('', { maxAge: 0 });
}

/** @returns the secret in this browser's cookie, or null */
export async function sessionSecret(request: Request, appOrigin: string): Promise<string | null> {
  const value: unknown = await cookieFor(appOrigin).parse(request.headers.get('cookie'));
  return typeof value === 'string' && value.length > 0 && value.length < SECRET_MAX ? value : null;
}

/**
 * Looks up the session and puts it into the context; it refuses nothing. Only pages that differ for signed-in people call
 * it: health, webhooks and letters need no session, and so no database here.
 */
export async function recogniseVisit(request: Request, context: Provider): Promise<Visit> {
  const { appOrigin, log } = context.get(webDeps);
  const secret = await sessionSecret(request, appOrigin);
  let visit: Visit = 'visitor';
  try {
    if (secret && !saysSignedOut(request))
      visit = (await findSession(contextOf(context), 'cookie', secret)) ?? 'visitor';
  } catch (error) {
    log.error({ err: error }, 'a session could not be looked up');
    visit = 'unknown';
  }
  context.set(visitContext, visit);
  return visit;
}
