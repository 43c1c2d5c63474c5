import type { MiddlewareFunction } from 'react-router';
import { nonceContext, retryAfterContext, visitContext, webParts } from './context.ts';

/** What every answer carries, also a file of the build and a refusal before any page. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  // Not no-referrer: that makes a form's Origin null, and we would refuse our own forms.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;

/** @returns the header that keeps browsers on https. This host only: what runs below or beside it is for its owner to decide */
export function transportSecurity(appOrigin: string): Record<string, string> {
  return appOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {};
}

/** What every answer of a route carries. A page that has a stricter policy of its own keeps it. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers } = response;
  setMissing(headers, 'content-security-policy', contentSecurityPolicy(context.get(nonceContext)));
  const others = { ...SECURITY_HEADERS, ...transportSecurity(context.get(webParts).appOrigin) };
  for (const [name, value] of Object.entries(others)) setMissing(headers, name, value);
  const wait = context.get(retryAfterContext);
  if (wait !== null) setMissing(headers, 'retry-after', `${wait}`);
  // After logout the back button must not show somebody's letters; and what a visitor sees changes with signing in.
  setMissing(
    headers,
    'cache-control',
    context.get(visitContext) === 'visitor' ? 'private, no-cache' : 'private, no-store',
  );
  return response;
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    // blob: is what somebody has picked and not yet sent.
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function setMissing(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
