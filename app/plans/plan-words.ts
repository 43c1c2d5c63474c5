/** The texts of the pages under /profile/plan, written on the server so that browsers load no words. */
import { setTimeout as wait } from 'node:timers/promises';
import { clock, plainDate } from '#app/components/dates.ts';
import { soldStorage } from '#app/components/storage-parts.ts';
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
import type { Invoice, SwitchPreview } from '#services/ports/payments.ts';
import { PREVIEW_LASTS } from '#services/subscription/change-plan.ts';
import { type PaymentsView, paymentsOf } from '#services/subscription/payments.ts';
import type { PaidPlan, SubscriptionState } from '#services/subscription/subscription-state.ts';
import { withBilling } from './billing.ts';

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
  if (plan === 'free')
    return `Nothing to pay. It holds ${soldStorage(PLANS.free.storage)}; sending, the emergency protocol and public sharing come with the others.`;
  if (interval === null || periodEndsAt === null)
    return 'It was given to you: there is nothing to pay, and it stays until you choose another.';
  const day = plainDate(periodEndsAt, timeZone);
  if (isEnding) return `Ends on ${day}. Nothing more is charged.`;
  return isHeld ? `Paid until ${day}.` : `Renews on ${day}.`;
}

function troubleWords({ status, isHeld }: SubscriptionState): PlanWords['trouble'] {
  if (isHeld)
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
function offerPrice(planType: PlanType): string {
  const { plan, interval } = OFFERS[planType];
  return `${dollars(PLANS[plan].price[interval])} a ${interval}`;
}

/** @returns "Premium, $100 a year" */
function offerWords(planType: PlanType): string {
  return `${PLANS[OFFERS[planType].plan].name}, ${offerPrice(planType)}`;
}

/** An offer that the current plan can change to. */
export interface OtherOffer {
  planType: PlanType;
  words: string;
  /** What it has and the current plan does not, or the other way round. */
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
  const paying = offer.interval === 'year' ? 'Twelve months for the price of ten.' : 'Paid month by month.';
  if (offer.plan === from) return paying;
  return `${soldStorage(storage)}, ${publicSharing ? 'and' : 'without'} public sharing. ${paying}`;
}

/** @returns what happens to the account's content on a plan that holds or allows less; null for any other plan */
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

/** The question whether to change to another offer. */
export interface SwitchWords {
  current: string;
  wanted: string;
  facts: { term: string; text: string; isSum?: true }[];
  /** As of `lossWords`. */
  stays: string | null;
  button: string;
  /** The instant of the preview: the form returns it, so that the change costs what was shown. */
  at: string;
}

/** @param timeZone of the dates */
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
      { term: 'Paid again', text: renewalWords(paid, to, preview, timeZone) },
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

function renewalWords(paid: PaidPlan, to: PlanType, { at, dueNow }: SwitchPreview, timeZone: string): string {
  const day = plainDate(nextPayment(paid, to, at), timeZone);
  return `${offerPrice(to)}, on ${day}${dueNow > 0 ? '' : '; from what is left first'}`;
}

/** How long the page waits for the provider's list of payments, in milliseconds: the rest of it needs no provider. */
const PAYMENTS_TIMEOUT = 4 * SECOND;
const AWAY = 'What you have paid cannot be shown at the moment: the payment provider does not answer.';

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
  if (payments === null) return { invoices: [], isRefundable: false, problem: AWAY };
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
  if (status === 'open') return 'not paid yet';
  if (status === 'void') return 'cancelled, nothing to pay';
  if (refunded === 0) return 'paid';
  return refunded >= amount ? 'given back' : `paid, ${dollars(refunded)} of it given back`;
}
