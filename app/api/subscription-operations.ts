import { z } from 'zod';
import { withBilling } from '#app/http/billing.ts';
import { webParts } from '#app/middleware/context.ts';
import { paidTokenSchema, planTypeSchema } from '#domain/subscription/subscription.schema.ts';
import { beginSubscription } from '#services/subscription/begin-subscription.ts';
import { completeSubscription } from '#services/subscription/complete-subscription.ts';
import { withToken } from './operation.ts';

export const SUBSCRIPTION_OPERATIONS = [
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
