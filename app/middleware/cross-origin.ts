import type { MiddlewareFunction } from 'react-router';
import { HOUR, SECOND } from '#domain/time/durations.ts';
import { webDeps } from './context.ts';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, range',
  'access-control-max-age': `${HOUR / SECOND}`,
};
const EXPOSED = 'link, idempotency-replayed, retry-after, problem-code, content-range, etag';

/**
 * Lets pages of the configured origins call the API with a token, never with a cookie: credentials are not allowed.
 * For other origins the browser hides the response from the page.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export const allowConfiguredOrigins: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { corsOrigins } = context.get(webDeps);
  if (corsOrigins.length === 0) return next();
  const origin = request.headers.get('origin');
  const isAllowed = origin !== null && corsOrigins.includes(origin);
  const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  const response = isAllowed && isPreflight ? new Response(null, { status: 204, headers: PREFLIGHT }) : await next();
  response.headers.append('vary', 'Origin');
  if (!isAllowed) return response;
  response.headers.set('access-control-allow-origin', origin);
  if (!isPreflight) response.headers.set('access-control-expose-headers', EXPOSED);
  return response;
};
