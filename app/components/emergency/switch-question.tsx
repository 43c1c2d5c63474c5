import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { type Days, type Switch, type SwitchTexts, switchPath } from '#app/emergency/forms.ts';

interface SwitchQuestionProps {
  to: Switch;
  texts: SwitchTexts;
  /** What saying yes means. */
  sentence: string;
  /** Saved along with the answer. */
  days: Days;
  headingId: string;
  /** Renders the Cancel button. */
  cancel: (label: string) => ReactNode;
  /** A better answer than yes. */
  instead?: ReactNode;
  /** Below the sentence. */
  children?: ReactNode;
}

/** Asks before the protocol changes: in a dialog, and as a page of its own without scripts. */
export function SwitchQuestion(props: SwitchQuestionProps) {
  const { to, texts, sentence, days, headingId, cancel, instead, children } = props;
  const action = switchPath(to, days);
  const isBusy = useNavigation().formAction === action;
  const look = to === 'disarm' ? 'danger-solid' : instead ? 'secondary' : 'primary';
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{texts.question}</h2>
        <p>{sentence}</p>
        {children}
      </div>
      <Form className="acts" method="post" action={action}>
        <input type="hidden" name="inactive_days" value={days.inactiveDays} />
        <input type="hidden" name="safety_days" value={days.safetyDays} />
        {instead}
        <button className={`btn btn-${look}`} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {texts.submit}
        </button>
        {cancel(texts.cancel)}
      </Form>
    </>
  );
}
