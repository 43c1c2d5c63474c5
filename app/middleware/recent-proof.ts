import { type MiddlewareFunction, redirect } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { isFromScript, isSafe } from '#app/http/request.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { isPublic } from '#services/contents/visibility.ts';
import { contextOf, type Provider, visitContext } from './context.ts';
import { formNeedsProof } from './sensitive-verbs.ts';

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
export const requireRecentProof: MiddlewareFunction<Response> = async (
  { request, context, url, pattern, params },
  next,
) => {
  const visit = context.get(visitContext);
  const acts = !isSafe(request.method) || EXPORTS.test(pattern);
  // Without its fields: those of a form that publishes are settled where it is read.
  const need = formNeedsProof(`/${pattern}`, undefined);
  if (!acts || typeof visit !== 'object' || !need) return next();
  if (isProofRecent(visit.provedAt, contextOf(context).now)) return next();
  if (need === 'public' && !(await isPublic(contextOf(context), visit.user.id, params.id))) return next();
  const to = `${STEP_UP}?${new URLSearchParams({ to: url.pathname + url.search })}`;
  if (isSafe(request.method)) return redirect(to);
  if (!isFromScript(request)) return redirect(to, SEND_AGAIN);
  // The code as status text: of a refusal, the router gives a page's script no header.
  throw new Response(say(accountRefusals['step-up-required']), {
    status: STATUS['step-up-required'],
    statusText: 'step-up-required',
  });
};

/** What a form of something new publishes, and whether that has to wait. */
export interface PublishingHold {
  /** @returns the fields to save: private where they would publish without a recent proof */
  settle<Fields extends { is_public: boolean }>(fields: Fields): Fields;
  /** Whether `settle` has made something private. */
  isHeld(): boolean;
}

/**
 * Saves what is new as private until there is a proof, so that neither words nor files wait for one. Its owner is asked when
 * they make it public afterwards.
 * @param pattern of the route
 */
export function holdPublishing({ context, pattern }: { context: Provider; pattern: string }): PublishingHold {
  let isHeld = false;
  return {
    isHeld: () => isHeld,
    settle(fields) {
      const visit = context.get(visitContext);
      const isProved = typeof visit !== 'object' || isProofRecent(visit.provedAt, contextOf(context).now);
      if (isProved || !formNeedsProof(`/${pattern}`, fields)) return fields;
      isHeld = true;
      return { ...fields, is_public: false };
    },
  };
}
