/** The plans and payments of /profile/plan in words. The server writes them, so that browsers do not load their texts. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { nextPayment } from '#domain/subscription/period.ts';
import {
  dollars,
  type Interval,
  OFFERS,
  PLANS,
  type Plan,
  type PlanType,
  planTypeFor,
} from '#domain/subscription/plan.ts';
import { SECOND } from '#domain/time/durations.ts';
import { clock, plainDate } from '#messages/dates.ts';
import { planTexts } from '#messages/en/plan-pages.ts';
import { say, sayAll } from '#messages/say.ts';
import type { Invoice, SwitchPreview } from '#services/ports/payments.ts';
import { PREVIEW_LASTS } from '#services/subscription/change-plan.ts';
import { type PaymentsView, paymentsOf } from '#services/subscription/payments.ts';
import type { PaidPlan, SubscriptionState } from '#services/subscription/subscription-state.ts';
import { withBilling } from './billing.ts';
import { soldStorage } from './storage-parts.ts';

/** The account's plan, as /profile and /profile/plan show it. */
export interface PlanWords {
  name: string;
  /** "$100 a year"; null where nobody pays. */
  price: string | null;
  /** When it renews or ends; for a plan that nobody pays for, what it is. */
  next: string;
  /** Null without a problem. */
  trouble: { strong: string; text: string } | null;
  isFree: boolean;
  isPaid: boolean;
  isEnding: boolean;
  /** The account has paid at least once. */
  hasPaid: boolean;
}

/** @param timeZone of the dates */
export function planWords(state: SubscriptionState, timeZone: string): PlanWords {
  return {
    name: PLANS[state.plan].name,
    price: priceWords(state),
    next: nextWords(state, timeZone),
    trouble: troubleWords(state),
    isFree: state.plan === 'free',
    isPaid: state.interval !== null,
    isEnding: state.isEnding,
    hasPaid: state.customerId !== null,
  };
}

function priceWords({ plan, interval }: SubscriptionState): string | null {
  return plan === 'free' || interval === null ? null : offerPrice(planTypeFor(plan, interval));
}

function nextWords(state: SubscriptionState, timeZone: string): string {
  const { plan, interval, periodEndsAt, isEnding, isHeld } = state;
  if (plan === 'free') return say(planTexts.free, { storage: soldStorage(PLANS.free.storage) });
  if (interval === null || periodEndsAt === null) return say(planTexts.given);
  const day = plainDate(periodEndsAt, timeZone);
  if (isEnding) return say(planTexts.ends, { day });
  return say(isHeld ? planTexts.paidUntil : planTexts.renews, { day });
}

function troubleWords({ status, isHeld }: SubscriptionState): PlanWords['trouble'] {
  if (isHeld) return sayAll(planTexts.held);
  return status === 'past-due' ? sayAll(planTexts.pastDue) : null;
}

/** @returns "$100 a year" */
function offerPrice(planType: PlanType): string {
  const { plan, interval } = OFFERS[planType];
  return say(planTexts.price[interval], { price: dollars(PLANS[plan].price[interval]) });
}

/** @returns "Premium, $100 a year" */
function offerWords(planType: PlanType): string {
  return say(planTexts.offer, { plan: PLANS[OFFERS[planType].plan].name, price: offerPrice(planType) });
}

/** An offer that the current plan can change to. */
export interface OtherOffer {
  planType: PlanType;
  words: string;
  /** How it differs from the current plan. */
  difference: string;
}

/** @returns the offers that a paid plan can change to, in the order of the table */
export function otherOffers({ plan, interval }: Pick<SubscriptionState, 'plan' | 'interval'>): OtherOffer[] {
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
  const paying = say(planTexts.paying[offer.interval]);
  if (offer.plan === from) return paying;
  const text = publicSharing ? planTexts.withSharing : planTexts.withoutSharing;
  return say(text, { storage: soldStorage(storage), paying });
}

/** @returns what happens to the account's content on a plan that holds or allows less; null for any other plan */
export function lossWords(from: Plan, to: Plan): string | null {
  const [old, wanted] = [PLANS[from], PLANS[to]];
  if (wanted.storage >= old.storage) return null;
  const { storage, sharing, sending } = planTexts.losses;
  return [
    say(storage, { storage: soldStorage(wanted.storage) }),
    ...(old.publicSharing && !wanted.publicSharing ? [say(sharing)] : []),
    ...(wanted.emailDelivery ? [] : [say(sending)]),
  ].join(' ');
}

/** The question whether to change to another offer. */
export interface SwitchWords {
  current: string;
  wanted: string;
  /** The lines of the bill. Those from the price to the sum add up to it. */
  facts: { term: string; text: string; isSum?: true }[];
  /** As of `lossWords`. */
  stays: string | null;
  button: string;
  /** Until when the price is valid, as a sentence. */
  until: string;
  /** The instant of the preview: the form returns it, so that the change costs what was shown. */
  at: string;
}

/** @param timeZone of the dates */
export function switchWords(paid: PaidPlan, to: PlanType, preview: SwitchPreview, timeZone: string): SwitchWords {
  const { dueNow, at } = preview;
  const texts = planTexts.change;
  const [from, wanted] = [OFFERS[paid.planType], OFFERS[to]];
  return {
    current: offerWords(paid.planType),
    wanted: offerWords(to),
    facts: [
      { term: say(texts.current), text: offerWords(paid.planType) },
      { term: say(texts.wanted), text: offerWords(to) },
      ...sumFacts(paid, to, preview, timeZone),
      { term: say(texts.renewal), text: renewalWords(paid, to, preview, timeZone) },
    ],
    stays: lossWords(from.plan, wanted.plan),
    button: dueNow > 0 ? say(texts.confirmAndPay, { amount: dollars(dueNow) }) : say(texts.confirm),
    until: say(texts.until, { clock: clock(new Date(at + PREVIEW_LASTS), timeZone) }),
    at: `${at}`,
  };
}

/** What is paid now as a sum: price - credit - earlier credit = to pay now, or minus the credit that is left. */
function sumFacts(paid: PaidPlan, to: PlanType, preview: SwitchPreview, timeZone: string): SwitchWords['facts'] {
  const { price, credit, dueNow, at } = preview;
  const texts = planTexts.change;
  const day = plainDate(nextPayment(paid, to, at), timeZone);
  const difference = price - credit;
  const left = dueNow === 0 ? Math.max(0, -difference) : 0;
  // Below 0: the account owed something.
  const earlier = difference + left - dueNow;
  const taken = (term: string, amount: number) => (amount === 0 ? [] : [{ term, text: dollars(-amount) }]);
  return [
    { term: say(texts.price, { plan: PLANS[OFFERS[to].plan].name, day }), text: dollars(price) },
    ...taken(say(texts.credit), credit),
    ...taken(say(earlier > 0 ? texts.earlierCredit : texts.owed), earlier),
    { term: say(texts.now), text: dueNow > 0 ? dollars(dueNow) : say(texts.nothing), isSum: true },
    ...(left > 0 ? [{ term: say(texts.creditLeft), text: dollars(left) }] : []),
  ];
}

function renewalWords(paid: PaidPlan, to: PlanType, { at, dueNow }: SwitchPreview, timeZone: string): string {
  const day = plainDate(nextPayment(paid, to, at), timeZone);
  const text = dueNow > 0 ? planTexts.change.renewalOn : planTexts.change.renewalFromCredit;
  return say(text, { price: offerPrice(to), day });
}

/** How long the page waits for the provider's list of payments, in milliseconds: the rest of it needs no provider. */
const PAYMENTS_TIMEOUT = 4 * SECOND;

export interface InvoiceWords {
  id: string;
  date: string;
  amount: string;
  status: string;
  /** The invoice at the provider; null where it has none. */
  url: string | null;
}

export interface PaymentsWords {
  invoices: InvoiceWords[];
  isRefundable: boolean;
  /** Why there is no list; empty where there is one. */
  problem: string;
}

/** @returns what the account has paid; a problem where the provider does not answer */
export async function paymentsWords(context: Provider, ownerId: string, timeZone: string): Promise<PaymentsWords> {
  const list = withBilling(context, (billing) => paymentsOf(billing, ownerId)).catch(nullIfUnavailable);
  const payments = await Promise.race([list, wait(PAYMENTS_TIMEOUT, null, { ref: false })]);
  if (payments === null) return { invoices: [], isRefundable: false, problem: say(planTexts.invoices.unavailable) };
  const { invoices, isRefundable } = payments;
  return { invoices: invoices.map((invoice) => invoiceWords(invoice, timeZone)), isRefundable, problem: '' };
}

function nullIfUnavailable(error: unknown): PaymentsView | null {
  if (error instanceof AppError && error.code === 'unavailable') return null;
  throw error;
}

function invoiceWords(invoice: Invoice, timeZone: string): InvoiceWords {
  const { id, at, amount, url } = invoice;
  return { id, date: plainDate(at, timeZone), amount: dollars(amount), status: statusWords(invoice), url };
}

function statusWords({ status, amount, refunded }: Invoice): string {
  const texts = planTexts.invoices;
  if (status === 'open') return say(texts.open);
  if (status === 'void') return say(texts.void);
  if (refunded === 0) return say(texts.paid);
  return refunded >= amount ? say(texts.refunded) : say(texts.partlyRefunded, { amount: dollars(refunded) });
}
