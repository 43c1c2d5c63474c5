import { contextOf, type Provider } from '#app/middleware/context.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import type { Reader } from '#services/contents/open-file.ts';
import { countCall } from '#services/limits/calls.ts';
import { requireToken } from './bearer-token.ts';

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
