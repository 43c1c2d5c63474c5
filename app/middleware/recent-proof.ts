import { type MiddlewareFunction, redirect } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { isFromScript, isSafe } from '#app/http/request.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { contextOf, visitContext } from './context.ts';
import { GUARDED_PAGES } from './sensitive-verbs.ts';

/** Where a person proves that it is them. */
const STEP_UP = '/step-up';
const SEND_AGAIN = 307;
/** Their routes have a loader that exports, and no form. */
const EXPORTS = /\/export\.\w+$/;

/**
 * Leads a guarded form or export to the page that asks who it is, with all that was typed: 307 makes the browser send the
 * form there. A script is refused instead, and its page sends the form as a document (app/http/prove-first.ts). Comes after
 * the guard that finds out who is asking.
 */
export const requireRecentProof: MiddlewareFunction<Response> = async ({ request, context, url, pattern }, next) => {
  const visit = context.get(visitContext);
  const acts = !isSafe(request.method) || EXPORTS.test(pattern);
  if (!acts || typeof visit !== 'object' || GUARDED_PAGES[`/${pattern}`] !== 'proof') return next();
  if (isProofRecent(visit.provedAt, contextOf(context).now)) return next();
  const to = `${STEP_UP}?${new URLSearchParams({ to: url.pathname + url.search })}`;
  if (isSafe(request.method)) return redirect(to);
  if (!isFromScript(request)) return redirect(to, SEND_AGAIN);
  // The code as status text: of a refusal, the router gives a page's script no header.
  throw new Response(say(accountRefusals['step-up-required']), {
    status: STATUS['step-up-required'],
    statusText: 'step-up-required',
  });
};
