import { createCookie, redirect } from 'react-router';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { entryContext, type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { secondStep as texts } from '#messages/en/second-step.ts';
import { say } from '#messages/say.ts';
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

async function secondStepSecret(context: Provider, request: Request): Promise<string | null> {
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

/**
 * Works with the secret of the second step; where there is none, or it has ended, the first step comes again.
 * @returns what the work gives, or a redirect
 */
export async function orFirstStep<T>(
  { request, context, url }: { request: Request; context: Provider; url: URL },
  work: (secret: string) => Promise<T>,
): Promise<T | Response> {
  const secret = await secondStepSecret(context, request);
  try {
    if (secret) return await work(secret);
  } catch (error) {
    if (!(error instanceof AppError && hasEnded(error))) throw error;
  }
  const wanted = ownPath(url.searchParams.get('to'));
  const address = wanted ? `/auth?${new URLSearchParams({ to: wanted })}` : '/auth';
  return redirectWithToast(address, toast('info', say(texts.ended)));
}

/** @returns whether a second step has ended; one that was never begun here has, too */
export function hasEnded({ code }: AppError): boolean {
  return code === 'gone' || code === 'not-found';
}
