import { type MiddlewareFunction, redirect } from 'react-router';
import { errorResponse } from '#app/http/errors.ts';
import { ownPath } from '#app/http/own-path.ts';
import { isFromScript, isSafe } from '#app/http/request.ts';
import { AppError } from '#domain/errors.ts';
import { formTexts } from '#messages/en/form-texts.ts';
import { say } from '#messages/say.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { contextOf, entryContext } from './context.ts';
import { recogniseVisit } from './session.ts';

/**
 * For layouts of signed-in pages. Middleware, because a loader does not run for a request of a child's data alone.
 * When accounts cannot be looked up, the page comes empty and a form comes back as it was sent: `accountOf` throws before
 * anything is read or written. A visitor's form is not read, since anyone can send one.
 */
export const requireAccount: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = await recogniseVisit(request, context);
  if (visit !== 'visitor') {
    const response = await next();
    if (typeof visit === 'object' && REFUSALS.includes(response.status))
      recordSecurityEvent(contextOf(context), 'not-allowed', { account: visit.user.id, about: areaOf(url) });
    return response;
  }
  if (isSafe(request.method)) throw redirect('/');
  // A script keeps the form on its page instead (app/http/form-fallback.ts); without one the browser still has what it sent.
  throw errorResponse(new AppError('unauthenticated', say(formTexts['signed-out'])));
};

/** What is another account's is answered like what does not exist. */
const REFUSALS = [403, 404];

/** @returns the first part of the path: the rest may be a secret */
function areaOf({ pathname }: URL): string {
  return pathname.split('/', 2).join('/');
}

/** For pages that only make sense to visitors. */
export const requireVisitor: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = await recogniseVisit(request, context);
  if (typeof visit === 'object') throw redirect(ownPath(url.searchParams.get('to')) ?? '/dashboard');
  return next();
};

/**
 * For pages outside the application: a request from its script makes the browser load the whole document. Links to them
 * have `reloadDocument`; this is for redirects and for links without it.
 */
export const asDocument: MiddlewareFunction<Response> = ({ request, url }, next) => {
  if (!isSafe(request.method) || !isFromScript(request)) return next();
  return documentRedirect(ownPath(url.pathname + url.search) ?? '/');
};

/** For forms that sign a person in (app/accounts/finish-sign-in.ts): the page after them is a whole document. */
export const entersAsDocument: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const to = context.get(entryContext);
  return to && isFromScript(request) ? documentRedirect(to, response.headers) : response;
};

/**
 * The router's own `redirectDocument` has a body. Firefox stops reading it when it leaves the page, and the router does
 * not catch that: two errors in the console. In this form, which the router knows too, a redirect has none.
 */
function documentRedirect(to: string, headers = new Headers()): Response {
  headers.delete('content-type');
  headers.set('x-remix-redirect', to);
  headers.set('x-remix-reload-document', 'true');
  return new Response(null, { status: 204, headers });
}
