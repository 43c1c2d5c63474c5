import { methodRefusal } from '#app/http/problem.ts';
import { webParts } from '#app/middleware/context.ts';
import { POLICY } from '#app/plain/page.ts';
import { referencePage } from '#app/plain/reference-page.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/reference.ts';

const MAX_AGE = (5 * MINUTE) / SECOND;
/** It is the same until the process ends. */
let written: string | null = null;

/** The API for people who read. A page without scripts: it is the same for everyone. */
export function loader({ context }: Route.LoaderArgs): Response {
  written ??= referencePage(context.get(webParts).appOrigin);
  return new Response(written, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': `public, max-age=${MAX_AGE}`,
    },
  });
}

export function action(): Response {
  return methodRefusal('GET');
}
