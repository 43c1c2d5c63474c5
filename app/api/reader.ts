import type { Provider } from '#app/middleware/context.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import type { Reader } from '#services/contents/open-file.ts';
import { requireToken } from './bearer-token.ts';

/**
 * @returns who asks for a file, by token or cookie; `anyone` also while accounts cannot be looked up, since public files need
 *   no account
 * @throws AppError unauthenticated for an invalid token
 */
export async function readerOf(request: Request, context: Provider): Promise<Reader> {
  if (request.headers.has('authorization')) return { accountId: (await requireToken(context, request)).user.id };
  const visit = await recogniseVisit(request, context);
  return typeof visit === 'object' ? { accountId: visit.user.id } : 'anyone';
}
