import { Link } from 'react-router';
import type { FirstStep } from '#app/deliveries/first-steps.ts';
import { Glyph } from './glyphs.tsx';

/** The page of somebody who has just come: what to do first, and what happens then. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <section className="spread plain" aria-labelledby="h-first">
      <div className="aside">
        <h2 id="h-first">Where to begin</h2>
        <p>Three steps, and about three minutes.</p>
      </div>
      <ol className="body first-steps">
        {steps.map(({ name, words, isDone, act }, index) => (
          <li className={isDone ? 'is-done' : undefined} key={name}>
            <span className="first-n" aria-hidden="true">
              {isDone ? <Glyph name="success" /> : index + 1}
            </span>
            <h3>
              {name}
              {isDone && <span className="vh">: done</span>}
            </h3>
            <p>{words}</p>
            {act && (
              <Link className="btn btn-secondary" to={act.to}>
                {act.words}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
