import { requireToken } from '#app/api/bearer-token.ts';
import type { Provider } from '#app/middleware/context.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import type { Reader } from '#services/contents/open-file.ts';

/**
 * Who is asking for a file, by token or by cookie, as far as it can be known: whoever it is may see what is public.
 * @throws AppError unauthenticated for a token that opens nothing
 */
export async function readerOf(request: Request, context: Provider): Promise<Reader> {
  if (request.headers.has('authorization')) return { accountId: (await requireToken(context, request)).user.id };
  const visit = await recogniseVisit(request, context);
  return typeof visit === 'object' ? { accountId: visit.user.id } : 'anyone';
}
