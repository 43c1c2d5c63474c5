import { Link } from 'react-router';
import type { OtherOffer } from '#app/plans/plan-words.ts';

/** What a plan can be changed to; each leads to what that would cost now. */
export function OffersSection({ offers }: { offers: readonly OtherOffer[] }) {
  return (
    <section className="spread" aria-labelledby="h-offers">
      <div className="aside">
        <h2 id="h-offers">Change it</h2>
        <p>You see what it costs before anything changes.</p>
      </div>
      <ul className="body lines">
        {offers.map(({ to, words, difference }) => (
          <li key={to} className="person">
            <span className="who">
              <strong>{words}</strong>
              <span>{difference}</span>
            </span>
            <Link className="btn btn-quiet" to={`/profile/plan/switch?to=${to}`}>
              Look at it<span className="vh">: {words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
