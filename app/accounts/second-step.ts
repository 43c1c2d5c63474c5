import { createCookie, redirect } from 'react-router';
import { entryContext, type Provider, webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import { SECOND_STEP_LIFE } from '#services/accounts/second-step.ts';

const SECRET_MAX = 200;

/** What a browser has between the two steps of a sign-in: it is no session. */
function cookieFor(context: Provider) {
  const isSecure = context.get(webDeps).appOrigin.startsWith('https:');
  return createCookie(isSecure ? '__Host-second-step' : 'second-step', {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: SECOND_STEP_LIFE / SECOND,
  });
}

/** @returns the secret of a sign-in that waits for its code; null without one */
export async function secondStepSecret(context: Provider, request: Request): Promise<string | null> {
  const value: unknown = await cookieFor(context).parse(request.headers.get('cookie'));
  return typeof value === 'string' && value.length > 0 && value.length < SECRET_MAX ? value : null;
}

/**
 * Redirects to the page that asks for the code.
 * @param wanted a path of ours that the person goes to when they are signed in; null means the dashboard
 * @param headers further headers of the response
 */
export async function askForCode(
  context: Provider,
  secret: string,
  wanted: string | null,
  headers: [string, string][] = [],
): Promise<Response> {
  const cookie = await cookieFor(context).serialize(secret);
  const to = secondStepPath(wanted);
  context.set(entryContext, to);
  const response = redirect(to);
  for (const [name, value] of [['set-cookie', cookie] as const, ...headers]) response.headers.append(name, value);
  return response;
}

/** @returns the address of the page that asks for the code */
export function secondStepPath(wanted: string | null): string {
  return wanted ? `/auth/code?${new URLSearchParams({ to: wanted })}` : '/auth/code';
}

/** @returns the Set-Cookie header that ends the second step in this browser */
export function endSecondStep(context: Provider): Promise<string> {
  return cookieFor(context).serialize('', { maxAge: 0 });
}
