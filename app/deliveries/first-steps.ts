/** What new owners are taught: composed on the server, so that browsers need not. */
import type { PlanNotice } from '#app/plans/notices.ts';
import { firstSteps as texts } from '#messages/en/dashboard.ts';
import { say } from '#messages/say.ts';
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
  return [
    {
      name: say(texts.write.name),
      words: newest ? savedWords(newest.title) : say(texts.write.words),
      isDone: newest !== undefined,
      act: newest ? null : { to: '/create', words: say(texts.write.act) },
    },
    {
      name: say(texts.choose.name),
      words: say(texts.choose.words),
      isDone: false,
      act: newest && !beyondPlan ? { to: wayToSchedule(begun), words: say(texts.choose.act) } : null,
    },
    {
      name: say(texts.wait.name),
      words: beyondPlan ? say(texts.wait.wordsWithPlan, { planNeeded: beyondPlan.strong }) : say(texts.wait.words),
      isDone: false,
      act: beyondPlan?.link ?? null,
    },
  ];
}

function savedWords(title: string): string {
  return title ? say(texts.write.doneWithTitle, { title }) : say(texts.write.done);
}
