import { type MiddlewareFunction, redirect } from 'react-router';
import { errorResponse } from '#app/http/errors.ts';
import { ownPath } from '#app/http/own-path.ts';
import { isSafe } from '#app/http/safe-methods.ts';
import { AppError } from '#domain/errors.ts';
import { recogniseVisit } from './session.ts';

const SIGNED_OUT =
  'You are signed out, so nothing was changed. Sign in, and then send it again from the page where you were.';
const OUT_OF_REACH = 'We cannot save anything at the moment. Nothing was lost: go back, and try again in a minute.';

/**
 * For layouts of signed-in pages. Middleware, not a loader: a request for a child's data alone comes through here too.
 * When accounts cannot be looked up the page still comes, empty; nothing is written then.
 */
export const requireAccount: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const visit = await recogniseVisit(request, context);
  if (visit === 'visitor' && isSafe(request.method)) throw redirect('/');
  if (visit === 'visitor') throw errorResponse(new AppError('unauthenticated', SIGNED_OUT));
  if (visit === 'unknown' && !isSafe(request.method)) throw errorResponse(new AppError('unavailable', OUT_OF_REACH));
  return next();
};

/** For pages that only make sense to visitors. */
export const requireVisitor: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = await recogniseVisit(request, context);
  if (typeof visit === 'object') throw redirect(ownPath(url.searchParams.get('to')) ?? '/dashboard');
  return next();
};
