import type { MiddlewareFunction } from 'react-router';
import { SECOND } from '#domain/time/durations.ts';
import { SESSION_LIFE, signOut } from '#services/accounts/sessions.ts';
import { contextOf, type Provider, webParts } from './context.ts';
import { endSession, isSessionCookie, saysSignedOut, sessionSecret } from './session.ts';

/** Not HttpOnly: the script of a page sets it when somebody leaves, whether or not we can be reached (app/session-token.ts). */
const SIGNED_OUT = 'signed_out=1; Path=/; SameSite=Lax';

/** @returns the Set-Cookie header by which the next request ends the session, since this one could not */
export function leaveSignedOut(): string {
  return `${SIGNED_OUT}; Max-Age=${SESSION_LIFE / SECOND}`;
}

/** @returns the Set-Cookie header that takes the word back */
export function forgetSignedOut(): string {
  return `${SIGNED_OUT}; Max-Age=0`;
}

/** Whoever logged out while we could not be reached is a visitor from then on: the first request that can ends the session. */
export const hearSignedOut: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!saysSignedOut(request)) return next();
  const isEnded = await endTheirs(request, context);
  const response = await next();
  const setsSession = response.headers.getSetCookie().some(isSessionCookie);
  if (isEnded && !setsSession) response.headers.append('set-cookie', await endSession(context.get(webParts).appOrigin));
  // Whoever signs in again has a session that is meant.
  if (isEnded || setsSession) response.headers.append('set-cookie', forgetSignedOut());
  return response;
};

/** @returns whether nothing is left of the session in this browser's cookie */
export async function endTheirs(request: Request, context: Provider): Promise<boolean> {
  const { appOrigin, log } = context.get(webParts);
  const secret = await sessionSecret(request, appOrigin);
  if (!secret) return true;
  return signOut(contextOf(context), 'cookie', secret).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error }, 'a session could not be ended');
      return false;
    },
  );
}
