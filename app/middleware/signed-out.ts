import type { MiddlewareFunction } from 'react-router';
import { SECOND } from '#domain/time/durations.ts';
import { SESSION_LIFE, signOut } from '#services/accounts/sessions.ts';
import { contextOf, type Provider, webDeps } from './context.ts';
import { endSession, isSessionCookie, saysSignedOut, sessionSecret } from './session.ts';

/** Not HttpOnly: a page's script sets it at sign-out, also when we cannot be reached (app/session-token.ts). */
const SIGNED_OUT = 'signed_out=1; Path=/; SameSite=Lax';

/** @returns the Set-Cookie header that makes the next request end the session, because this one could not */
export function leaveSignedOut(): string {
  return `${SIGNED_OUT}; Max-Age=${SESSION_LIFE / SECOND}`;
}

/** @returns the Set-Cookie header that deletes that mark */
export function forgetSignedOut(): string {
  return `${SIGNED_OUT}; Max-Age=0`;
}

/** Ends the session of a person who signed out while we could not be reached; until then they count as a visitor. */
export const endSignedOutSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!saysSignedOut(request)) return next();
  const isEnded = await endTheirs(request, context);
  const response = await next();
  const setsSession = response.headers.getSetCookie().some(isSessionCookie);
  if (isEnded && !setsSession) response.headers.append('set-cookie', await endSession(context.get(webDeps).appOrigin));
  // A new sign-in is meant, so the mark goes.
  if (isEnded || setsSession) response.headers.append('set-cookie', forgetSignedOut());
  return response;
};

/** @returns whether the session in this browser's cookie has ended */
export async function endTheirs(request: Request, context: Provider): Promise<boolean> {
  const { appOrigin, log } = context.get(webDeps);
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
