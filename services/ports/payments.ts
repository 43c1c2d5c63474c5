import type { PlanType } from '#domain/subscription/plan.ts';

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
  | { kind: 'paid'; planType: PlanType; customerId: string; subscriptionId: string };

export interface Checkout {
  /** Whose it is; null when it is not one of ours. */
  accountId: string | null;
  state: CheckoutState;
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
   * Ends a subscription at once; what was paid for the rest of its time becomes credit of the customer. One that has
   * ended stays so: repeating is harmless.
   * @throws AppError unavailable when the provider cannot be reached
   */
  cancelSubscription(id: string): Promise<void>;
}
