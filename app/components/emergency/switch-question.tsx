import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { PLANS } from '#domain/subscription/plan.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { MissingList, sentenceOf } from './line-section.tsx';
import { type Calendar, people } from './words.ts';

const WORDS = {
  arm: { ask: 'Switch the emergency protocol on?', act: 'Switch it on', keep: 'Leave it off' },
  disarm: { ask: 'Switch the emergency protocol off?', act: 'Switch it off', keep: 'Leave it on' },
} as const;

/** Whether it is to be switched on, or off. */
export type Switch = keyof typeof WORDS;

interface SwitchQuestionProps {
  to: Switch;
  /** With the course that it would have. */
  prospect: Prospect;
  /** What is saved along with it. */
  days: { inactive_days: number; safety_days: number };
  calendar: Calendar;
  headingId: string;
  /** What was wrong the last time. */
  problem: string | null;
  /** The safe way out, under this label. */
  keep: (label: string) => ReactNode;
}

/** Asks before the protocol is armed or disarmed: in a dialog, and as a page of its own without scripts. */
export function SwitchQuestion({ to, prospect, days, calendar, headingId, problem, keep }: SwitchQuestionProps) {
  const action = `/emergency/${to}`;
  const isBusy = useNavigation().formAction === action;
  const { ask, act, keep: label } = WORDS[to];
  if (to === 'arm' && !prospect.plan.emergencyProtocol)
    return <BeyondPlan {...{ prospect, headingId }} way={keep('Back')} />;
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{ask}</h2>
        <p>{to === 'arm' ? armedWords(prospect, calendar) : disarmedWords(prospect)}</p>
        {to === 'arm' && <MissingList missing={prospect.missing} />}
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <Form className="acts" method="post" action={action}>
        <input type="hidden" name="inactive_days" value={days.inactive_days} />
        <input type="hidden" name="safety_days" value={days.safety_days} />
        <button
          className={to === 'arm' ? 'btn btn-primary' : 'btn btn-danger-solid'}
          type="submit"
          aria-busy={isBusy}
          aria-disabled={isBusy}
        >
          {act}
        </button>
        {keep(label)}
      </Form>
    </>
  );
}

function armedWords(prospect: Prospect, calendar: Calendar): string {
  const sentence = sentenceOf({ ...prospect, isActive: true }, calendar);
  return `${sentence} Before that we remind you. Signing in counts as a check-in, and so does anything you change here.`;
}

function disarmedWords({ contacts, stage }: Prospect): string {
  const wereTold = stage === 'missed' || stage === 'last-call';
  const told = wereTold && contacts.length > 0 ? ` ${people(contacts)} are told that all is well.` : '';
  return `Nothing is counted any more, and nobody is told anything, until you switch it on again.${told}`;
}

/** What it takes, instead of a button that does nothing. */
function BeyondPlan({ prospect, headingId, way }: { prospect: Prospect; headingId: string; way: ReactNode }) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>The emergency protocol comes with a plan</h2>
        <PlanWords plan={prospect.plan.name} />
      </div>
      <div className="acts">{way}</div>
    </>
  );
}

/** What a plan would add, before anybody tries. */
export function PlanWords({ plan }: { plan: string }) {
  return (
    <p>
      With {PLANS.plus.name} or {PLANS.premium.name} we watch over the days, remind you, tell your contacts and send
      them what you set aside. Your plan is {plan}: you can prepare everything here, and nothing is counted.
    </p>
  );
}
