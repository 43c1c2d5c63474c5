import { CAN, CANNOT, CLAIMS } from '#app/landing/words.ts';

/** What we can read, what we cannot, and the claims with their limits. */
export function Honesty() {
  return (
    <section className="spread plain" id="security" aria-labelledby="h-read">
      <div className="aside">
        <h2 id="h-read">What we can read, and what we cannot</h2>
        <p>You are trusting us with the things that matter most. So, without small print:</p>
      </div>
      <div className="body stack">
        <div className="reads">
          <Reads heading="Cannot be read" lines={CANNOT} />
          <Reads heading="Can be read" lines={CAN} />
        </div>
        <dl className="claims">
          {CLAIMS.map(({ name, words, isComing }) => (
            <div key={name}>
              <dt>
                {name} {isComing && <span className="stamp">Coming</span>}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Reads({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <div>
      <h3>{heading}</h3>
      <ul className="ticks">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
