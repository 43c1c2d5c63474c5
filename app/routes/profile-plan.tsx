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
import { planPage } from '#messages/en/plan-pages.ts';
import { say, sayRich } from '#messages/say.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan.ts';

export const meta: Route.MetaFunction = () => [{ title: say(planPage.title) }];

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
        <h1>{say(planPage.heading)}</h1>
      </div>
      {view ? (
        <>
          <section className="spread" aria-labelledby="h-plan">
            <div className="aside">
              <h2 id="h-plan">{say(planPage.current)}</h2>
              {!view.plan.isFree && (
                <p>
                  <Link to="/pricing" reloadDocument>
                    {say(planPage.compare)}
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
          {say(planPage.seePlans)}
        </Link>
      </p>
    );
  if (!plan.isPaid) return null;
  return (
    <div className="row">
      {plan.isEnding ? (
        <Form method="post" action="/profile/plan/keep">
          <button className="btn btn-primary" type="submit">
            {say(planPage.keep, { plan: plan.name })}
          </button>
        </Form>
      ) : (
        <Link className="btn btn-secondary" to="/profile/plan/cancel">
          {say(planPage.cancel)}
        </Link>
      )}
      {isRefundable && (
        <Link className="btn btn-quiet" to="/profile/plan/refund">
          {say(planPage.refund)}
        </Link>
      )}
    </div>
  );
}

function Offers({ offers }: { offers: readonly OtherOffer[] }) {
  return (
    <section className="spread" aria-labelledby="h-offers">
      <div className="aside">
        <h2 id="h-offers">{say(planPage.change)}</h2>
        <p>{say(planPage.changeHelp)}</p>
      </div>
      <ul className="body lines">
        {offers.map(({ planType, words, difference }) => (
          <li key={planType} className="offer">
            <p>
              <strong>{words}</strong>
              <span>{difference}</span>
            </p>
            <Link className="btn btn-quiet" to={`/profile/plan/switch?plan_type=${planType}`}>
              {sayRich(planPage.seeCost, { offer: words })}
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
        <h2 id="h-payments">{say(planPage.payments)}</h2>
        <p>{say(planPage.paymentsHelp)}</p>
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
        {!problem && invoices.length === 0 && <p className="soft">{say(planPage.noPayments)}</p>}
        <form method="post" action="/profile/plan/portal">
          <button className="btn btn-secondary" type="submit">
            {say(planPage.portal)}
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
        <span>{say(planPage.dateAndStatus, { date, status })}</span>
      </p>
      {url && (
        <a className="btn btn-quiet" href={url}>
          {sayRich(planPage.invoice, { date })}
        </a>
      )}
    </li>
  );
}
