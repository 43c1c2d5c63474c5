import { openApiDocument } from '#app/api/openapi.ts';
import { methodRefusal } from '#app/http/problem.ts';
import { webDeps } from '#app/middleware/context.ts';
import { allowConfiguredOrigins } from '#app/middleware/same-origin.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/openapi.ts';

export const middleware: Route.MiddlewareFunction[] = [allowConfiguredOrigins];

const MAX_AGE = (5 * MINUTE) / SECOND;
/** The document does not change while the process runs. */
let written: string | null = null;

/** The OpenAPI document. */
export function loader({ context }: Route.LoaderArgs): Response {
  written ??= JSON.stringify(openApiDocument(context.get(webDeps).appOrigin));
  return new Response(written, {
    headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${MAX_AGE}` },
  });
}

export function action(): Response {
  return methodRefusal('GET');
}
