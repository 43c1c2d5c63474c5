/** The plans and prices as /pricing and the landing page show them, from the table of plans. */

import {
  dollars,
  type Entitlements,
  type Feature,
  type Interval,
  isPlanType,
  OFFERS,
  PLANS,
  type Plan,
  type PlanType,
  planTypeFor,
} from '#domain/subscription/plan.ts';
import { REFUND_WITHIN } from '#domain/subscription/reconcile.ts';
import { DAY } from '#domain/time/durations.ts';
import { planCards, pricing } from '#messages/en/pricing.ts';
import { listFormat } from '#messages/formatters.ts';
import { say, sayAll } from '#messages/say.ts';
import { switchAddress } from './addresses.ts';
import { soldStorage } from './storage-parts.ts';

/** Who sees the page: a visitor, or an account with its plan. The interval is null where nobody pays. */
export type Viewer = 'visitor' | { plan: Plan; interval: Interval | null };

/** The button of a plan: it submits the form, or links to a page. */
export type PlanButton = { kind: 'choose'; label: string; value: string } | { kind: 'go'; label: string; to: string };

/** One of the three plans on /pricing. */
export interface PlanCard {
  plan: Plan;
  name: string;
  line: string;
  price: Record<Interval, string>;
  entitlements: { words: string; isIncluded: boolean }[];
  /** The label of the viewer's own plan; null for the others. */
  current: string | null;
  /** Null where the viewer can do nothing. */
  button: Record<Interval, PlanButton | null>;
  /** Its button is the primary one. Only for viewers without a plan: what we recommend would be less than Premium. */
  isRecommended: boolean;
}

/** The features of a card (spec.md section 2), in order. */
const FEATURES = [
  'emailDelivery',
  'whatsappDelivery',
  'emergencyProtocol',
  'publicSharing',
] as const satisfies Feature[];
const INTERVALS = ['month', 'year'] as const;
const RECOMMENDED: Plan = 'plus';
/** The page on which a paying account changes its plan. */
const MANAGE = '/profile/plan';

/**
 * @param to our page to continue on after the payment, a path
 * @returns the three plans, cheapest first
 */
export function cardsFor(viewer: Viewer, to: string | null): PlanCard[] {
  return (Object.keys(PLANS) as Plan[]).map((plan) => ({
    plan,
    name: PLANS[plan].name,
    line: say(planCards.lines[plan]),
    price: { month: dollars(PLANS[plan].price.month), year: dollars(PLANS[plan].price.year) },
    entitlements: entitlementsIn(PLANS[plan]),
    current: currentLabel(viewer, plan),
    button: { month: buttonOf(plan, 'month', viewer, to), year: buttonOf(plan, 'year', viewer, to) },
    isRecommended: plan === RECOMMENDED && (viewer === 'visitor' || viewer.plan === 'free'),
  }));
}

function entitlementsIn(plan: Entitlements): PlanCard['entitlements'] {
  const doesMore = FEATURES.some((feature) => plan[feature]);
  return [
    { words: say(planCards.storage, { size: soldStorage(plan.storage) }), isIncluded: true },
    { words: say(doesMore ? planCards.unlimited : planCards.uploadOnly), isIncluded: true },
    ...FEATURES.map((feature) => ({ words: say(planCards.features[feature]), isIncluded: plan[feature] })),
  ];
}

function currentLabel(viewer: Viewer, plan: Plan): string | null {
  if (viewer === 'visitor' || viewer.plan !== plan) return null;
  return say(viewer.interval ? planCards.currentPaid[viewer.interval] : planCards.current);
}

function buttonOf(plan: Plan, interval: Interval, viewer: Viewer, to: string | null): PlanButton | null {
  return plan === 'free' ? freeButton(viewer) : paidButton(plan, interval, viewer, to);
}

function freeButton(viewer: Viewer): PlanButton | null {
  if (viewer === 'visitor' || viewer.plan === 'free')
    return { kind: 'choose', label: say(planCards.getStarted), value: 'free' };
  // A plan that was given cannot be cancelled.
  const label = say(planCards.change, { plan: PLANS.free.name });
  return viewer.interval === null ? null : { kind: 'go', label, to: MANAGE };
}

function paidButton(plan: Exclude<Plan, 'free'>, interval: Interval, viewer: Viewer, to: string | null): PlanButton {
  const planType = planTypeFor(plan, interval);
  const choose: PlanButton = { kind: 'choose', label: say(planCards.subscribe), value: planType };
  if (viewer === 'visitor' || viewer.plan === 'free') return choose;
  // A plan that was given has no interval: both offers of it are the current plan.
  if (viewer.plan === plan && (viewer.interval ?? interval) === interval)
    return { kind: 'go', label: say(planCards.manage), to: MANAGE };
  const label =
    viewer.plan === plan ? say(planCards.changeInterval[interval]) : say(planCards.change, { plan: PLANS[plan].name });
  return viewer.interval === null ? { ...choose, label } : { kind: 'go', label, to: switchAddress(planType, to) };
}

/** @returns the frequently asked questions about money */
export function questions(): { question: string; answer: string }[] {
  const { refund, cancel, encryption, year } = pricing.questions;
  const { plus, premium } = PLANS;
  return [
    { question: say(refund.question), answer: say(refund.answer, { days: REFUND_WITHIN / DAY }) },
    sayAll(cancel),
    sayAll(encryption),
    {
      question: say(year.question),
      answer: say(year.answer, {
        plusPrice: dollars(plus.price.year),
        plus: plus.name,
        premiumPrice: dollars(premium.price.year),
        premium: premium.name,
      }),
    },
  ];
}

/** @returns the interval to show first: from the address, else the viewer's own, else by the month */
export function intervalFor(asked: string | null, viewer: Viewer): Interval {
  const named = INTERVALS.find((interval) => asked === (interval === 'year' ? 'yearly' : 'monthly'));
  return named ?? (viewer === 'visitor' ? null : viewer.interval) ?? 'month';
}

/** The offer that the viewer chose before signing in. */
export interface ChosenOffer {
  planType: PlanType;
  interval: Interval;
  /** "Plus, paid monthly, for $5" */
  words: string;
}

/** @returns the offer that the address names; null for visitors and where the viewer cannot subscribe to it */
export function chosenOffer(asked: string | null, viewer: Viewer, cards: PlanCard[]): ChosenOffer | null {
  if (viewer === 'visitor' || !isPlanType(asked)) return null;
  const { plan, interval } = OFFERS[asked];
  const card = cards.find((one) => one.plan === plan);
  if (card?.button[interval]?.kind !== 'choose') return null;
  return {
    planType: asked,
    interval,
    words: say(planCards.offer[interval], { plan: card.name, price: card.price[interval] }),
  };
}

/** A plan as a row of the landing page's price table. */
export interface PriceLine {
  name: string;
  month: string;
  year: string;
  /** A sentence without its full stop. */
  does: string;
}

/** @returns the plans, cheapest first, each with what it adds to the one before */
export function priceLines(): PriceLine[] {
  const plans = Object.values(PLANS);
  return plans.map((plan, index) => ({
    name: plan.name,
    month: dollars(plan.price.month),
    year: dollars(plan.price.year),
    does: additionsOf(plan, plans[index - 1]),
  }));
}

function additionsOf(plan: Entitlements, before: Entitlements | undefined): string {
  const room = soldStorage(plan.storage);
  if (!before) return say(planCards.keep, { size: room });
  const added = FEATURES.filter((feature) => plan[feature] && !before[feature]);
  const hadSome = FEATURES.some((feature) => before[feature]);
  const texts = planCards.inSentence;
  const parts = [...(hadSome ? [texts.lesserPlan] : []), ...added.map((feature) => texts[feature])];
  return listFormat().format([room, ...parts.map((part) => say(part))]);
}

/** @returns the storage of a new account: "50 MB" */
export function freeRoom(): string {
  return soldStorage(PLANS.free.storage);
}
