import { z } from 'zod';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { withBilling } from '#app/plans/billing.ts';
import { nextPayment } from '#domain/subscription/period.ts';
import { OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { changePlanSchema, paidTokenSchema, planTypeSchema } from '#domain/subscription/subscription.schema.ts';
import { previewRefund, refundAndTakeBack } from '#services/deliveries/take-back.ts';
import {
  cancelPlan,
  PREVIEW_LASTS,
  previewSwitch,
  resumePlan,
  switchPlan,
} from '#services/subscription/change-plan.ts';
import { beginSubscription, completeSubscription } from '#services/subscription/checkout.ts';
import { leftToRefund, openPortal } from '#services/subscription/payments.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import { oneOf } from './field.ts';
import { withToken } from './operation.ts';
import { INTERVALS, PAYMENT_STATUSES } from './plan-fields.ts';

const instant = z.iso.datetime();
const subscription = z
  .object({
    plan: oneOf(PLANS),
    interval: oneOf(INTERVALS).nullable(),
    status: oneOf(PAYMENT_STATUSES),
    period_ends_at: instant.nullable(),
    is_ending: z.boolean(),
  })
  .meta({ id: 'Subscription' });
const quote = z
  .object({
    plan_type: oneOf(OFFERS),
    due_now: z.int(),
    charge: z.int(),
    credit: z.int(),
    price: z.int(),
    next_payment_at: instant,
    quoted_at: instant,
    good_until: instant,
  })
  .meta({ id: 'PlanChangeQuote' });

async function subscriptionOf(context: Provider, ownerId: string) {
  const state = await subscriptionState(contextOf(context), ownerId);
  const { plan, interval, status, periodEndsAt, isEnding } = state;
  return { plan, interval, status, period_ends_at: periodEndsAt?.toISOString() ?? null, is_ending: isEnding };
}

async function quoteFor(context: Provider, ownerId: string, planType: PlanType) {
  const { paid, preview } = await withBilling(context, (billing) => previewSwitch(billing, ownerId, planType));
  const { plan, interval } = OFFERS[planType];
  return {
    plan_type: planType,
    due_now: preview.dueNow,
    charge: preview.price,
    credit: preview.credit,
    price: PLANS[plan].price[interval],
    next_payment_at: nextPayment(paid, planType, preview.at).toISOString(),
    quoted_at: new Date(preview.at).toISOString(),
    good_until: new Date(preview.at + PREVIEW_LASTS).toISOString(),
  };
}

const BUYING_OPERATIONS = [
  withToken(
    'readSubscription',
    'GET /subscription',
    {
      summary: 'Get your plan',
      notes:
        'Without an interval nobody pays for it: it is Free, or it was given. At period_ends_at it renews, or it ends if is_ending.',
      answer: subscription,
    },
    ({ context, session }) => subscriptionOf(context, session.user.id),
  ),
  withToken(
    'createSubscription',
    'POST /subscription/create',
    {
      summary: 'Start a checkout for a plan',
      notes:
        'Send the person to the approval_url, where they pay; nothing is owed before that. They come back to a page of ours with a token. The body is ignored.',
      query: planTypeSchema,
      answer: z.object({ approval_url: z.url() }),
      refuses: ['conflict'],
    },
    async ({ context, session: { user }, query }) => {
      const { appOrigin } = context.get(webDeps);
      const wish = { accountId: user.id, email: user.email, planType: query.plan_type, appOrigin };
      return { approval_url: await withBilling(context, (billing) => beginSubscription(billing, wish)) };
    },
  ),
  withToken(
    'executeSubscription',
    'POST /subscription/execute',
    {
      summary: 'Turn a payment into a plan',
      notes:
        'Repeating it changes nothing. A plan that was paid for before ends, and what was left of it becomes credit. The body is ignored.',
      query: paidTokenSchema,
      answer: z.object({ success: z.literal(true) }),
      refuses: ['not-found', 'conflict'],
    },
    async ({ context, session, query }) => {
      await withBilling(context, (billing) => completeSubscription(billing, session.user.id, query.token));
      return { success: true as const };
    },
  ),
  withToken(
    'quotePlanChange',
    'GET /subscription/change',
    {
      summary: 'Get the price of a plan change',
      notes:
        'For a plan that is paid for; from Free or from a plan that was given, POST /subscription/create. Changes nothing.',
      query: planTypeSchema,
      answer: quote,
      refuses: ['conflict'],
    },
    ({ context, session, query }) => quoteFor(context, session.user.id, query.plan_type),
  ),
  withToken(
    'changePlan',
    'POST /subscription/change',
    {
      summary: 'Change the plan for the quoted price',
      notes:
        'Charges due_now to the card on file. Repeating it charges nothing. Answers conflict for a quote that is too old, for a plan that is ending, and if the payment is refused: then nothing has changed.',
      body: changePlanSchema,
      answer: subscription,
      refuses: ['conflict'],
    },
    async ({ context, session, body }) => {
      const { plan_type, quoted_at } = body;
      await withBilling(context, (billing) => switchPlan(billing, session.user.id, plan_type, quoted_at));
      return subscriptionOf(context, session.user.id);
    },
  ),
];

export const SUBSCRIPTION_OPERATIONS = [
  ...BUYING_OPERATIONS,
  withToken(
    'cancelPlan',
    'POST /subscription/cancel',
    {
      summary: 'Cancel the plan at the end of what was paid for',
      notes: 'Until period_ends_at everything stays as it is. Repeating it changes nothing.',
      answer: subscription,
      refuses: ['conflict'],
    },
    async ({ context, session }) => {
      await withBilling(context, (billing) => cancelPlan(billing, session.user.id));
      return subscriptionOf(context, session.user.id);
    },
  ),
  withToken(
    'resumePlan',
    'POST /subscription/resume',
    {
      summary: 'Undo the cancellation of the plan',
      notes: 'Possible until it has ended. Repeating it changes nothing.',
      answer: subscription,
      refuses: ['conflict'],
    },
    async ({ context, session }) => {
      await withBilling(context, (billing) => resumePlan(billing, session.user.id));
      return subscriptionOf(context, session.user.id);
    },
  ),
  withToken(
    'quoteRefund',
    'GET /subscription/refund',
    {
      summary: 'Get the amount of a refund',
      notes:
        'Answers conflict if the newest payment cannot be refunded. Changes nothing. taken_back lists what would not be sent.',
      answer: z
        .object({ amount: z.int(), credited: z.int(), paid_at: instant, taken_back: z.array(z.uuid()) })
        .meta({ id: 'RefundQuote' }),
      refuses: ['conflict'],
    },
    async ({ context, session }) => {
      const { invoice, takenBack } = await withBilling(context, (billing) => previewRefund(billing, session.user.id));
      const { credited, at: paid_at } = invoice;
      return { amount: leftToRefund(invoice), credited, paid_at, taken_back: takenBack };
    },
  ),
  withToken(
    'refundPlan',
    'POST /subscription/refund',
    {
      summary: 'End the plan now and refund the newest payment',
      notes:
        'For a payment of the last 30 days. What is stored stays. What was scheduled since that payment, and has not gone out, is deleted. There is one refund, however often you call: once the plan has ended, the answer is conflict.',
      answer: z.object({ amount: z.int() }).meta({ id: 'Refund' }),
      refuses: ['conflict'],
    },
    async ({ context, session }) => ({
      amount: await withBilling(context, (billing) => refundAndTakeBack(billing, session.user.id)),
    }),
  ),
  withToken(
    'openBillingPortal',
    'POST /subscription/portal',
    {
      summary: 'Get the page for cards and invoices',
      notes: 'The portal_url works for a short while. Answers conflict for an account that has never paid.',
      answer: z.object({ portal_url: z.url() }),
      refuses: ['conflict'],
    },
    async ({ context, session }) => {
      const returnUrl = `${context.get(webDeps).appOrigin}/profile/plan`;
      return { portal_url: await withBilling(context, (billing) => openPortal(billing, session.user.id, returnUrl)) };
    },
  ),
];
