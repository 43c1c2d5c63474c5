import { methodRefusal } from '#app/http/problem.ts';
import type { Theme } from '#app/http/theme.ts';
import { themeContext, webParts } from '#app/middleware/context.ts';
import { POLICY } from '#app/plain/page.ts';
import { referencePage } from '#app/plain/reference-page.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/reference.ts';

const MAX_AGE = (5 * MINUTE) / SECOND;
/** By theme; the page does not change while the process runs. */
const written = new Map<Theme | null, string>();

/** The reference page: without scripts, and the same for everyone but for its theme. */
export function loader({ context }: Route.LoaderArgs): Response {
  const theme = context.get(themeContext);
  const page = written.get(theme) ?? referencePage(context.get(webParts).appOrigin, theme);
  written.set(theme, page);
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': `public, max-age=${MAX_AGE}`,
      vary: 'Cookie',
    },
  });
}

export function action(): Response {
  return methodRefusal('GET');
}
