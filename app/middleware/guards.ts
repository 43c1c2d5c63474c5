import { type MiddlewareFunction, redirect } from 'react-router';
import { ownPath } from '#app/http/own-path.ts';
import { sessionOf } from './context.ts';

/** For layouts of signed-in pages. Middleware, not a loader: a request for a child's data alone comes through here too. */
export const requireAccount: MiddlewareFunction<Response> = ({ context }, next) => {
  if (!sessionOf(context)) throw redirect('/');
  return next();
};

/** For pages that only make sense to visitors. */
export const requireVisitor: MiddlewareFunction<Response> = ({ context, url }, next) => {
  if (sessionOf(context)) throw redirect(ownPath(url.searchParams.get('to')) ?? '/dashboard');
  return next();
};
