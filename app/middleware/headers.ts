import type { MiddlewareFunction } from 'react-router';
import { nonceContext, visitContext, webParts } from './context.ts';

/** What every answer carries. A page that has a stricter policy of its own keeps it. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers } = response;
  setMissing(headers, 'content-security-policy', contentSecurityPolicy(context.get(nonceContext)));
  setMissing(headers, 'x-content-type-options', 'nosniff');
  // Not no-referrer: that makes a form's Origin null, and we would refuse our own forms.
  setMissing(headers, 'referrer-policy', 'same-origin');
  setMissing(headers, 'cross-origin-opener-policy', 'same-origin');
  setMissing(headers, 'cross-origin-resource-policy', 'same-origin');
  setMissing(headers, 'permissions-policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
  if (context.get(webParts).appOrigin.startsWith('https:')) {
    // This host only: what runs below or beside it is for its owner to decide.
    setMissing(headers, 'strict-transport-security', 'max-age=63072000');
  }
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
