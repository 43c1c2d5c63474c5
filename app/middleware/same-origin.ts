import type { MiddlewareFunction } from 'react-router';
import { errorResponse } from '#app/http/errors.ts';
import { isSafe } from '#app/http/request.ts';
import { AppError } from '#domain/errors.ts';
import { HOUR, SECOND } from '#domain/time/durations.ts';
import { formTexts } from '#messages/en/form-texts.ts';
import { say } from '#messages/say.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { contextOf, webDeps } from './context.ts';

/** Calls carry a token; no cookie authenticates a write among them. Mail programs post to `/unsubscribe/` and `/stop/` from anywhere. */
const NO_COOKIE = ['/webhooks/', '/m/', '/api/', '/unsubscribe/', '/stop/'];
/** They act by a secret in the address or by what was typed, and by no session alone. */
const WITHOUT_SESSION = [
  '/check-in/',
  '/contact/',
  '/auth/confirm/',
  '/auth/reset/',
  '/auth/not-me/',
  '/auth/lost/',
  '/auth/forgot',
  '/auth/lost/',
  '/address/',
];

/** A PDF can make Chromium's viewer send a form, from our origin and with our cookie, while it is read. */
const FROM_VIEWERS = ['embed', 'object'];

/**
 * Refuses a form that another site, or a document, makes a browser send with our cookie.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export const requireSameOrigin: MiddlewareFunction<Response> = ({ request, context, url }, next) => {
  // Webhooks have a signature, other pages a secret in their address; for none of them a cookie is enough. A phone of 2015 sends
  // neither header, and must still open a letter, check in and set a password.
  const isOneOf = (prefixes: readonly string[]) => prefixes.some((prefix) => url.pathname.startsWith(prefix));
  if (isSafe(request.method) || isOneOf(NO_COOKIE) || isSameOrigin(request, context.get(webDeps).appOrigin))
    return next();
  if (isOneOf(WITHOUT_SESSION) && saysNothing(request)) return next();
  recordSecurityEvent(contextOf(context), 'other-site');
  throw errorResponse(new AppError('forbidden', say(formTexts['other-site'])));
};

function isSameOrigin(request: Request, appOrigin: string): boolean {
  if (FROM_VIEWERS.includes(request.headers.get('sec-fetch-dest') ?? '')) return false;
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  return request.headers.get('origin') === appOrigin;
}

function saysNothing({ headers }: Request): boolean {
  return !headers.has('sec-fetch-site') && !headers.has('origin');
}

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
