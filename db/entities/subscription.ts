import { defineEntity, p } from '@mikro-orm/core';
import type { Interval, Plan, PlanType } from '#domain/subscription/plan.ts';
import { User } from './accounts.ts';

export const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    plan: p.text().$type<Exclude<Plan, 'free'>>(),
    /** Null, like the ids at the provider, for a plan that was given; docs/decisions/0071. */
    billingInterval: p.text().name('paid_each').$type<Interval>().nullable(),
    stripeCustomerId: p.text().nullable(),
    stripeSubscriptionId: p.text().nullable(),
    status: p.text().$type<'active' | 'past-due'>().default('active'),
    /** When the provider created it. */
    subscribedAt: p.datetime().nullable(),
    periodEndsAt: p.datetime().nullable(),
    /** It ends with the paid period. */
    isEnding: p.boolean().default(false),
    /** Since when billing is held: the provider charges nothing while the owner's protocol is past its deadline. */
    heldAt: p.datetime().nullable(),
    /** It ended at the provider while billing was held: it ends here once the owner checks in. */
    hasLapsed: p.boolean().default(false),
    /** When it was last compared with the provider. */
    checkedAt: p.datetime().nullable(),
  },
});
/** A plan beyond Free; an account without a row is on Free. */
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
/** A payment that has become a plan: it can do so once. */
export class GrantedCheckout extends GrantedCheckoutSchema.class {}
GrantedCheckoutSchema.setClass(GrantedCheckout);

export const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    stripeCustomerId: p.text(),
  },
});
/** An account at the payment provider, also after its plan has ended. */
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
/** A handled event of the payment provider. */
export class WebhookReceipt extends WebhookReceiptSchema.class {}
WebhookReceiptSchema.setClass(WebhookReceipt);

export const BillingMailSchema = defineEntity({
  name: 'BillingMail',
  tableName: 'billing_mails',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    kind: p.text().$type<BillingMailKind>(),
    /** The provider's id of the invoice, refund or subscription. */
    reference: p.text(),
    /** In cents of a US dollar. */
    amount: p.integer().nullable(),
    planType: p.text().$type<PlanType>().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});
/** A mail about money; one per kind and reference. */
export class BillingMail extends BillingMailSchema.class {}
BillingMailSchema.setClass(BillingMail);
export type BillingMailKind = 'receipt' | 'refund' | 'payment-failed' | 'plan-ended';
