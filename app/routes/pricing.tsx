import { Link } from 'react-router';
import { Glyph } from '#app/components/glyphs.tsx';
import { socialCard } from '#app/gallery/social-card.ts';
import { ownPath } from '#app/http/own-path.ts';
import { contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import type { PageHandle } from '#app/page-scripts.ts';
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
import { pricing } from '#messages/en/pricing.ts';
import { say, sayRich } from '#messages/say.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/pricing.ts';

/** Long enough to read what happens next, in milliseconds. */
const SUBMIT_AFTER = 1_000;
const PERIODS = [
  { interval: 'month', look: 'by-m', isNamed: true },
  { interval: 'year', look: 'by-y', isNamed: true },
] as const;
/** Free costs the same by the month and by the year. */
const EITHER_PERIOD = [{ interval: 'month', look: undefined, isNamed: false }] as const;

export const handle: PageHandle = { scripts: 'visitors', isShared: true };

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
      title: say(pricing.title),
      words: say(pricing.description),
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
    context.get(webDeps).log.error({ err: error }, 'a plan could not be read');
    return 'visitor';
  }
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { cards, interval, other, questions, to, chosen } = loaderData;
  return (
    <main className={`main wrap pricing pricing-by-${interval}`} id="main">
      <div className="head head-row">
        <div className="stack-s">
          <h1>{say(pricing.heading)}</h1>
          <p className="lead">{say(pricing.lead)}</p>
        </div>
        <Period chosen={interval} other={other} />
      </div>
      {chosen && <ContinueToPay offer={chosen} to={to} />}
      <form className="plans" method="post" action="/pricing/subscribe" data-busy-label={say(pricing.busy)}>
        {to && <input type="hidden" name="to" value={to} />}
        {cards.map((card) => (
          <Plan key={card.plan} card={card} />
        ))}
      </form>
      <section className="spread faq" aria-labelledby="h-faq">
        <h2 className="aside" id="h-faq">
          {say(pricing.questions.heading)}
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
        {say(chosen === 'year' ? pricing.byMonth : pricing.byYear)}
      </Link>
      <fieldset className="period" key={chosen}>
        <legend className="vh">{say(pricing.paid)}</legend>
        <label>
          <input type="radio" name="interval" value="monthly" defaultChecked={chosen === 'month'} />
          <span>{say(pricing.monthly)}</span>
        </label>
        <label>
          <input type="radio" name="interval" value="yearly" defaultChecked={chosen === 'year'} />
          <span>
            {sayRich(pricing.yearly, {
              stamp: (children) => <span className="stamp stamp-plain">{children}</span>,
            })}
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
      <p role="status">{say(pricing.chosen, { offer: offer.words })}</p>
      <button className="btn btn-primary" type="submit">
        {say(pricing.goOn)}
      </button>
    </form>
  );
}

function Plan({ card }: { card: PlanCard }) {
  const { plan, name, line, price, entitlements, current, button, isRecommended } = card;
  const heading = `plan-${plan}`;
  const periods = plan === 'free' ? EITHER_PERIOD : PERIODS;
  return (
    <section className="plan" aria-labelledby={heading}>
      <div className="plan-top">
        <div className="plan-name">
          <h2 id={heading}>{name}</h2>
          {current && <p className="stamp stamp-plain">{current}</p>}
        </div>
        <p className="price">
          {periods.map(({ interval, look, isNamed }) => (
            <span className={look} key={interval}>
              {isNamed ? (
                sayRich(pricing.price[interval], { price: price[interval], b: (children) => <b>{children}</b> })
              ) : (
                <b>{price[interval]}</b>
              )}
            </span>
          ))}
        </p>
        <p className="small soft">{line}</p>
      </div>
      {periods.map(({ interval, look }) => (
        <div className={look} key={interval}>
          <Button button={button[interval]} isPrimary={isRecommended} heading={heading} />
        </div>
      ))}
      <Included entitlements={entitlements} />
    </section>
  );
}

function Included({ entitlements }: Pick<PlanCard, 'entitlements'>) {
  return (
    <ul className="incl">
      {entitlements.map(({ words, isIncluded }) => (
        <li className={isIncluded ? undefined : 'no'} key={words}>
          {!isIncluded && <span className="vh">{say(pricing.notIncluded)} </span>}
          <Glyph name={isIncluded ? 'success' : 'without'} />
          {words}
        </li>
      ))}
    </ul>
  );
}

interface ButtonProps {
  button: PlanButton | null;
  isPrimary: boolean;
  /** The id of the heading that names the plan. */
  heading: string;
}

function Button({ button, isPrimary, heading }: ButtonProps) {
  if (!button) return null;
  const look = isPrimary ? 'btn full btn-primary' : 'btn full btn-secondary';
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
