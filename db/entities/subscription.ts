import { defineEntity, p } from '@mikro-orm/core';
import type { Interval, Plan, PlanType } from '#domain/subscription/plan.ts';
import { User } from './accounts.ts';

export const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    plan: p.text().$type<Exclude<Plan, 'free'>>(),
    /** Null, like what follows, for a plan that nobody pays for. */
    paidEach: p.text().$type<Interval>().nullable(),
    stripeCustomerId: p.text().nullable(),
    stripeSubscriptionId: p.text().nullable(),
    status: p.text().$type<'active' | 'past-due'>(),
    /** When it was made at the provider. */
    subscribedAt: p.datetime().nullable(),
    periodEndsAt: p.datetime().nullable(),
    /** It ends with what has been paid for. */
    isEnding: p.boolean(),
    /** Since when nothing is charged, because its owner's protocol is past its deadline. */
    heldAt: p.datetime().nullable(),
    /** It has ended at the provider while it was held: it ends here once its owner is heard again. */
    hasLapsed: p.boolean(),
    /** When it was last compared with the provider. */
    checkedAt: p.datetime().nullable(),
  },
});
/** Who is on a plan beyond Free; without a row it is Free. */
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);

export const GrantedCheckoutSchema = defineEntity({
  name: 'GrantedCheckout',
  tableName: 'granted_checkouts',
  properties: {
    id: p.text().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    grantedAt: p.datetime(),
  },
});
/** A payment that has become a plan, once: coming back to it later changes nothing. */
export class GrantedCheckout extends GrantedCheckoutSchema.class {}
GrantedCheckoutSchema.setClass(GrantedCheckout);

export const DoomedSubscriptionSchema = defineEntity({
  name: 'DoomedSubscription',
  tableName: 'doomed_subscriptions',
  properties: {
    stripeSubscriptionId: p.text().primary(),
    nextTryAt: p.datetime(),
  },
});
/** A subscription at the provider that nobody has here any more, to be cancelled there. */
export class DoomedSubscription extends DoomedSubscriptionSchema.class {}
DoomedSubscriptionSchema.setClass(DoomedSubscription);

export const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    stripeCustomerId: p.text(),
  },
});
/** Who somebody is at the payment provider, also when their plan is over. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);

export const WebhookReceiptSchema = defineEntity({
  name: 'WebhookReceipt',
  tableName: 'webhook_receipts',
  properties: {
    eventId: p.text().primary(),
    type: p.text(),
    receivedAt: p.datetime(),
  },
});
/** An event of the payment provider that was acted upon. */
export class WebhookReceipt extends WebhookReceiptSchema.class {}
WebhookReceiptSchema.setClass(WebhookReceipt);

export const BillingMailSchema = defineEntity({
  name: 'BillingMail',
  tableName: 'billing_mails',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    kind: p.text().$type<BillingMailKind>(),
    /** The provider's id of the invoice, refund or subscription that it is about. */
    reference: p.text(),
    /** In cents of a US dollar. */
    amount: p.integer().nullable(),
    planType: p.text().$type<PlanType>().nullable(),
    createdAt: p.datetime(),
    tries: p.integer(),
    nextTryAt: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
  },
});
/** A mail about money; one for each thing that it is about. */
export class BillingMail extends BillingMailSchema.class {}
BillingMailSchema.setClass(BillingMail);
export type BillingMailKind = 'receipt' | 'refund' | 'payment-failed' | 'plan-ended';
