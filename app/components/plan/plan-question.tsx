import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import type { PlanRefusal } from '#app/plans/billing.ts';

const HEADING = 'h-question';

interface ConfirmButton {
  label: string;
  isDanger: boolean;
  fields?: Record<string, string>;
}

interface PlanQuestionProps {
  /** The name of the page. */
  name: string;
  heading: string;
  refusal: PlanRefusal | undefined;
  /** What would happen. */
  children: ReactNode;
  /** Null where nothing can be done. */
  confirm: ConfirmButton | null;
  cancelLabel: string;
  cancelHref?: string;
}

/** Asks before a plan changes. */
export function PlanQuestion({
  name,
  heading,
  refusal,
  children,
  confirm,
  cancelLabel,
  cancelHref = '/profile/plan',
}: PlanQuestionProps) {
  return (
    <QuestionPage name={name} headingId={HEADING} toast={refusal?.toast}>
      <div className="inner stack-s">
        <h2 id={HEADING}>{heading}</h2>
        {refusal && (
          <p className="error" role="alert">
            {refusal.problem}
          </p>
        )}
        {children}
      </div>
      <Form className="acts" method="post">
        {confirm && <Confirm {...confirm} />}
        <Link className={`btn ${confirm ? 'btn-quiet' : 'btn-secondary'}`} to={cancelHref}>
          {cancelLabel}
        </Link>
      </Form>
    </QuestionPage>
  );
}

function Confirm({ label, isDanger, fields = {} }: ConfirmButton) {
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
