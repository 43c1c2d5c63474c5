import { Link } from 'react-router';
import type { OtherOffer } from '#app/plans/plan-words.ts';

/** What a plan can be changed to; each leads to what that would cost now. */
export function OffersSection({ offers }: { offers: readonly OtherOffer[] }) {
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
