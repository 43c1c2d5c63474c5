import { Form, Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanLine } from '#app/components/profile/plan-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import {
  type InvoiceWords,
  type OtherOffer,
  otherOffers,
  type PaymentsWords,
  type PlanWords,
  paymentsWords,
  planWords,
} from '#app/plans/plan-words.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Your plan · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone } = accountOf(context);
    const state = await subscriptionState(contextOf(context), id);
    return {
      plan: planWords(state, time_zone),
      offers: state.interval === null || state.isEnding ? [] : otherOffers(state),
      payments: state.customerId === null ? null : await paymentsWords(context, id, time_zone),
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
              <Actions plan={view.plan} isRefundable={view.payments?.isRefundable ?? false} />
            </div>
          </section>
          {view.offers.length > 0 && <Offers offers={view.offers} />}
          {view.payments && <Payments payments={view.payments} />}
        </>
      ) : (
        <NotLoaded />
      )}
    </main>
  );
}

function Actions({ plan, isRefundable }: { plan: PlanWords; isRefundable: boolean }) {
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

function Offers({ offers }: { offers: readonly OtherOffer[] }) {
  return (
    <section className="spread" aria-labelledby="h-offers">
      <div className="aside">
        <h2 id="h-offers">Change it</h2>
        <p>You see what it costs now, before anything changes.</p>
      </div>
      <ul className="body lines">
        {offers.map(({ planType, words, difference }) => (
          <li key={planType} className="offer">
            <p>
              <strong>{words}</strong>
              <span>{difference}</span>
            </p>
            <Link className="btn btn-quiet" to={`/profile/plan/switch?plan_type=${planType}`}>
              See what it costs<span className="vh"> to change to {words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Payments({ payments: { invoices, problem } }: { payments: PaymentsWords }) {
  return (
    <section className="spread" aria-labelledby="h-payments">
      <div className="aside">
        <h2 id="h-payments">Payments</h2>
        <p>Your cards and every invoice are with Stripe; we never see a card.</p>
      </div>
      <div className="body stack">
        {problem && (
          <p className="note is-warn" role="alert">
            {problem}
          </p>
        )}
        {invoices.length > 0 && (
          <ul className="lines">
            {invoices.map((invoice) => (
              <Invoice key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
        {!problem && invoices.length === 0 && <p className="soft">Nothing yet.</p>}
        <form method="post" action="/profile/plan/portal">
          <button className="btn btn-secondary" type="submit">
            Cards and invoices
          </button>
        </form>
      </div>
    </section>
  );
}

function Invoice({ invoice: { date, amount, status, url } }: { invoice: InvoiceWords }) {
  return (
    <li className="offer">
      <p>
        <strong>{amount}</strong>
        <span>
          {date}, {status}
        </span>
      </p>
      {url && (
        <a className="btn btn-quiet" href={url}>
          Invoice<span className="vh"> of {date}</span>
        </a>
      )}
    </li>
  );
}
