import { z } from 'zod';
import { withBilling } from '#app/http/billing.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { paidTokenSchema, planTypeSchema } from '#domain/subscription/subscription.schema.ts';
import { beginSubscription } from '#services/subscription/begin-subscription.ts';
import { completeSubscription } from '#services/subscription/complete-subscription.ts';
import { planOf } from '#services/subscription/plan-of.ts';
import { withToken } from './operation.ts';

const plan = z
  .object({
    plan: z.enum(['free', 'plus', 'premium']),
    interval: z.enum(['month', 'year']).nullable(),
    status: z.enum(['active', 'past-due']),
    period_ends_at: z.iso.datetime().nullable(),
    is_ending: z.boolean(),
  })
  .meta({ id: 'Subscription' });

export const SUBSCRIPTION_OPERATIONS = [
  withToken(
    'readSubscription',
    'GET /subscription',
    {
      summary: 'The plan that you have',
      notes:
        'Without an interval nobody pays for it: it is Free, or it was given. At period_ends_at it is paid for again, or it ends where is_ending.',
      answer: plan,
    },
    async ({ context, session }) => {
      const has = await planOf(contextOf(context), session.user.id);
      const { plan, interval, status, period_ends_at, is_ending } = has;
      return { plan, interval, status, period_ends_at, is_ending };
    },
  ),
  withToken(
    'createSubscription',
    'POST /subscription/create',
    {
      summary: 'Begin to subscribe to a plan',
      notes:
        'Send people to the approval_url, where they pay. Nothing is owed before that. They come back to a page of ours with a token. A body is not looked at.',
      query: planTypeSchema,
      answer: z.object({ approval_url: z.url() }),
      refuses: ['conflict'],
    },
    async ({ context, session: { user }, query }) => {
      const { appOrigin } = context.get(webParts);
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
        'Once; repeating it changes nothing. A plan that was paid for before ends with it, and what was left of it becomes credit. A body is not looked at.',
      query: paidTokenSchema,
      answer: z.object({ success: z.literal(true) }),
      refuses: ['not-found', 'conflict'],
    },
    async ({ context, session, query }) => {
      await withBilling(context, (billing) => completeSubscription(billing, session.user.id, query.token));
      return { success: true as const };
    },
  ),
];
