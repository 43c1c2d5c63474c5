import { referencePage } from '#app/api/reference-page.tsx';
import { methodRefusal } from '#app/http/problem.ts';
import type { Theme } from '#app/http/theme.ts';
import { themeContext, webDeps } from '#app/middleware/context.ts';
import { contentSecurityPolicy } from '#app/middleware/headers.ts';
import { STATIC_PAGE } from '#app/page-scripts.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/reference.ts';

const MAX_AGE = (5 * MINUTE) / SECOND;
/** By theme. Rendered once, not by the router for each request: it is long, and does not change while the process runs. */
const rendered = new Map<Theme | null, string>();

/** The reference page: without scripts, and the same for everyone but for its theme. */
export function loader({ context }: Route.LoaderArgs): Response {
  const theme = context.get(themeContext);
  const page = rendered.get(theme) ?? referencePage(context.get(webDeps).appOrigin, theme);
  rendered.set(theme, page);
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(STATIC_PAGE),
      'cache-control': `public, max-age=${MAX_AGE}`,
      vary: 'Cookie',
    },
  });
}

export function action(): Response {
  return methodRefusal('GET');
}
