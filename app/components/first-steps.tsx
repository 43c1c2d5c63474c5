import { Link } from 'react-router';
import type { FirstStep } from '#app/deliveries/first-steps.ts';
import { dashboardPage } from '#messages/en/dashboard.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';

const texts = dashboardPage.firstSteps;

/** For a new owner: what to do first, and what happens then. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <section className="spread plain" aria-labelledby="h-first">
      <div className="aside">
        <h2 id="h-first">{say(texts.heading)}</h2>
        <p>{say(texts.help)}</p>
      </div>
      <ol className="body first-steps">
        {steps.map(({ name, words, isDone, act }, index) => (
          <li className={isDone ? 'is-done' : undefined} key={name}>
            <span className="first-n" aria-hidden="true">
              {isDone ? <Glyph name="success" /> : index + 1}
            </span>
            <h3>
              {name}
              {isDone && <span className="vh">{say(texts.done)}</span>}
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
