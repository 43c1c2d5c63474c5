import { Link } from 'react-router';
import { Glyph } from '#app/components/glyphs.tsx';
import type { Card, Way } from '#app/plans/pricing-words.ts';

interface PlanCardProps {
  card: Card;
  /** What was chosen already, and is on its way. */
  taken: string | null;
}

const PERIODS = [
  { interval: 'month', look: 'by-m', words: 'a month' },
  { interval: 'year', look: 'by-y', words: 'a year' },
] as const;
/** What is the same by the month and by the year stands there once. */
const EITHER = [{ interval: 'month', look: undefined, words: null }] as const;

/** One of the three plans: what it costs, the way to it, and what it holds. */
export function PlanCard({ card: { plan, name, line, price, entitlements, current, way }, taken }: PlanCardProps) {
  const heading = `plan-${plan}`;
  const periods = plan === 'free' ? EITHER : PERIODS;
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
          <WayTo way={way[interval]} plan={plan} heading={heading} taken={taken} />
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

interface WayToProps {
  way: Way | null;
  plan: Card['plan'];
  /** The id of the heading that says which plan it leads to. */
  heading: string;
  taken: string | null;
}

function WayTo({ way, plan, heading, taken }: WayToProps) {
  if (!way) return null;
  // One of the three is what the page would choose for most people.
  const look = `btn full ${plan === 'plus' && way.label !== 'Manage' ? 'btn-primary' : 'btn-secondary'}`;
  if (way.kind === 'go')
    return (
      <Link className={look} to={way.to} aria-describedby={heading}>
        {way.label}
      </Link>
    );
  const isBusy = taken === way.value;
  return (
    <button
      className={look}
      type="submit"
      name="plan_type"
      value={way.value}
      aria-describedby={heading}
      aria-busy={isBusy}
      aria-disabled={taken !== null}
    >
      {isBusy ? 'Processing...' : way.label}
    </button>
  );
}
