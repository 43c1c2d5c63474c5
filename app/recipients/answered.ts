/** The cookie of a browser that has answered the question of a recipient's link. */
import { createCookie, type MiddlewareFunction } from 'react-router';
import { contextOf, type Provider, servicesContext, webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import { ANSWERED_FOR } from '#services/recipients/answered.ts';

/** Sent for this link and what is below it, and for no other. */
function cookieFor(context: Provider, secret: string) {
  const isSecure = context.get(webDeps).appOrigin.startsWith('https:');
  return createCookie(isSecure ? '__Secure-answered' : 'answered', {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: `/m/${secret}`,
    maxAge: Math.round(ANSWERED_FOR / SECOND),
  });
}

/** Of every route below a recipient's link: without it nothing opens that has a question. */
export const readAnswered: MiddlewareFunction<Response> = async ({ context, request, params }, next) => {
  const answered: unknown = await cookieFor(context, `${params.secret}`).parse(request.headers.get('cookie'));
  if (typeof answered === 'string') context.set(servicesContext, { ...contextOf(context), answered });
  return next();
};

/** @returns the Set-Cookie header that saves the proof */
export function keepAnswered(context: Provider, secret: string, proof: string): Promise<string> {
  return cookieFor(context, secret).serialize(proof);
}
