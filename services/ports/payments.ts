import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';

/** A person who wants to pay for a plan. */
export interface NewCheckout {
  accountId: string;
  email: string;
  /** Their customer id at the provider, if they have paid before: their credit there counts. */
  customerId: string | null;
  planType: PlanType;
  /** The return address; the provider replaces `CHECKOUT_ID` by the checkout's id. */
  successUrl: string;
  cancelUrl: string;
}

/** The placeholder for the id of a checkout in the return address. */
export const CHECKOUT_ID = '{CHECKOUT_ID}';

/** The state of a checkout, as the provider reports it. */
export type CheckoutState =
  | { kind: 'open' }
  | { kind: 'expired' }
  /** The person has finished, and the money has not arrived. */
  | { kind: 'unpaid' }
  /** It was paid, and the subscription has ended since. */
  | { kind: 'ended' }
  | { kind: 'paid'; subscription: RemoteSubscription };

export interface Checkout {
  /** The account it belongs to; null when it is not one of ours. */
  accountId: string | null;
  state: CheckoutState;
}

/** A bill for a subscription. Amounts are cents of a US dollar; instants ISO 8601 with Z. */
export interface Invoice {
  id: string;
  subscriptionId: string | null;
  /** Paid, or owed. */
  amount: number;
  /** Refunded. */
  refunded: number;
  /** What later became credit, by changing to a cheaper plan: the customer keeps it, and it is not refunded. */
  credited: number;
  status: 'paid' | 'open' | 'void';
  /** When it was paid, or created. */
  at: string;
  /** The provider's page where its owner can read and print it. */
  url: string | null;
}

/** What another plan would cost, before anything is changed. Amounts are cents of a US dollar. */
export interface SwitchPreview {
  /** What the new plan costs until it is next paid for, in cents. */
  price: number;
  /** The value of the rest of the old plan, in cents. */
  credit: number;
  /** To be paid now, in cents: the price less the credit, also less earlier credit; 0 where that covers it. */
  dueNow: number;
  /**
   * The instant at which the price was computed, in milliseconds: sent with the switch, so that it costs what was shown.
   * After a refused payment, preview again: the provider refuses the same instant again.
   */
  at: number;
}

/** What the provider reports, its signature checked. */
export interface BillingEvent {
  id: string;
  /** The provider's own name of the event. */
  type: string;
  /** What it is about, to be fetched again; null for events that do not concern us. */
  about:
    | { kind: 'checkout'; id: string }
    | { kind: 'subscription'; id: string }
    | { kind: 'invoice'; id: string; subscriptionId: string }
    | null;
}

/** Paying for plans on the provider's own page, so that we never see a card. */
export interface Payments {
  /**
   * Begins a checkout. Nothing is owed by it: an unpaid one expires.
   * @returns the address of the payment page
   * @throws AppError unavailable when the provider cannot be reached
   */
  createCheckout(checkout: NewCheckout): Promise<string>;
  /**
   * @param id anything
   * @returns null when there is none
   * @throws AppError unavailable when the provider cannot be reached
   */
  findCheckout(id: string): Promise<Checkout | null>;
  /**
   * Ends a subscription at once; what was paid for the rest of its time becomes credit of the customer, unless it was
   * refunded. Repeating is harmless.
   * @throws AppError unavailable when the provider cannot be reached
   */
  cancelSubscription(id: string): Promise<void>;
  /** @returns null when the provider knows no such subscription */
  findSubscription(id: string): Promise<RemoteSubscription | null>;
  /** @returns every subscription of ours that is not over, in no order */
  runningSubscriptions(): AsyncIterable<RemoteSubscription>;
  /** @returns the newest invoices of a customer, newest first, at most 24; without those that were never owed */
  invoicesOf(customerId: string): Promise<Invoice[]>;
  /** @returns null when the provider knows no such invoice */
  findInvoice(id: string): Promise<(Invoice & { planType: PlanType | null }) | null>;
  /**
   * @returns what it would cost to change a running subscription to another offer, now
   * @throws AppError conflict for one that has ended, or whose last payment failed; unavailable
   */
  previewSwitch(subscriptionId: string, planType: PlanType): Promise<SwitchPreview>;
  /**
   * Changes a running subscription to another offer, and charges or credits the difference now.
   * @param at from the preview
   * @throws AppError conflict when the payment was refused, or it could not be previewed: nothing has changed then;
   *   unavailable
   */
  switchPlan(subscriptionId: string, planType: PlanType, at: number): Promise<RemoteSubscription>;
  /** Lets a subscription end with its paid period, or renew after all. */
  setEnding(subscriptionId: string, isEnding: boolean): Promise<RemoteSubscription>;
  /** Pauses or resumes charging for a subscription, which otherwise does not change. Repeating is harmless. */
  setHeld(subscriptionId: string, isHeld: boolean): Promise<void>;
  /**
   * Refunds what was paid with an invoice, except what became credit. Repeating returns the existing refund.
   * @returns the refund, its amount in cents
   * @throws AppError conflict when nothing is left to refund; unavailable
   */
  refund(invoiceId: string): Promise<{ id: string; amount: number }>;
  /** @returns the address of the provider's page where a customer manages cards and invoices */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Reads a webhook.
   * @param body the raw bytes
   * @throws AppError forbidden when the signature is missing, wrong or too old; malformed
   */
  readEvent(body: Buffer, signature: string | null): BillingEvent;
  /** @returns how the provider's prices differ from our table, in sentences for operators; empty when they do not */
  checkPrices(): Promise<string[]>;
}
