import { Link } from 'react-router';
import type { PlanWords } from '#app/plans/plan-words.ts';
import { planSection } from '#messages/en/plan-section.ts';
import { say } from '#messages/say.ts';

export function PlanSection({ plan }: { plan: PlanWords }) {
  return (
    <section className="spread" aria-labelledby="h-plan">
      <div className="aside">
        <h2 id="h-plan">{say(planSection.heading)}</h2>
        <p>
          <Link to="/pricing" reloadDocument>
            {say(planSection.compare)}
          </Link>
        </p>
      </div>
      <div className="body stack">
        <PlanLine plan={plan} />
        {(plan.isPaid || plan.hasPaid) && (
          <p>
            <Link className="btn btn-secondary" to="/profile/plan">
              {say(planSection.manage)}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

/** The plan's name, price and next payment, and a warning where there is one. */
export function PlanLine({ plan: { name, price, next, trouble } }: { plan: PlanWords }) {
  return (
    <>
      <div>
        <p className="plan-line">
          <strong>{name}</strong> {price && <span className="soft">{price}</span>}
        </p>
        <p className="soft">{next}</p>
      </div>
      {trouble && (
        <div className="note is-warn">
          <p>
            <strong>{trouble.strong}</strong> {trouble.text}
          </p>
        </div>
      )}
    </>
  );
}
