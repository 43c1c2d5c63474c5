import type { Interval, Plan } from '#domain/subscription/plan.ts';
import type { SubscriptionState } from '#services/subscription/subscription-state.ts';
import type { Field, Values } from './field.ts';

const PLAN_NAMES: Values<Plan> = {
  free: 'without payment',
  plus: 'with deliveries and the emergency protocol',
  premium: 'with the public gallery as well',
};
export const INTERVALS: Values<Interval> = { month: 'each month', year: 'each year' };
export const PAYMENT_STATUSES: Values<SubscriptionState['status']> = {
  active: 'paid, or nothing to pay',
  'past-due': 'the last payment failed',
};

export const PLAN_FIELDS: Readonly<Record<string, Field>> = {
  plan: { text: 'The plan that you have.', values: PLAN_NAMES },
  interval: { text: 'How often it is paid for; null if nobody pays.', values: INTERVALS },
  period_ends_at: { text: 'When it renews or ends; null if nobody pays.' },
  is_ending: { text: 'Whether it ends then, without a further charge.' },
  plan_type: { text: 'A plan and how often it is paid for.' },
  token: { text: 'The token in the address that the payment page leads back to; or a new token for a program.' },
  approval_url: { text: 'The page where the person pays.' },
  portal_url: { text: 'The page of the payment provider.' },
  success: { text: 'The plan is active.' },
  due_now: {
    text: 'What the change charges now, in US cents: charge less credit, and less the credit that you had before. 0 if that covers it.',
  },
  charge: { text: 'What the new plan costs until next_payment_at, in US cents.' },
  credit: { text: 'What is left of the present plan, in US cents.' },
  price: { text: 'The price of the new plan per interval, in US cents.' },
  next_payment_at: { text: 'When the new plan renews for the first time.' },
  quoted_at: { text: 'The instant that the price was worked out for. Send it back to pay that price.' },
  good_until: { text: 'Until when a change for this price is accepted.' },
  amount: { text: 'What is refunded, in US cents.' },
  taken_back: { text: 'The ids of the deliveries that the refund would delete.' },
  credited: { text: 'What of the payment became credit by an earlier plan change, in US cents. It stays yours.' },
  paid_at: { text: 'When the payment was made.' },
};
