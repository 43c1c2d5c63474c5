import { useEffect, useRef } from 'react';
import { data, redirect } from 'react-router';
import { LeadsOn } from '#app/components/leads-on.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { withBilling } from '#app/http/billing.ts';
import { STATUS } from '#app/http/errors.ts';
import { refreshAfter, STAY } from '#app/http/refresh.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, visitContext, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { paidTokenSchema } from '#domain/subscription/subscription.schema.ts';
import { SECOND } from '#domain/time/durations.ts';
import { completeSubscription } from '#services/subscription/complete-subscription.ts';
import { planNameOf } from '#services/subscription/entitlements.ts';
import type { Route } from './+types/subscription-success.ts';

/** spec.md section 9. */
const AFTER_SUCCESS = 3 * SECOND;
const AFTER_FAILURE = 2 * SECOND;
const NEXT = '/dashboard';
const OURS = 'Something on our side is not working. If you have paid, that is not lost: please try again in a minute.';

export const meta: Route.MetaFunction = () => [{ title: 'Subscription · Stillhere' }];

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has('refresh') ? actionHeaders : loaderHeaders;

/** Looking changes nothing, not even where a payment waits: mail scanners and previews look, too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const isVisitor = context.get(visitContext) === 'visitor';
  const stays = url.searchParams.has(STAY);
  if (url.searchParams.has('activated')) {
    const plan = isVisitor ? null : await planNameOf(contextOf(context).em, accountOf(context).id);
    if (!plan) throw redirect(NEXT);
    return data({ plan, stays }, stays ? {} : { headers: refreshAfter(AFTER_SUCCESS, NEXT) });
  }
  const token = tokenIn(url);
  if (!token) throw await redirectWithToast(NEXT, toast('error', 'Invalid subscription token'));
  if (!isVisitor) return data({ plan: null, stays });
  const back = new URLSearchParams({ to: `${url.pathname}?token=${token}` });
  throw await redirectWithToast(`/auth?${back}`, toast('error', 'Please login first'));
}

export async function action({ context, url }: Route.ActionArgs) {
  const token = tokenIn(url);
  if (!token) throw await redirectWithToast(NEXT, toast('error', 'Invalid subscription token'));
  try {
    const { id } = accountOf(context);
    await withBilling(context, (billing) => completeSubscription(billing, id, token));
  } catch (error) {
    if (error instanceof Response) throw error;
    const refusal = error instanceof AppError ? error : null;
    if (!refusal) context.get(webParts).log.error({ err: error }, 'a subscription could not be activated');
    const failed = { why: refusal?.message ?? OURS, toast: toast('error', 'Failed to activate subscription') };
    return data(
      { ...failed, again: `${url.pathname}?token=${token}&${STAY}` },
      { status: STATUS[refusal?.code ?? 'unavailable'], headers: refreshAfter(AFTER_FAILURE, NEXT) },
    );
  }
  return redirectWithToast(`${url.pathname}?activated`, toast('success', 'Subscription activated successfully!'));
}

function tokenIn(url: URL): string | null {
  return paidTokenSchema.safeParse({ token: url.searchParams.get('token') }).data?.token ?? null;
}

export default function SubscriptionSuccess({ loaderData: { plan, stays }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create stack">
        {plan && <Activated plan={plan} stay={stays ? null : `?activated&${STAY}`} />}
        {!plan && actionData && <Failed why={actionData.why} again={actionData.again} />}
        {!plan && !actionData && <Activate isAtOnce={!stays} />}
      </div>
    </main>
  );
}

function Activated({ plan, stay }: { plan: string; stay: string | null }) {
  return (
    <>
      <h1>Thank you. You are on {plan}.</h1>
      <LeadsOn to={NEXT} stay={stay}>
        Go to the Dashboard
      </LeadsOn>
    </>
  );
}

function Failed({ why, again }: { why: string; again: string }) {
  return (
    <>
      <h1>Your subscription is not active yet.</h1>
      <p className="lead">{why}</p>
      <LeadsOn to={NEXT} stay={again}>
        Go to the Dashboard
      </LeadsOn>
    </>
  );
}

/** @param isAtOnce whether a script may press the button */
function Activate({ isAtOnce }: { isAtOnce: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAtOnce) form.current?.submit();
  }, [isAtOnce]);
  return (
    <form className="stack" method="post" ref={form}>
      <h1>Activate your subscription</h1>
      <p className="lead">The payment page has sent you back. One more step, and your plan is yours.</p>
      <p className="row">
        <button className="btn btn-primary" type="submit">
          Activate
        </button>
      </p>
    </form>
  );
}
