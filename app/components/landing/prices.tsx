import { Link } from 'react-router';
import { PRICES } from '#app/landing/words.ts';
import type { PriceLine } from '#app/plans/landing-prices.ts';

/** The prices in four columns; on a phone each plan takes two lines. */
export function Prices({ lines }: { lines: PriceLine[] }) {
  return (
    <section className="spread" aria-labelledby="h-prices">
      <div className="aside">
        <h2 id="h-prices">Prices</h2>
        <p>
          {PRICES} <Link to="/pricing">Compare the plans</Link>
        </p>
      </div>
      <div className="body">
        <table className="table price-table">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">A month</th>
              <th scope="col">A year</th>
              <th scope="col">What you can do</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, month, year, does }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="fig">{month}</td>
                <td className="fig">{year}</td>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
