import { Link } from 'react-router';
import { Glyph } from '#app/components/glyphs.tsx';
import type { Card, Way } from '#app/plans/pricing-words.ts';

const PERIODS = [
  { interval: 'month', look: 'by-m', words: 'a month' },
  { interval: 'year', look: 'by-y', words: 'a year' },
] as const;
/** The price is the same by the month and by the year. */
const EITHER = [{ interval: 'month', look: undefined, words: null }] as const;

/** Plus, with the primary button, suits most people. */
const LOOKS: Record<Card['plan'], { periods: typeof PERIODS | typeof EITHER; button: string }> = {
  free: { periods: EITHER, button: 'btn-secondary' },
  plus: { periods: PERIODS, button: 'btn-primary' },
  premium: { periods: PERIODS, button: 'btn-secondary' },
};

/** One of the three plans: its price, its button, and what it includes. */
export function PlanCard({ card: { plan, name, line, price, entitlements, current, way } }: { card: Card }) {
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
          <WayTo way={way[interval]} plan={plan} heading={heading} />
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
  /** The id of the heading with the plan's name. */
  heading: string;
}

function WayTo({ way, plan, heading }: WayToProps) {
  if (!way) return null;
  const look = `btn full ${way.label === 'Manage' ? 'btn-secondary' : LOOKS[plan].button}`;
  if (way.kind === 'go')
    return (
      <Link className={look} to={way.to} aria-describedby={heading}>
        {way.label}
      </Link>
    );
  return (
    <button className={look} type="submit" name="plan_type" value={way.value} aria-describedby={heading}>
      {way.label}
    </button>
  );
}
