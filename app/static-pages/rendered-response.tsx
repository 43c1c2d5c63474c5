/**
 * Static pages in place of an answer that is no page: a file that does not come, or the way to the payment provider. The
 * router renders no page for such a route, so they are rendered here.
 */
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { answerOrProblem } from '#app/http/problem.ts';
import { isNavigation } from '#app/http/request.ts';
import type { Theme } from '#app/http/theme.ts';
import { type Provider, themeContext } from '#app/middleware/context.ts';
import { contentSecurityPolicy, OPENING_HEADERS, PRIVATE_HEADERS } from '#app/middleware/headers.ts';
import { STATIC_PAGE } from '#app/page-scripts.ts';
import type { Script } from '#app/sealed/start-worker.ts';
import { StaticDocument } from './layout.tsx';
import { FileTrouble } from './link-troubles.tsx';
import { refusal } from './loader-answers.ts';
import type { Trouble } from './trouble-page.tsx';

/**
 * @param theme null where the reader's system decides
 * @returns the page as a whole document
 */
export function staticDocument(page: ReactNode, theme: Theme | null = null): string {
  return `<!doctype html>${renderToStaticMarkup(<StaticDocument theme={theme}>{page}</StaticDocument>)}`;
}

/** @returns the page as a whole document */
export function staticResponse(context: Pick<Provider, 'get'>, page: ReactNode, status = 200): Response {
  return new Response(staticDocument(page, context.get(themeContext)), {
    status,
    headers: {
      ...PRIVATE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(STATIC_PAGE),
    },
  });
}

/** @returns the page that opens a sealed item, with the one script that it may run */
export function openingResponse(context: Pick<Provider, 'get'>, page: ReactNode, opening: Script): Response {
  const document = (
    <StaticDocument theme={context.get(themeContext)} opening={opening}>
      {page}
    </StaticDocument>
  );
  return new Response(`<!doctype html>${renderToStaticMarkup(document)}`, {
    headers: { ...PRIVATE_HEADERS, ...OPENING_HEADERS, 'content-type': 'text/html; charset=utf-8' },
  });
}

/** @returns the answer, or a refusal as the page that `Page` makes of it */
export async function fallbackToTroublePage(
  context: Provider,
  Page: ComponentType<Trouble>,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    const { trouble, status } = refusal(context, thrown);
    return staticResponse(context, <Page {...trouble} />, status);
  }
}

/** Answers for a file: a refusal is a problem for programs, and a page for a person who opened its address. */
export function fallbackToFileTrouble(
  context: Provider,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  return isNavigation(request) ? fallbackToTroublePage(context, FileTrouble, answer) : answerOrProblem(context, answer);
}
