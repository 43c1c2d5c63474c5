import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { type Days, type Switch, switchPath } from '#app/emergency/forms.ts';
import type { Remark } from '#app/emergency/view.ts';
import { switchQuestion } from '#messages/en/switch-question.ts';
import { say } from '#messages/say.ts';
import { Remarks } from './remarks.tsx';

const LOOKS: Record<Switch, string> = { arm: 'btn btn-primary', disarm: 'btn btn-danger-solid' };

interface SwitchQuestionProps {
  to: Switch;
  /** What switching means. */
  sentence: string;
  missing: readonly Remark[];
  /** Saved along with the answer. */
  days: Days;
  headingId: string;
  /** Why the last answer was refused. */
  problem?: string | null;
  /** Renders the Cancel button. */
  cancel: (label: string) => ReactNode;
}

/** Asks before the protocol is armed or disarmed: in a dialog, and as a page of its own without scripts. */
export function SwitchQuestion({ to, sentence, missing, days, headingId, problem, cancel }: SwitchQuestionProps) {
  const action = switchPath(to, days);
  const isBusy = useNavigation().formAction === action;
  const texts = switchQuestion[to];
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(texts.question)}</h2>
        <p>{sentence}</p>
        {to === 'arm' && <Remarks remarks={missing} look="note is-danger missing" />}
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <Form className="acts" method="post" action={action}>
        <input type="hidden" name="inactive_days" value={days.inactiveDays} />
        <input type="hidden" name="safety_days" value={days.safetyDays} />
        <button className={LOOKS[to]} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.submit)}
        </button>
        {cancel(say(texts.cancel))}
      </Form>
    </>
  );
}
