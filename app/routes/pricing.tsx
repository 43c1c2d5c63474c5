import { Link } from 'react-router';
import { GoOn } from '#app/components/pricing/go-on.tsx';
import { PlanCard } from '#app/components/pricing/plan-card.tsx';
import { ownPath } from '#app/http/own-path.ts';
import { socialCard } from '#app/http/social-card.ts';
import { contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { pricingAddress } from '#app/plans/addresses.ts';
import { cardsFor, intervalFor, type Looker, questions, wishIn } from '#app/plans/pricing-words.ts';
import type { Interval } from '#domain/subscription/plan.ts';
import { planOf } from '#services/subscription/plan-of.ts';
import type { Route } from './+types/pricing.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const looker = await lookerOf(context);
  const to = ownPath(searchParams.get('to'));
  const cards = cardsFor(looker, to);
  const wish = wishIn(searchParams.get('plan_type'), looker, cards);
  const interval = wish?.interval ?? intervalFor(searchParams.get('interval'), looker);
  return {
    card: socialCard(context, {
      path: '/pricing',
      title: 'Pricing',
      words: 'Three plans, paid by the month or by the year, and what each of them holds.',
    }),
    to,
    cards,
    wish,
    interval,
    other: pricingAddress({ to, interval: interval === 'year' ? 'month' : 'year' }),
    questions: questions(),
  };
}

/** Plans and prices are the same for everyone: a person whose plan cannot be looked up sees what visitors see. */
async function lookerOf(context: Provider): Promise<Looker> {
  const visit = context.get(visitContext);
  if (typeof visit !== 'object') return 'visitor';
  try {
    return await planOf(contextOf(context), visit.user.id);
  } catch (error) {
    context.get(webParts).log.error({ err: error }, 'a plan could not be looked up');
    return 'visitor';
  }
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { cards, interval, other, questions, to, wish } = loaderData;
  return (
    <main className={`main wrap pricing pricing-by-${interval}`} id="main">
      <div className="head head-row">
        <div className="stack-s">
          <h1>Three plans, and no surprises</h1>
          <p className="lead">
            Cancel anytime. What you scheduled is still delivered, and what you kept stays readable.
          </p>
        </div>
        <Period chosen={interval} other={other} />
      </div>
      {wish && <GoOn wish={wish} to={to} />}
      <form className="plans" method="post" action="/pricing/subscribe" data-busy-label="Processing...">
        {to && <input type="hidden" name="to" value={to} />}
        {cards.map((card) => (
          <PlanCard key={card.plan} card={card} />
        ))}
      </form>
      <section className="spread faq" aria-labelledby="h-faq">
        <h2 className="aside" id="h-faq">
          Frequently asked questions
        </h2>
        <dl className="body qa">
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  );
}

/** Styles alone show one of both prices; for browsers whose styles cannot, a link does (0046). */
function Period({ chosen, other }: { chosen: Interval; other: string }) {
  return (
    <>
      <Link className="other-period" to={other}>
        {chosen === 'year' ? 'Prices by the month' : 'Prices by the year, two months free'}
      </Link>
      <fieldset className="period" key={chosen}>
        <legend className="vh">Paid</legend>
        <label>
          <input type="radio" name="interval" value="monthly" defaultChecked={chosen === 'month'} />
          <span>Monthly</span>
        </label>
        <label>
          <input type="radio" name="interval" value="yearly" defaultChecked={chosen === 'year'} />
          <span>
            Yearly <span className="stamp stamp-plain">2 Months Free</span>
          </span>
        </label>
      </fieldset>
    </>
  );
}
