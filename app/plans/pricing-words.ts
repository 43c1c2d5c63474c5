/** The plans and prices as /pricing and the landing page show them, written on the server from the table of plans. */
import { soldStorage } from '#app/components/storage-parts.ts';
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
import { switchAddress } from './addresses.ts';

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
}

/** spec.md section 2. */
const GET_STARTED = 'Get Started';
const SUBSCRIBE = 'Subscribe Now';
const MANAGE = { kind: 'go', label: 'Manage', to: '/profile/plan' } as const satisfies PlanButton;
/** Each feature on a card of /pricing, and in a sentence of the landing page. */
const FEATURES: [Feature, { label: string; inSentence: string }][] = [
  ['emailDelivery', { label: 'Email delivery', inSentence: 'delivery by email' }],
  ['whatsappDelivery', { label: 'WhatsApp delivery', inSentence: 'delivery by WhatsApp' }],
  ['emergencyProtocol', { label: 'Emergency protocol', inSentence: 'the emergency protocol' }],
  ['publicSharing', { label: 'Public sharing', inSentence: 'public sharing' }],
];
const LINES: Record<Plan, string> = {
  free: 'To begin, and to keep.',
  plus: 'To deliver, and to leave a light on.',
  premium: 'For films, and for sharing.',
};
const INTERVALS = ['month', 'year'] as const;
const PAID: Record<Interval, string> = { month: 'paid monthly', year: 'paid yearly' };

/**
 * @param to our page to continue on after the payment, a path
 * @returns the three plans, cheapest first
 */
export function cardsFor(viewer: Viewer, to: string | null): PlanCard[] {
  return (Object.keys(PLANS) as Plan[]).map((plan) => ({
    plan,
    name: PLANS[plan].name,
    line: LINES[plan],
    price: { month: dollars(PLANS[plan].price.month), year: dollars(PLANS[plan].price.year) },
    entitlements: entitlementsIn(PLANS[plan]),
    current: currentLabel(viewer, plan),
    button: { month: buttonOf(plan, 'month', viewer, to), year: buttonOf(plan, 'year', viewer, to) },
  }));
}

function entitlementsIn(plan: Entitlements): PlanCard['entitlements'] {
  const doesMore = FEATURES.some(([feature]) => plan[feature]);
  return [
    { words: `${soldStorage(plan.storage)} storage`, isIncluded: true },
    { words: doesMore ? 'Unlimited upload' : 'Upload only', isIncluded: true },
    ...FEATURES.map(([feature, { label }]) => ({ words: label, isIncluded: plan[feature] })),
  ];
}

function currentLabel(viewer: Viewer, plan: Plan): string | null {
  if (viewer === 'visitor' || viewer.plan !== plan) return null;
  return viewer.interval ? `Current plan, ${PAID[viewer.interval]}` : 'Current plan';
}

function buttonOf(plan: Plan, interval: Interval, viewer: Viewer, to: string | null): PlanButton | null {
  return plan === 'free' ? freeButton(viewer) : paidButton(plan, interval, viewer, to);
}

function freeButton(viewer: Viewer): PlanButton | null {
  if (viewer === 'visitor' || viewer.plan === 'free') return { kind: 'choose', label: GET_STARTED, value: 'free' };
  // A plan that was given cannot be cancelled.
  return viewer.interval === null ? null : { ...MANAGE, label: 'Go back to Free' };
}

function paidButton(plan: Exclude<Plan, 'free'>, interval: Interval, viewer: Viewer, to: string | null): PlanButton {
  const planType = planTypeFor(plan, interval);
  const choose: PlanButton = { kind: 'choose', label: SUBSCRIBE, value: planType };
  if (viewer === 'visitor') return choose;
  // A plan that was given has no interval: both offers of it are the current plan.
  if (viewer.plan === plan && (viewer.interval ?? interval) === interval) return MANAGE;
  return viewer.interval === null ? choose : { kind: 'go', label: SUBSCRIBE, to: switchAddress(planType, to) };
}

/** @returns the frequently asked questions about money */
export function questions(): { question: string; answer: string }[] {
  const days = REFUND_WITHIN / DAY;
  const { plus, premium } = PLANS;
  const year = `${dollars(plus.price.year)} for ${plus.name} and ${dollars(premium.price.year)} for ${premium.name}`;
  return [
    {
      question: 'Can I have my money back?',
      answer: `Yes, within ${days} days of a payment. There is a button for it on your profile, under Plan.`,
    },
    {
      question: 'What happens when I cancel?',
      answer:
        'You can cancel anytime. What is scheduled still goes out, a protocol that is armed stays armed, and everything you kept stays readable. Only what would be new needs a plan again.',
    },
    {
      question: 'Is what I keep encrypted?',
      answer: 'Yes, your data is encrypted with 256-bit encryption, each item with a key of its own.',
    },
    {
      question: 'Is a year cheaper?',
      answer: `A year costs as much as ten months: ${year}. Two months are free.`,
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
  return { planType: asked, interval, words: `${card.name}, ${PAID[interval]}, for ${card.price[interval]}` };
}

/** A plan as a row of the landing page's price table. */
export interface PriceLine {
  name: string;
  month: string;
  year: string;
  /** A sentence without its full stop. */
  does: string;
}

const list = new Intl.ListFormat('en-GB');

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
  if (!before) return `Keep ${room} in your vault`;
  const added = FEATURES.filter(([feature]) => plan[feature] && !before[feature]);
  const hadSome = FEATURES.some(([feature]) => before[feature]);
  return list.format([room, ...(hadSome ? ['all of that'] : []), ...added.map(([, { inSentence }]) => inSentence)]);
}

/** @returns the storage of a new account: "50 MB" */
export function freeRoom(): string {
  return soldStorage(PLANS.free.storage);
}
