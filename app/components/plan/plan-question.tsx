import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import type { PlanRefusal } from '#app/http/plan-question.ts';

const HEADING = 'h-question';

interface Deed {
  label: string;
  isDanger: boolean;
  fields?: Record<string, string>;
}

interface PlanQuestionProps {
  /** The name of the page. */
  name: string;
  heading: string;
  reply: PlanRefusal | undefined;
  /** What would happen. */
  children: ReactNode;
  /** The button; null where nothing can be done. */
  act: Deed | null;
  keep: string;
  /** Where to who changes nothing. */
  keepTo?: string;
}

/** Asks before something about a plan changes, and says what would. */
export function PlanQuestion({
  name,
  heading,
  reply,
  children,
  act,
  keep,
  keepTo = '/profile/plan',
}: PlanQuestionProps) {
  return (
    <QuestionPage name={name} headingId={HEADING} toast={reply?.toast}>
      <div className="inner stack-s">
        <h2 id={HEADING}>{heading}</h2>
        {reply && (
          <p className="error" role="alert">
            {reply.problem}
          </p>
        )}
        {children}
      </div>
      <Form className="acts" method="post">
        {act && <Act {...act} />}
        <Link className={`btn ${act ? 'btn-quiet' : 'btn-secondary'}`} to={keepTo}>
          {keep}
        </Link>
      </Form>
    </QuestionPage>
  );
}

function Act({ label, isDanger, fields = {} }: Deed) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button
        className={`btn ${isDanger ? 'btn-danger-solid' : 'btn-primary'}`}
        type="submit"
        aria-busy={isBusy}
        aria-disabled={isBusy}
      >
        {label}
      </button>
    </>
  );
}
