import { contextOf, type Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import { findSession, type OpenSession } from '#services/accounts/sessions.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

const TOKEN_MAX = 200;

/** @returns the token of the Authorization header, or null */
export function bearerToken(request: Request): string | null {
  const [, token = ''] = /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return token && token.length <= TOKEN_MAX ? token : null;
}

/**
 * @returns the session of the request's token
 * @throws AppError unauthenticated
 */
export async function requireToken(context: Provider, request: Request): Promise<OpenSession> {
  const token = bearerToken(request);
  const session = token && (await findSession(contextOf(context), 'token', token));
  if (token && !session) recordSecurityEvent(contextOf(context), 'token-not-valid');
  if (!session) throw new AppError('unauthenticated', say(requestRefusals['token-missing']));
  return session;
}
