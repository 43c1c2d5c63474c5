import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';

/** Somebody who wants to pay for a plan. */
export interface NewCheckout {
  accountId: string;
  email: string;
  /** Who they are at the provider, if they have paid before: what they have in credit there counts. */
  customerId: string | null;
  planType: PlanType;
  /** Where they come back to; the provider puts the checkout's id in place of `CHECKOUT_ID`. */
  successUrl: string;
  cancelUrl: string;
}

/** What stands for the id of a checkout in the address that people come back to. */
export const CHECKOUT_ID = '{CHECKOUT_ID}';

/** What has become of a checkout, by the provider's word. */
export type CheckoutState =
  | { kind: 'open' }
  | { kind: 'expired' }
  /** They are through, and the money has not arrived. */
  | { kind: 'unpaid' }
  /** It was paid for once, and the subscription has ended since. */
  | { kind: 'ended' }
  | { kind: 'paid'; subscription: RemoteSubscription };

export interface Checkout {
  /** Whose it is; null when it is not one of ours. */
  accountId: string | null;
  state: CheckoutState;
}

/** A bill for a subscription. Amounts are cents of a US dollar; instants ISO 8601 with Z. */
export interface Invoice {
  id: string;
  subscriptionId: string | null;
  /** What was paid, or is owed. */
  amount: number;
  /** What has been given back of it. */
  refunded: number;
  /** What later became credit, by changing to a cheaper plan: it stays with the customer, and is not given back. */
  credited: number;
  status: 'paid' | 'open' | 'void';
  /** When it was paid, or made. */
  at: string;
  /** Where its owner can look at it and print it, at the provider. */
  url: string | null;
}

/** What another plan would cost, before anything is changed. Amounts are cents of a US dollar. */
export interface SwitchPreview {
  /** To be paid now; 0 where what is left of the old plan covers it. */
  dueNow: number;
  /** What is left of the old plan. */
  credit: number;
  /**
   * The instant by which the price was worked out, in milliseconds: given back with the switch, so that it costs what was
   * shown. After a payment that was refused it is looked at anew: the same instant is refused again.
   */
  at: number;
}

/** What the provider reports, its signature already checked. */
export interface BillingEvent {
  id: string;
  /** The provider's own word. */
  type: string;
  /** What it is about, to be asked for anew; null for what is nothing to us. */
  about:
    | { kind: 'checkout'; id: string }
    | { kind: 'subscription'; id: string }
    | { kind: 'invoice'; id: string; subscriptionId: string }
    | null;
}

/** Paying for plans on the provider's own page, so that no card is ever seen by us. */
export interface Payments {
  /**
   * Begins a checkout. Nothing is owed by it: one that nobody pays for ends by itself.
   * @returns the address where it is paid
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
   * given back. One that has ended stays so: repeating is harmless.
   * @throws AppError unavailable when the provider cannot be reached
   */
  cancelSubscription(id: string): Promise<void>;
  /** @returns null when the provider knows no such subscription */
  findSubscription(id: string): Promise<RemoteSubscription | null>;
  /** @returns every subscription of ours that is not over, in no order */
  runningSubscriptions(): AsyncIterable<RemoteSubscription>;
  /** @returns the newest invoices of a customer, newest first, at most 24; what was never owed is left out */
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
   * @param at as the preview said it
   * @throws AppError conflict when the payment was refused, or it could not be previewed: nothing has changed then;
   *   unavailable
   */
  switchPlan(subscriptionId: string, planType: PlanType, at: number): Promise<RemoteSubscription>;
  /** Lets a subscription end with what has been paid for, or go on after all. */
  setEnding(subscriptionId: string, isEnding: boolean): Promise<RemoteSubscription>;
  /** Stops charging for a subscription, which stays as it is, or goes on charging. Repeating is harmless. */
  setHeld(subscriptionId: string, isHeld: boolean): Promise<void>;
  /**
   * Gives back what was paid with an invoice, but for what became credit. Repeating gives the refund that there is.
   * @returns the refund, its amount in cents
   * @throws AppError conflict when nothing is left to give back; unavailable
   */
  refund(invoiceId: string): Promise<{ id: string; amount: number }>;
  /** @returns the address of the provider's page where a customer manages cards and invoices */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Reads a webhook.
   * @param body the bytes as they came
   * @throws AppError forbidden when the signature is missing, wrong or too old; malformed
   */
  readEvent(body: Buffer, signature: string | null): BillingEvent;
  /** @returns what is wrong at the provider with the prices of our table, in sentences for operators; empty when nothing is */
  checkPrices(): Promise<string[]>;
}
