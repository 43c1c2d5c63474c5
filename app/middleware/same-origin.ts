import type { MiddlewareFunction } from 'react-router';
import { AppError } from '#domain/errors.ts';
import { errorResponse } from '#app/http/errors.ts';
import { webParts } from './context.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a browser send with our cookie.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export const requireSameOrigin: MiddlewareFunction<Response> = ({ request, context, url }, next) => {
  // Webhooks carry a signature of their own and no cookie of ours.
  if (SAFE.has(request.method) || url.pathname.startsWith('/webhooks/') || isSameOrigin(request, context.get(webParts).appOrigin)) return next();
  return Promise.resolve(errorResponse(new AppError('forbidden', 'This form was sent from another site. Please open the page again and send it from there.')));
};

function isSameOrigin(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  return request.headers.get('origin') === appOrigin;
}
