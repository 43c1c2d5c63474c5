import type { MiddlewareFunction } from 'react-router';
import type { PageHandle } from '#app/page-scripts.ts';
import { retryAfterContext, visitContext, webDeps } from './context.ts';

/** On every response, also on files of the build and on refusals before any route. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  // With no-referrer a form's Origin is null, and we would refuse our own forms.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), browsing-topics=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
} as const;

/** @returns the header that keeps browsers on https, for this host and every host below it: one of those could set our cookies */
export function transportSecurity(appOrigin: string): Record<string, string> {
  return appOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {};
}

/** For every response of a route. A page with a policy of its own keeps it. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers } = response;
  setMissing(headers, 'content-security-policy', contentSecurityPolicy({ scripts: 'none' }));
  const others = { ...SECURITY_HEADERS, ...transportSecurity(context.get(webDeps).appOrigin) };
  for (const [name, value] of Object.entries(others)) setMissing(headers, name, value);
  const wait = context.get(retryAfterContext);
  if (wait !== null) setMissing(headers, 'retry-after', `${wait}`);
  // After logout the back button must not show letters; and a visitor's pages change with signing in.
  setMissing(
    headers,
    'cache-control',
    context.get(visitContext) === 'visitor' ? 'private, no-cache' : 'private, no-store',
  );
  return response;
};

/** On static pages: no cache and no search engine keeps them, and no other site learns their address, which is a key. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': SECURITY_HEADERS['referrer-policy'],
  'x-content-type-options': SECURITY_HEADERS['x-content-type-options'],
} as const;

/**
 * For the page that opens a sealed item. Its worker is started from bytes that were compared with their hash, so from a blob:,
 * and the service worker is a file of ours. Only here may a page ask for the camera.
 */
export const OPENING_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': SECURITY_HEADERS['permissions-policy'].replace('camera=()', 'camera=(self)'),
} as const;

/** @param nonce of the application's inline scripts; undefined on other pages, which have none */
export function contentSecurityPolicy({ scripts, look, isListed }: PageHandle, nonce?: string): string {
  const isApp = scripts === 'app';
  // blob: is a file that a person has picked and not yet uploaded.
  const media = isApp ? "'self' blob:" : "'self'";
  return [
    "default-src 'none'",
    ...(scripts === 'none' ? [] : [`script-src 'self'${isApp ? ` 'nonce-${nonce}'` : ''}`]),
    // Also without scripts: tools that check a public page ask for robots.txt from inside it.
    ...(look === 'static' && !isListed ? [] : ["connect-src 'self'"]),
    // blob: is a worker that seals, started from bytes that were compared with their hash.
    ...(isApp ? ["worker-src 'self' blob:"] : []),
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    ...(look === 'static' ? [] : ["manifest-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function setMissing(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
