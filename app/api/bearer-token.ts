import { contextOf, type Provider } from '#app/middleware/context.ts';
import { type CallScope, mayCall } from '#domain/accounts/tokens.ts';
import { AppError } from '#domain/errors.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import { findCaller } from '#services/accounts/tokens.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

const TOKEN_MAX = 200;

/** @returns the token of the Authorization header, or null */
export function bearerToken(request: Request): string | null {
  const [, token = ''] = /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return token && token.length <= TOKEN_MAX ? token : null;
}

/**
 * @param needed what the call asks of its token
 * @returns the session of the request's token; a token of one's own has its id there
 * @throws AppError unauthenticated; forbidden for a token of one's own that may not make the call
 */
export async function requireToken(context: Provider, request: Request, needed: CallScope): Promise<OpenSession> {
  const token = bearerToken(request);
  const caller = token && (await findCaller(contextOf(context), token));
  if (token && !caller) recordSecurityEvent(contextOf(context), 'token-not-valid');
  if (!caller) throw new AppError('unauthenticated', say(requestRefusals['token-missing']));
  if (!mayCall(caller.scope, needed)) throw new AppError('forbidden', say(requestRefusals['token-may-not']));
  return caller.session;
}
