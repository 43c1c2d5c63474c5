import type { Results } from './send-as-document.ts';

/** As a number: the table of all refusals would come along. */
const FORBIDDEN = 403;

/**
 * In the browser: a form that needs a proof first is sent again as a document, so that the page that asks for it has all
 * that was typed. What is rarely needed is in a module of its own.
 */
async function proveFirst({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const sent = request.clone();
  const results = await next();
  for (const id in results)
    if ((results[id]?.result as Partial<Response> | null)?.status === FORBIDDEN)
      await (await import('./send-as-document.ts')).sendAsDocument(sent, results, id);
  return results;
}

/** The `clientMiddleware` of each route whose form needs a recent proof (app/middleware/sensitive-verbs.ts). */
export const clientMiddleware = [proveFirst];
