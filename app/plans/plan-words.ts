/** How somebody's own plan reads: put together where pages are made, so that browsers need not. */
import { plainDate } from '#app/components/dates.ts';
import { soldStorage } from '#app/components/storage-parts.ts';
import { dollars } from '#domain/subscription/money.ts';
import { type Interval, OFFERS, PLANS, type Plan, type PlanType, planTypeFor } from '#domain/subscription/plan.ts';
import type { PlanView } from '#services/subscription/plan-of.ts';

/** A plan as its owner reads it. */
export interface PlanWords {
  name: string;
  /** "$100 a year"; null where nobody pays. */
  price: string | null;
  /** When it is paid for again, or ends; what it is where nobody pays. */
  next: string;
  /** What is not as it should be; null where all is well. */
  trouble: { strong: string; text: string } | null;
  isFree: boolean;
  /** Whether it is paid for, and can be changed. */
  isPaid: boolean;
  isEnding: boolean;
  hasPaid: boolean;
}

/** @returns somebody's plan in words, its dates in their zone */
export function planWords(view: PlanView, timeZone: string): PlanWords {
  return {
    name: PLANS[view.plan].name,
    price: priceWords(view),
    next: nextWords(view, timeZone),
    trouble: troubleWords(view),
    isFree: view.plan === 'free',
    isPaid: view.interval !== null,
    isEnding: view.is_ending,
    hasPaid: view.has_paid,
  };
}

function priceWords({ plan, interval }: PlanView): string | null {
  return plan === 'free' || interval === null ? null : offerPrice(planTypeFor(plan, interval));
}

function nextWords({ plan, interval, period_ends_at: at, is_ending, is_held }: PlanView, timeZone: string): string {
  if (plan === 'free')
    return `Nothing to pay. It holds ${soldStorage(PLANS.free.storage)}; sending, the emergency protocol and public sharing come with the others.`;
  if (interval === null || at === null)
    return 'It was given to you: there is nothing to pay, and it stays until you choose another.';
  const day = plainDate(at, timeZone);
  if (is_ending) return `Ends on ${day}. Nothing more is charged.`;
  return is_held ? `Paid until ${day}.` : `Renews on ${day}.`;
}

function troubleWords({ status, is_held }: PlanView): PlanWords['trouble'] {
  if (is_held)
    return {
      strong: 'Nothing is charged at the moment.',
      text: 'Your emergency protocol is past its deadline, and until you check in your plan goes on without a payment.',
    };
  if (status !== 'past-due') return null;
  return {
    strong: 'The last payment did not go through.',
    text: 'It is tried again over the next days, and everything goes on as it is. Please look after your card.',
  };
}

/** @returns "$100 a year" */
export function offerPrice(planType: PlanType): string {
  const { plan, interval } = OFFERS[planType];
  return `${dollars(PLANS[plan].price[interval])} a ${interval}`;
}

/** @returns "Premium, $100 a year" */
export function offerWords(planType: PlanType): string {
  return `${PLANS[OFFERS[planType].plan].name}, ${offerPrice(planType)}`;
}

/** Something else that somebody could have. */
export interface OtherOffer {
  planType: PlanType;
  words: string;
  /** What it has that the plan in force does not, or the other way round. */
  difference: string;
}

/** @returns what a plan that is paid for can be changed to, as the table has it */
export function otherOffers({ plan, interval }: Pick<PlanView, 'plan' | 'interval'>): OtherOffer[] {
  const names = Object.keys(OFFERS) as PlanType[];
  return names
    .filter((name) => OFFERS[name].plan !== plan || OFFERS[name].interval !== interval)
    .map((planType) => ({
      planType,
      words: offerWords(planType),
      difference: differenceTo(OFFERS[planType], plan),
    }));
}

function differenceTo(offer: { plan: Plan; interval: Interval }, from: Plan): string {
  const { storage, publicSharing } = PLANS[offer.plan];
  const paying = offer.interval === 'year' ? 'Twelve months for the price of ten.' : 'Paid month by month.';
  if (offer.plan === from) return paying;
  return `${soldStorage(storage)}, ${publicSharing ? 'and' : 'without'} public sharing. ${paying}`;
}

/** @returns what becomes of what somebody has when their plan holds or allows less; null where it does not */
export function lossWords(from: Plan, to: Plan): string | null {
  const [old, wanted] = [PLANS[from], PLANS[to]];
  if (wanted.storage >= old.storage) return null;
  const room = `What you keep stays, also beyond ${soldStorage(wanted.storage)}: only new uploads need room.`;
  const shared = old.publicSharing && !wanted.publicSharing ? ' What is public stays public.' : '';
  const sent = wanted.emailDelivery
    ? ''
    : ' What is scheduled still goes out, and a protocol that is armed stays armed; nothing new can be scheduled.';
  return `${room}${shared}${sent}`;
}
