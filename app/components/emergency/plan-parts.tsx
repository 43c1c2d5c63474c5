import { Link } from 'react-router';
import { Postmark } from '#app/components/delivery/postmark.tsx';
import type { PlanPageView } from '#app/emergency/plan-view.ts';
import { planPage as texts } from '#messages/en/emergency-plan.ts';
import { say, sayRich } from '#messages/say.ts';
import { Part } from './part.tsx';

/** What the plan means: by day, for what is in it and for whom it leaves out. */
export function PlanParts({ view, timeZone }: { view: PlanPageView; timeZone: string }) {
  const { days, nobody } = view;
  return (
    <>
      {days.length > 0 && (
        <Part id="days" name={say(texts.byDay)} aside={say(texts.byDayAside)}>
          <ul className="body lines">
            {days.map(({ at, what, who }) => (
              <li key={what} className={at ? 'delivery' : undefined}>
                {at && (
                  <span className="mark">
                    <Postmark instant={at} timeZone={timeZone} seed={what} />
                  </span>
                )}
                <p className="what">{what}</p>
                <p className="when">{who}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part id="nobody" name={say(texts.nobody)}>
        <div className="body stack">
          <p className="plain-say">{nobody.words}</p>
          <p className="small soft measure-s">{say(texts.stay)}</p>
          <p>
            <Link className="btn btn-secondary" to="/emergency#contents">
              {say(texts.add)}
            </Link>
          </p>
        </div>
      </Part>
      <NothingPart view={view} />
      <KnowPart />
    </>
  );
}

function NothingPart({ view: { nothing, nothingWords, rows } }: { view: PlanPageView }) {
  return (
    <Part id="nothing" name={say(texts.nothing)}>
      <div className="body stack">
        {nothing.length > 0 ? (
          <ul className="lines">
            {nothing.map(({ id, name, words }) => (
              <li key={id} className="person">
                <span className="avatar" aria-hidden="true">
                  {[...name][0]?.toUpperCase()}
                </span>
                <span className="who">
                  <strong>{name}</strong>
                  <span>{words}</span>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p>{nothingWords}</p>
        )}
        {rows.length === 0 && (
          <p>{sayRich(texts.people, { profile: (children) => <Link to="/profile">{children}</Link> })}</p>
        )}
      </div>
    </Part>
  );
}

function KnowPart() {
  const { fresh, remove, removed } = texts;
  return (
    <Part id="know" name={say(texts.know)}>
      <div className="body note">
        <p>
          <strong>{say(fresh.strong)}</strong> {say(fresh.text)}
        </p>
        <p>
          <strong>{say(remove.strong)}</strong>{' '}
          {sayRich(remove.text, { emergency: (children) => <Link to="/emergency#contents">{children}</Link> })}
        </p>
        <p>
          <strong>{say(removed.strong)}</strong> {say(removed.text)}
        </p>
      </div>
    </Part>
  );
}
