import { type MiddlewareFunction, redirect } from 'react-router';
import { type ErrorDetail, STATUS } from '#app/http/errors.ts';
import { LETTER_FORM_MAX_BYTES, readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { isSafe } from '#app/http/safe-methods.ts';
import { recogniseVisit } from './session.ts';

const SIGNED_OUT =
  'You are signed out, so nothing was changed. Sign in, go back to the page where you were, and send it again.';
/** What people write, and would have to find again: no secret, and nothing that was chosen from a list. */
const WRITTEN = [
  ...['title', 'content', 'name', 'email'],
  ...['recipient_name', 'recipient_email', 'recipient_phone', 'date', 'time'],
];

/**
 * For layouts of signed-in pages. Middleware, not a loader: a request for a child's data alone comes through here too.
 * When accounts cannot be looked up the page still comes, empty, and a form comes back as it was sent: nothing is read or
 * written then, because everything asks `accountOf` first.
 */
export const requireAccount: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const visit = await recogniseVisit(request, context);
  if (visit !== 'visitor') return next();
  if (isSafe(request.method)) throw redirect('/');
  const detail: ErrorDetail = { sentence: SIGNED_OUT, written: await writtenIn(request) };
  throw Response.json(detail, { status: STATUS.unauthenticated });
};

/** A session that ended while somebody was writing takes nothing with it. */
async function writtenIn(request: Request): Promise<string | null> {
  const form = await readForm(request, { limit: LETTER_FORM_MAX_BYTES }).catch(() => null);
  const texts = WRITTEN.map((name) => form?.get(name)).filter((text) => typeof text === 'string' && text !== '');
  return texts.length > 0 ? texts.join('\n\n') : null;
}

/** For pages that only make sense to visitors. */
export const requireVisitor: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = await recogniseVisit(request, context);
  if (typeof visit === 'object') throw redirect(ownPath(url.searchParams.get('to')) ?? '/dashboard');
  return next();
};
