import { defineEntity, p } from '@mikro-orm/core';
import type { Interval, Plan } from '#domain/subscription/plan.ts';
import { User } from './accounts.ts';

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    plan: p.text().$type<Exclude<Plan, 'free'>>(),
    /** Null, like what follows, for a plan that nobody pays for. */
    paidEach: p.text().$type<Interval>().nullable(),
    stripeCustomerId: p.text().nullable(),
    stripeSubscriptionId: p.text().nullable(),
  },
});
/** Who is on a plan beyond Free; without a row it is Free. */
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);

const GrantedCheckoutSchema = defineEntity({
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

const DoomedSubscriptionSchema = defineEntity({
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
