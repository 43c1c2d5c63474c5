/** The steps to the first scheduled letter, for new owners. */
import type { PlanBanner } from '#app/plans/banners.ts';
import { firstStepsTexts as texts } from '#messages/en/first-steps.ts';
import { say } from '#messages/say.ts';
import type { Dashboard } from '#services/deliveries/queries.ts';

/** An owner who has saved so many contents and scheduled none needs no steps. */
const CONTENTS_MAX = 4;

/** One of the three steps. */
export interface FirstStep {
  name: string;
  words: string;
  isDone: boolean;
  /** The page for it, when it is the next; otherwise null. */
  act: { to: string; words: string } | null;
}

type Progress = Pick<Dashboard, 'total_contents' | 'pending_deliveries' | 'has_scheduled' | 'recent'>;

/** @returns the page that schedules the newest content; the dashboard while there is none */
export function schedulePath({ recent }: Pick<Progress, 'recent'>): string {
  const [newest] = recent;
  return newest ? `/schedule?${new URLSearchParams({ content: newest.id })}` : '/dashboard';
}

/**
 * @param beyondPlan the notice about scheduling, where the plan does not include it
 * @returns null for an owner who has scheduled before
 */
export function firstSteps(progress: Progress, beyondPlan: PlanBanner | null): FirstStep[] | null {
  const { total_contents, pending_deliveries, has_scheduled, recent } = progress;
  const isEmpty = total_contents === 0 && pending_deliveries === 0;
  if (!isEmpty && (has_scheduled || total_contents >= CONTENTS_MAX)) return null;
  const [newest] = recent;
  const { write, choose, wait } = texts;
  return [
    {
      name: say(write.name),
      words: newest ? savedWords(newest.title) : say(write.text),
      isDone: newest !== undefined,
      act: newest ? null : { to: '/create', words: say(write.act) },
    },
    {
      name: say(choose.name),
      words: say(choose.text),
      isDone: false,
      act: newest && !beyondPlan ? { to: schedulePath(progress), words: say(choose.act) } : null,
    },
    {
      name: say(wait.name),
      words: beyondPlan ? say(wait.beyondPlan, { notice: beyondPlan.strong }) : say(wait.text),
      isDone: false,
      act: beyondPlan?.link ?? null,
    },
  ];
}

function savedWords(title: string): string {
  return title ? say(texts.write.kept, { title }) : say(texts.write.keptUntitled);
}
