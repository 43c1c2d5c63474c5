import { contextOf, type Provider } from '#app/middleware/context.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import { type CallScope, mayCall } from '#domain/accounts/tokens.ts';
import { AppError } from '#domain/errors.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import { findCaller } from '#services/accounts/tokens.ts';
import type { Reader } from '#services/contents/open-file.ts';
import { countCall } from '#services/limits/limits.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/**
 * @returns who asks for a file, by token or cookie; `anyone` also while accounts cannot be looked up, since public files need
 *   no account
 * A program's request counts; what the pages of a browser show does not, since one page may show hundreds of files.
 * @throws AppError unauthenticated for an invalid token; forbidden for one that may not read; too-many-requests
 */
export async function readerOf(request: Request, context: Provider): Promise<Reader> {
  if (request.headers.has('authorization')) {
    const { user } = await requireToken(context, request, 'read');
    await countCall(contextOf(context), user.id, 'program', false);
    return { accountId: user.id };
  }
  const visit = await recogniseVisit(request, context);
  return typeof visit === 'object' ? { accountId: visit.user.id } : 'anyone';
}

/** @returns what says which browser asks; null for a program, each of whose calls counts */
export function browserOf({ headers }: Request): string | null {
  return headers.has('authorization') ? null : (headers.get('cookie') ?? '');
}

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
