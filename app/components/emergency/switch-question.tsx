import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Days } from '#app/emergency/line.ts';
import type { Remark } from '#app/emergency/view.ts';
import { Remarks } from './remarks.tsx';

const WORDS = {
  arm: { ask: 'on', keep: 'Leave it off', look: 'btn btn-primary' },
  disarm: { ask: 'off', keep: 'Leave it on', look: 'btn btn-danger-solid' },
} as const;

/** Whether it is to be switched on, or off. */
export type Switch = keyof typeof WORDS;

/** @returns where it is asked, with the days that are saved along: they are still known when it is refused */
export function switchPath(to: Switch, { inactiveDays, safetyDays }: Days): string {
  return `/emergency/${to}?inactive_days=${inactiveDays}&safety_days=${safetyDays}`;
}

interface SwitchQuestionProps {
  to: Switch;
  /** What it means. */
  sentence: string;
  missing: readonly Remark[];
  /** What is saved along with it. */
  days: Days;
  headingId: string;
  /** What was wrong the last time. */
  problem?: string | null;
  /** The safe way out, under this label. */
  keep: (label: string) => ReactNode;
}

/** Asks before the protocol is armed or disarmed: in a dialog, and as a page of its own without scripts. */
export function SwitchQuestion({ to, sentence, missing, days, headingId, problem, keep }: SwitchQuestionProps) {
  const action = switchPath(to, days);
  const isBusy = useNavigation().formAction === action;
  const { ask, keep: label, look } = WORDS[to];
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Switch the emergency protocol {ask}?</h2>
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
        <button className={look} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Switch it {ask}
        </button>
        {keep(label)}
      </Form>
    </>
  );
}
