import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { PlanLink } from '#app/components/plan-banner.tsx';
import type { Switch } from '#app/emergency/forms.ts';
import type { switchQuestion } from '#app/emergency/switch.ts';
import type { Toast } from '#app/http/toast.ts';
import { switchPage } from '#messages/en/switch-page.ts';
import { say } from '#messages/say.ts';
import { SwitchQuestion } from './switch-question.tsx';

interface SwitchPageProps {
  to: Switch;
  asked: Awaited<ReturnType<typeof switchQuestion>>;
  reply: { toast: Toast; problem: string } | undefined;
}

const HEADING = 'h-question';

/** The question as a page of its own; without the plan that it needs, that plan instead. */
export function SwitchPage({ to, asked, reply }: SwitchPageProps) {
  const cancel = (label: string) => (
    <Link className="btn btn-quiet" to="/emergency">
      {label}
    </Link>
  );
  return (
    <QuestionPage name={say(switchPage.heading)} headingId={HEADING} toast={reply?.toast}>
      {asked.beyondPlan ? (
        <>
          <div className="inner stack-s">
            <h2 id={HEADING}>{asked.beyondPlan.strong}</h2>
            <p>{asked.beyondPlan.text}</p>
          </div>
          <div className="acts">
            <PlanLink link={asked.beyondPlan.link} look="btn btn-primary" />
            {cancel(say(switchPage.back))}
          </div>
        </>
      ) : (
        <SwitchQuestion to={to} {...asked} headingId={HEADING} problem={reply?.problem ?? null} cancel={cancel} />
      )}
    </QuestionPage>
  );
}
