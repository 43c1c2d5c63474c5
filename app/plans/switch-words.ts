/** What changing a plan costs, as its owner reads it before anything is changed. */
import { clock, plainDate } from '#app/components/dates.ts';
import { dollars } from '#domain/subscription/money.ts';
import { nextPayment } from '#domain/subscription/period.ts';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import type { SwitchPreview } from '#services/ports/payments.ts';
import type { PaidPlan } from '#services/subscription/plan-of.ts';
import { PREVIEW_LASTS } from '#services/subscription/switch-plan.ts';
import { lossWords, offerPrice, offerWords } from './plan-words.ts';

/** The question. */
export interface SwitchWords {
  current: string;
  wanted: string;
  facts: { term: string; text: string; isSum?: true }[];
  /** What is not taken away by a smaller plan; null for a larger one. */
  stays: string | null;
  button: string;
  /** Given back with the answer, so that it costs what was shown. */
  at: string;
}

/** @returns what a change costs, its dates in the owner's zone */
export function switchWords(paid: PaidPlan, to: PlanType, preview: SwitchPreview, timeZone: string): SwitchWords {
  const { dueNow, at } = preview;
  const [from, wanted] = [OFFERS[paid.planType], OFFERS[to]];
  return {
    current: offerWords(paid.planType),
    wanted: offerWords(to),
    facts: [
      { term: 'You have', text: offerWords(paid.planType) },
      { term: 'You get', text: offerWords(to) },
      ...creditFacts(preview),
      { term: 'To pay now', text: dueNow > 0 ? dollars(dueNow) : 'Nothing', isSum: true },
      { term: 'Paid again', text: nextWords(paid, to, preview, timeZone) },
      { term: 'Good until', text: clock(new Date(at + PREVIEW_LASTS), timeZone) },
    ],
    stays: lossWords(from.plan, wanted.plan),
    button: dueNow > 0 ? `Change it and pay ${dollars(dueNow)}` : 'Change it',
    at: `${at}`,
  };
}

function creditFacts({ credit, dueNow }: SwitchPreview): SwitchWords['facts'] {
  if (credit === 0) return [];
  const use = dueNow > 0 ? 'already taken off' : 'credit, which pays for this and for what comes next';
  return [{ term: 'Left of what you paid', text: `${dollars(credit)}; ${use}` }];
}

function nextWords(paid: PaidPlan, to: PlanType, { at, dueNow }: SwitchPreview, timeZone: string): string {
  const day = plainDate(nextPayment(paid, to, at), timeZone);
  return `${offerPrice(to)}, on ${day}${dueNow > 0 ? '' : '; from what is left first'}`;
}
