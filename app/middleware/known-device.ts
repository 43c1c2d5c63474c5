/** What a browser is known by: the proof that an account has signed in with it, and its theme. */
import { createCookie, type MiddlewareFunction } from 'react-router';
import { themeOf } from '#app/http/theme.ts';
import { SECOND } from '#domain/time/durations.ts';
import { KNOWN_FOR } from '#services/accounts/known-device.ts';
import type { Device } from '#services/accounts/sessions.ts';
import { type Provider, themeContext, webDeps } from './context.ts';

/** Survives signing out: it gives no access (services/accounts/known-device.ts). `__Host-` binds it to this host. */
function cookieFor(context: Provider) {
  const isSecure = context.get(webDeps).appOrigin.startsWith('https:');
  return createCookie(isSecure ? '__Host-known' : 'known', {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: Math.round(KNOWN_FOR / SECOND),
  });
}

/** @returns the browser: its user agent, and its proof if it has one */
export async function deviceOf(context: Provider, request: Request): Promise<Device> {
  const proof: unknown = await cookieFor(context).parse(request.headers.get('cookie'));
  return {
    userAgent: request.headers.get('user-agent') ?? '',
    proof: typeof proof === 'string' ? proof : null,
  };
}

/** @returns the Set-Cookie header that gives a browser its proof */
export function knowDevice(context: Provider, proof: string): Promise<string> {
  return cookieFor(context).serialize(proof);
}

/** Reads the theme that this browser chose, for every page. */
export const knowTheme: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(themeContext, await themeOf(request));
  return next();
};
