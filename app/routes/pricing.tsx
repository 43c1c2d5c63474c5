import { Link } from 'react-router';
import { Glyph } from '#app/components/glyphs.tsx';
import { ownPath } from '#app/http/own-path.ts';
import { socialCard } from '#app/http/social-card.ts';
import { contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { pricingAddress } from '#app/plans/addresses.ts';
import {
  type ChosenOffer,
  cardsFor,
  chosenOffer,
  intervalFor,
  type PlanButton,
  type PlanCard,
  questions,
  type Viewer,
} from '#app/plans/pricing-words.ts';
import type { Interval } from '#domain/subscription/plan.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/pricing.ts';

/** Long enough to read what happens next, in milliseconds. */
const SUBMIT_AFTER = 1_000;
const PERIODS = [
  { interval: 'month', look: 'by-m', words: 'a month' },
  { interval: 'year', look: 'by-y', words: 'a year' },
] as const;
/** Free costs the same by the month and by the year. */
const EITHER_PERIOD = [{ interval: 'month', look: undefined, words: null }] as const;

/** The primary button is that of Plus, the plan that we recommend. */
const LOOKS: Record<PlanCard['plan'], { periods: typeof PERIODS | typeof EITHER_PERIOD; button: string }> = {
  free: { periods: EITHER_PERIOD, button: 'btn-secondary' },
  plus: { periods: PERIODS, button: 'btn-primary' },
  premium: { periods: PERIODS, button: 'btn-secondary' },
};

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const viewer = await viewerOf(context);
  const to = ownPath(searchParams.get('to'));
  const cards = cardsFor(viewer, to);
  const chosen = chosenOffer(searchParams.get('plan_type'), viewer, cards);
  const interval = chosen?.interval ?? intervalFor(searchParams.get('interval'), viewer);
  return {
    card: socialCard(context, {
      path: '/pricing',
      title: 'Pricing',
      words: 'Three plans, paid by the month or by the year, and what each of them holds.',
    }),
    to,
    cards,
    chosen,
    interval,
    other: pricingAddress({ to, interval: interval === 'year' ? 'month' : 'year' }),
    questions: questions(),
  };
}

/** If the plan cannot be read, the page is that of a visitor: plans and prices are the same for everyone. */
async function viewerOf(context: Provider): Promise<Viewer> {
  const visit = context.get(visitContext);
  if (typeof visit !== 'object') return 'visitor';
  try {
    return await subscriptionState(contextOf(context), visit.user.id);
  } catch (error) {
    context.get(webParts).log.error({ err: error }, 'a plan could not be read');
    return 'visitor';
  }
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { cards, interval, other, questions, to, chosen } = loaderData;
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
      {chosen && <ContinueToPay offer={chosen} to={to} />}
      <form className="plans" method="post" action="/pricing/subscribe" data-busy-label="Processing...">
        {to && <input type="hidden" name="to" value={to} />}
        {cards.map((card) => (
          <Plan key={card.plan} card={card} />
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

/** For a person who chose an offer and then had to sign in: app/visitor-script.ts submits the form, or they press the button. */
function ContinueToPay({ offer, to }: { offer: ChosenOffer; to: string | null }) {
  return (
    <form className="note go-on" method="post" action="/pricing/subscribe" data-submit-after={SUBMIT_AFTER}>
      <input type="hidden" name="plan_type" value={offer.planType} />
      {to && <input type="hidden" name="to" value={to} />}
      <p role="status">{`You chose ${offer.words}. The next page is where you pay; nothing is charged before that.`}</p>
      <button className="btn btn-primary" type="submit">
        Go on to pay
      </button>
    </form>
  );
}

function Plan({ card }: { card: PlanCard }) {
  const { plan, name, line, price, entitlements, current, button } = card;
  const heading = `plan-${plan}`;
  const { periods } = LOOKS[plan];
  return (
    <section className="plan" aria-labelledby={heading}>
      <div className="plan-top">
        <div className="plan-name">
          <h2 id={heading}>{name}</h2>
          {current && <p className="stamp stamp-plain">{current}</p>}
        </div>
        <p className="price">
          {periods.map(({ interval, look, words }) => (
            <span className={look} key={interval}>
              <b>{price[interval]}</b> {words}
            </span>
          ))}
        </p>
        <p className="small soft">{line}</p>
      </div>
      {periods.map(({ interval, look }) => (
        <div className={look} key={interval}>
          <Button button={button[interval]} plan={plan} heading={heading} />
        </div>
      ))}
      <ul className="incl">
        {entitlements.map(({ words, isIncluded }) => (
          <li className={isIncluded ? undefined : 'no'} key={words}>
            {!isIncluded && <span className="vh">Not included: </span>}
            <Glyph name={isIncluded ? 'success' : 'without'} />
            {words}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ButtonProps {
  button: PlanButton | null;
  plan: PlanCard['plan'];
  /** The id of the heading that names the plan. */
  heading: string;
}

function Button({ button, plan, heading }: ButtonProps) {
  if (!button) return null;
  const look = `btn full ${button.label === 'Manage' ? 'btn-secondary' : LOOKS[plan].button}`;
  if (button.kind === 'go')
    return (
      <Link className={look} to={button.to} aria-describedby={heading}>
        {button.label}
      </Link>
    );
  return (
    <button className={look} type="submit" name="plan_type" value={button.value} aria-describedby={heading}>
      {button.label}
    </button>
  );
}
