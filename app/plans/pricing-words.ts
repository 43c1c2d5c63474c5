/** What /pricing says, drawn from the one table of plans. The server puts it into words, so that no script has to. */
import { soldStorage } from '#app/components/storage-parts.ts';
import { dollars } from '#domain/subscription/money.ts';
import {
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
import { REFUND_WITHIN } from '#domain/subscription/standing.ts';
import { DAY } from '#domain/time/durations.ts';
import { switchAddress } from './addresses.ts';

/** Who looks at the plans: nobody that we know, or somebody with the plan that they have. */
export type Looker = 'visitor' | Holder;
interface Holder {
  plan: Plan;
  /** Null where nobody pays. */
  interval: Interval | null;
}

/** Where the button of a plan leads: a form that takes it, or a page. */
export type Way = { kind: 'choose'; label: string; value: string } | { kind: 'go'; label: string; to: string };

/** A plan as one of the three is drawn. */
export interface Card {
  plan: Plan;
  name: string;
  line: string;
  price: Record<Interval, string>;
  entitlements: { words: string; isIncluded: boolean }[];
  /** Said where it is the plan that they have. */
  current: string | null;
  /** Null where there is nothing that they could do about it. */
  way: Record<Interval, Way | null>;
}

/** spec.md section 2. */
const GET_STARTED = 'Get Started';
const SUBSCRIBE = 'Subscribe Now';
const MANAGE = { kind: 'go', label: 'Manage', to: '/profile/plan' } as const satisfies Way;
const NAMES: [Feature, string][] = [
  ['emailDelivery', 'Email delivery'],
  ['whatsappDelivery', 'WhatsApp delivery'],
  ['emergencyProtocol', 'Emergency protocol'],
  ['publicSharing', 'Public sharing'],
];
const LINES: Record<Plan, string> = {
  free: 'To begin, and to keep.',
  plus: 'To deliver, and to leave a light on.',
  premium: 'For films, and for sharing.',
};
const INTERVALS = ['month', 'year'] as const;
const PAID: Record<Interval, string> = { month: 'paid monthly', year: 'paid yearly' };

/**
 * @param to a path of ours, for after the payment
 * @returns the three plans, the cheapest first
 */
export function cardsFor(looker: Looker, to: string | null): Card[] {
  return (Object.keys(PLANS) as Plan[]).map((plan) => ({
    plan,
    name: PLANS[plan].name,
    line: LINES[plan],
    price: { month: dollars(PLANS[plan].price.month), year: dollars(PLANS[plan].price.year) },
    entitlements: entitlementsIn(PLANS[plan]),
    current: currentIn(looker, plan),
    way: { month: wayTo(plan, 'month', looker, to), year: wayTo(plan, 'year', looker, to) },
  }));
}

function entitlementsIn(plan: Entitlements): Card['entitlements'] {
  const doesMore = NAMES.some(([feature]) => plan[feature]);
  return [
    { words: `${soldStorage(plan.storage)} storage`, isIncluded: true },
    { words: doesMore ? 'Unlimited upload' : 'Upload only', isIncluded: true },
    ...NAMES.map(([feature, words]) => ({ words, isIncluded: plan[feature] })),
  ];
}

function currentIn(looker: Looker, plan: Plan): string | null {
  if (looker === 'visitor' || looker.plan !== plan) return null;
  return looker.interval ? `Current plan, ${PAID[looker.interval]}` : 'Current plan';
}

function wayTo(plan: Plan, interval: Interval, looker: Looker, to: string | null): Way | null {
  return plan === 'free' ? wayToFree(looker) : wayToPaid(plan, interval, looker, to);
}

function wayToFree(looker: Looker): Way | null {
  if (looker === 'visitor' || looker.plan === 'free') return { kind: 'choose', label: GET_STARTED, value: 'free' };
  // What was given is not theirs to cancel.
  return looker.interval === null ? null : { ...MANAGE, label: 'Go back to Free' };
}

function wayToPaid(plan: Exclude<Plan, 'free'>, interval: Interval, looker: Looker, to: string | null): Way {
  const planType = planTypeFor(plan, interval);
  const choose: Way = { kind: 'choose', label: SUBSCRIBE, value: planType };
  if (looker === 'visitor') return choose;
  // A plan that was given is not paid for by the month or by the year: it is simply theirs.
  if (looker.plan === plan && (looker.interval ?? interval) === interval) return MANAGE;
  return looker.interval === null ? choose : { kind: 'go', label: SUBSCRIBE, to: switchAddress(planType, to) };
}

/** @returns the questions that people have about money, each with the answer that holds */
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

/** @returns which of the two ways to pay is shown first, by the address or else by what somebody has */
export function intervalFor(asked: string | null, looker: Looker): Interval {
  const named = INTERVALS.find((interval) => asked === (interval === 'year' ? 'yearly' : 'monthly'));
  return named ?? (looker === 'visitor' ? null : looker.interval) ?? 'month';
}

/** What somebody chose before they signed in. */
export interface Wish {
  planType: PlanType;
  interval: Interval;
  /** The plan and how it is paid, as people read it. */
  words: string;
}

/** @returns the wish in the address; null for visitors, and where it is no longer a plan to be chosen */
export function wishIn(asked: string | null, looker: Looker, cards: Card[]): Wish | null {
  if (looker === 'visitor' || !isPlanType(asked)) return null;
  const { plan, interval } = OFFERS[asked];
  const card = cards.find((one) => one.plan === plan);
  if (card?.way[interval]?.kind !== 'choose') return null;
  return { planType: asked, interval, words: `${card.name}, ${PAID[interval]}, for ${card.price[interval]}` };
}
