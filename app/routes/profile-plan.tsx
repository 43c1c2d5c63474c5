import { Form, Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { OffersSection } from '#app/components/plan/offers-section.tsx';
import { PaymentsSection } from '#app/components/plan/payments-section.tsx';
import { PlanLine } from '#app/components/profile/plan-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { paymentsInWords } from '#app/plans/payment-words.ts';
import { otherOffers, type PlanWords, planWords } from '#app/plans/plan-words.ts';
import { planOf } from '#services/subscription/plan-of.ts';
import type { Route } from './+types/profile-plan.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Your plan · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone } = accountOf(context);
    const view = await planOf(contextOf(context), id);
    return {
      plan: planWords(view, time_zone),
      offers: view.interval === null || view.is_ending ? [] : otherOffers(view),
      payments: view.has_paid ? await paymentsInWords(context, id, time_zone) : null,
    };
  });
}

export default function ProfilePlan({ loaderData }: Route.ComponentProps) {
  const { data: view, toast: words } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={words} />
      <div className="head">
        <h1>Your plan</h1>
      </div>
      {view ? (
        <>
          <section className="spread" aria-labelledby="h-plan">
            <div className="aside">
              <h2 id="h-plan">What you have</h2>
              {!view.plan.isFree && (
                <p>
                  <Link to="/pricing" reloadDocument>
                    Compare the plans
                  </Link>
                </p>
              )}
            </div>
            <div className="body stack">
              <PlanLine plan={view.plan} />
              <Acts plan={view.plan} isRefundable={view.payments?.isRefundable ?? false} />
            </div>
          </section>
          {view.offers.length > 0 && <OffersSection offers={view.offers} />}
          {view.payments && <PaymentsSection payments={view.payments} />}
        </>
      ) : (
        <NotLoaded />
      )}
    </main>
  );
}

/** What can be done about a plan that is paid for. */
function Acts({ plan, isRefundable }: { plan: PlanWords; isRefundable: boolean }) {
  if (plan.isFree)
    return (
      <p>
        <Link className="btn btn-primary" to="/pricing" reloadDocument>
          See the plans
        </Link>
      </p>
    );
  if (!plan.isPaid) return null;
  return (
    <div className="row">
      {plan.isEnding ? (
        <Form method="post" action="/profile/plan/keep">
          <button className="btn btn-primary" type="submit">
            Keep {plan.name}
          </button>
        </Form>
      ) : (
        <Link className="btn btn-secondary" to="/profile/plan/cancel">
          Cancel the plan
        </Link>
      )}
      {isRefundable && (
        <Link className="btn btn-quiet" to="/profile/plan/refund">
          Cancel and refund
        </Link>
      )}
    </div>
  );
}
