import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { PlanLink } from '#app/components/plan-banner.tsx';
import type { Switch } from '#app/emergency/forms.ts';
import type { switchQuestion } from '#app/emergency/switch.ts';
import type { Toast } from '#app/http/toast.ts';
import { switchPage } from '#messages/en/switch-page.ts';
import { say } from '#messages/say.ts';
import { SwitchQuestion } from './switch-question.tsx';

type SwitchFacts = Awaited<ReturnType<typeof switchQuestion>>;

interface SwitchPageProps {
  to: Switch;
  asked: SwitchFacts;
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
  const { beyondPlan, next, more } = asked;
  return (
    <QuestionPage name={say(switchPage.heading)} headingId={HEADING} toast={reply?.toast}>
      {beyondPlan ? (
        <BeyondPlan notice={beyondPlan}>{cancel(say(switchPage.back))}</BeyondPlan>
      ) : (
        <SwitchQuestion to={to} {...asked} headingId={HEADING} cancel={cancel} instead={next && <Next {...next} />}>
          {more.map((words) => (
            <p key={words} className="small soft">
              {words}
            </p>
          ))}
          {reply && (
            <p className="error" role="alert">
              {reply.problem}
            </p>
          )}
        </SwitchQuestion>
      )}
    </QuestionPage>
  );
}

/** `children`: the way back. */
function BeyondPlan({ notice, children }: { notice: NonNullable<SwitchFacts['beyondPlan']>; children: ReactNode }) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={HEADING}>{notice.strong}</h2>
        <p>{notice.text}</p>
      </div>
      <div className="acts">
        <PlanLink link={notice.link} look="btn btn-primary" />
        {children}
      </div>
    </>
  );
}

/** The first thing to do. It is in the form of the question, which sends it elsewhere. */
function Next({ to, method, label }: NonNullable<SwitchFacts['next']>) {
  if (method === 'get')
    return (
      <Link className="btn btn-primary" to={to}>
        {label}
      </Link>
    );
  return (
    <button className="btn btn-primary" type="submit" formAction={to}>
      {label}
    </button>
  );
}
