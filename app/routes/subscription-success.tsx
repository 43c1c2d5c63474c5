import { data, redirect } from 'react-router';
import { askToSignIn } from '#app/accounts/ask-to-sign-in.ts';
import { ContinueLinks } from '#app/components/continue-links.tsx';
import { STATUS } from '#app/http/errors.ts';
import { ownPath } from '#app/http/own-path.ts';
import { refreshAfter, STAY } from '#app/http/refresh.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, flashContext, visitContext, webDeps } from '#app/middleware/context.ts';
import { andTo, pricingAddress } from '#app/plans/addresses.ts';
import { withBilling } from '#app/plans/billing.ts';
import { dashboardWith, goOnWords } from '#app/plans/go-on.ts';
import { AppError } from '#domain/errors.ts';
import { PLANS } from '#domain/subscription/plan.ts';
import { paidTokenSchema } from '#domain/subscription/subscription.schema.ts';
import { SECOND } from '#domain/time/durations.ts';
import { fieldErrors } from '#messages/en/field-errors.ts';
import { subscription } from '#messages/en/subscription.ts';
import { say } from '#messages/say.ts';
import { completeSubscription } from '#services/subscription/checkout.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/subscription-success.ts';

/** spec.md section 9. */
const AFTER_SUCCESS = 3 * SECOND;
const AFTER_FAILURE = 2 * SECOND;
/** The next page where the address names none. */
const NEXT = '/dashboard';

export const meta: Route.MetaFunction = () => [{ title: say(subscription.title) }];

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has('refresh') ? actionHeaders : loaderHeaders;

/** Loading the page changes nothing: mail scanners and link previews load it, too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const isVisitor = context.get(visitContext) === 'visitor';
  const stays = url.searchParams.has(STAY);
  const to = ownPath(url.searchParams.get('to'));
  if (url.searchParams.has('activated')) {
    const plan = isVisitor ? 'free' : (await subscriptionState(contextOf(context), accountOf(context).id)).plan;
    if (plan === 'free') throw redirect(NEXT);
    const headers = refreshAfter(AFTER_SUCCESS, dashboardWith(to));
    return data({ plan: PLANS[plan].name, stays, to }, stays ? {} : { headers });
  }
  const token = tokenIn(url);
  if (!token) throw await refuseToken();
  if (isVisitor) throw await askToSignIn(`${url.pathname}?token=${token}${andTo(to)}`);
  return data({ plan: null, stays, to });
}

export async function action({ context, url }: Route.ActionArgs) {
  const token = tokenIn(url);
  const to = ownPath(url.searchParams.get('to'));
  if (!token) throw await refuseToken();
  // The session has ended since the page was loaded; the payment is not lost.
  if (context.get(visitContext) === 'visitor') throw await askToSignIn(`${url.pathname}?token=${token}${andTo(to)}`);
  try {
    const { id } = accountOf(context);
    await withBilling(context, (billing) => completeSubscription(billing, id, token));
  } catch (error) {
    if (error instanceof Response) throw error;
    const refusal = error instanceof AppError ? error : null;
    if (!refusal) context.get(webDeps).log.error({ err: error }, 'a subscription could not be activated');
    const next = pricingAddress({ to });
    // The page refreshes too soon for its scripts to show a toast.
    context.set(flashContext, toast('error', say(subscription.failed)));
    return data(
      {
        why: refusal?.message ?? say(subscription.fault),
        next,
        again: `${url.pathname}?token=${token}&${STAY}${andTo(to)}`,
      },
      { status: STATUS[refusal?.code ?? 'unavailable'], headers: refreshAfter(AFTER_FAILURE, next) },
    );
  }
  return redirectWithToast(`${url.pathname}?activated${andTo(to)}`, toast('success', say(subscription.activated)));
}

function refuseToken(): Promise<Response> {
  return redirectWithToast('/pricing', toast('error', say(fieldErrors['payment-token-invalid'])));
}

function tokenIn(url: URL): string | null {
  return paidTokenSchema.safeParse({ token: url.searchParams.get('token') }).data?.token ?? null;
}

export default function SubscriptionSuccess({ loaderData: { plan, stays, to }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create stack">
        {plan && <Activated plan={plan} to={to} stays={stays} />}
        {!plan && actionData && <Failed why={actionData.why} next={actionData.next} again={actionData.again} />}
        {!plan && !actionData && <Activate isAtOnce={!stays} />}
      </div>
    </main>
  );
}

function Activated({ plan, to, stays }: { plan: string; to: string | null; stays: boolean }) {
  return (
    <>
      <h1>{say(subscription.activatedHeading, { plan })}</h1>
      <ContinueLinks to={to ?? NEXT} stay={stays ? null : `?activated&${STAY}${andTo(to)}`}>
        {to && to !== NEXT ? goOnWords(to) : say(subscription.toDashboard)}
      </ContinueLinks>
    </>
  );
}

function Failed({ why, next, again }: { why: string; next: string; again: string }) {
  return (
    <>
      <h1>{say(subscription.failedHeading)}</h1>
      <p className="lead">{why}</p>
      <ContinueLinks to={next} stay={again}>
        {say(subscription.toPricing)}
      </ContinueLinks>
    </>
  );
}

/** @param isAtOnce whether app/visitor-script.ts submits the form */
function Activate({ isAtOnce }: { isAtOnce: boolean }) {
  return (
    <form className="stack" method="post" data-submit-after={isAtOnce ? 0 : undefined}>
      <h1>{say(subscription.heading)}</h1>
      <p className="lead">{say(subscription.lead)}</p>
      <p className="row">
        <button className="btn btn-primary" type="submit">
          {say(subscription.activate)}
        </button>
      </p>
    </form>
  );
}
