/** What new owners are taught: composed on the server, so that browsers need not. */
import type { PlanNotice } from '#app/plans/notices.ts';
import type { Dashboard } from '#services/deliveries/queries.ts';

/** An owner who has saved so much and scheduled none of it needs no teaching. */
const TAUGHT_BELOW = 4;

/** One of the three steps to the first scheduled letter. */
export interface FirstStep {
  name: string;
  words: string;
  isDone: boolean;
  /** The page for it, when it is the next; otherwise null. */
  act: { to: string; words: string } | null;
}

type Begun = Pick<Dashboard, 'total_contents' | 'pending_deliveries' | 'has_scheduled' | 'recent'>;

/** @returns the page that schedules the newest letter; the dashboard while there is none */
export function wayToSchedule({ recent }: Pick<Begun, 'recent'>): string {
  const [newest] = recent;
  return newest ? `/schedule?${new URLSearchParams({ content: newest.id })}` : '/dashboard';
}

/**
 * @param beyondPlan what scheduling takes, where the plan does not include it
 * @returns null for an owner who has scheduled before
 */
export function firstSteps(begun: Begun, beyondPlan: PlanNotice | null): FirstStep[] | null {
  const { total_contents, pending_deliveries, has_scheduled, recent } = begun;
  const isEmpty = total_contents === 0 && pending_deliveries === 0;
  if (!isEmpty && (has_scheduled || total_contents >= TAUGHT_BELOW)) return null;
  const [newest] = recent;
  const goesOut = 'On that day it goes out. Until then you can change the day, or take it back.';
  return [
    {
      name: 'Write it, or add it',
      words: newest
        ? `${newest.title ? `“${newest.title}”` : 'The first'} is kept. Only you can read it.`
        : 'A title and a few lines are enough, to somebody or to yourself years from now. Nobody else can read it.',
      isDone: newest !== undefined,
      act: newest ? null : { to: '/create', words: 'Write the first letter' },
    },
    {
      name: 'Say who, and when',
      words: 'A name, an address and a day, up to a hundred years from now.',
      isDone: false,
      act: newest && !beyondPlan ? { to: wayToSchedule(begun), words: 'Choose who and when' } : null,
    },
    {
      name: 'Let it wait',
      words: beyondPlan ? `${goesOut} ${beyondPlan.strong}; what you write is kept until then.` : goesOut,
      isDone: false,
      act: beyondPlan?.link ?? null,
    },
  ];
}
