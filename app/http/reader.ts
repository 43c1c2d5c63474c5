import type { RouterContextProvider } from 'react-router';
import { recogniseVisit } from '#app/middleware/session.ts';
import type { Reader } from '#services/contents/open-file.ts';

/** Who is asking for a file, as far as it can be known: whoever it is may see what is public. */
export async function readerOf(request: Request, context: Readonly<RouterContextProvider>): Promise<Reader> {
  const visit = await recogniseVisit(request, context);
  return typeof visit === 'object' ? { accountId: visit.user.id } : 'anyone';
}
