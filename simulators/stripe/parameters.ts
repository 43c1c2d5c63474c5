/** The parameters of Stripe's API: `line_items[0][quantity]=1`. Unknown ones are refused, as Stripe does. */
import { z } from 'zod';
import { StripeError } from './refusal.ts';

type Tree = { [name: string]: Tree | string };

/** @returns the form as nested objects; a list is an object with the names 0, 1 and so on */
function nested(form: URLSearchParams): Tree {
  const tree: Tree = Object.create(null);
  for (const [path, value] of form) {
    const names = path.split(/\]?\[|\]/).filter((name, index) => index === 0 || name !== '');
    const last = names.pop() ?? '';
    let branch = tree;
    for (const name of names) {
      const next: Tree | string = branch[name] ?? Object.create(null);
      branch[name] = next;
      branch = typeof next === 'string' ? {} : next;
    }
    branch[last] = value;
  }
  return tree;
}

/** @throws StripeError 400 that names the first wrong parameter */
export function readParameters<Schema extends z.ZodType>(schema: Schema, form: URLSearchParams): z.output<Schema> {
  const { success, data, error } = schema.safeParse(nested(form));
  if (success) return data;
  const [issue] = error.issues;
  throw new StripeError(400, issue?.message ?? 'Invalid parameters.', { param: issue?.path.join('.') ?? '' });
}

const url = z.url({ protocol: /^https?$/ });
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true');
const whole = z.string().regex(/^\d+$/).transform(Number);
const interval = z.enum(['month', 'year']);
const customer = z.string().startsWith('cus_');
const expand = z.record(z.string(), z.string()).optional();
/** The only item of a subscription, with its new price. */
const items = z.strictObject({
  0: z.strictObject({ id: z.string().startsWith('si_'), price: z.string().startsWith('price_') }),
});
const proration = { proration_behavior: z.literal('always_invoice'), proration_date: whole };
const page = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand,
};

export const sessionSchema = z
  .strictObject({
    mode: z.literal('subscription'),
    ui_mode: z.literal('hosted_page'),
    client_reference_id: z.string().min(1).max(200).optional(),
    customer: customer.optional(),
    customer_email: z.email().optional(),
    metadata,
    subscription_data: z.strictObject({ metadata }).default({ metadata: {} }),
    adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
    success_url: url,
    cancel_url: url.optional(),
    line_items: z.strictObject({ 0: z.strictObject({ quantity: z.literal('1'), price: z.string().min(1) }) }),
  })
  .refine((asked) => !asked.customer || !asked.customer_email, {
    path: ['customer_email'],
    error: 'You may only specify one of these parameters: customer, customer_email.',
  });

export const productSchema = z.strictObject({ id: z.string().optional(), name: z.string().min(1), metadata });

export const priceSchema = z.strictObject({
  product: z.string().min(1),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: whole,
  recurring: z.strictObject({ interval }),
  lookup_key: z.string().max(200).optional(),
  transfer_lookup_key: yesOrNo.default(false),
  metadata,
});

export const priceChangeSchema = z.strictObject({ metadata, active: yesOrNo.optional() });

export const pricesSchema = z.strictObject({ ...page, lookup_keys: z.record(z.string(), z.string()).optional() });

export const cancelSchema = z.strictObject({ prorate: yesOrNo.default(false), invoice_now: yesOrNo.default(false) });

export const subscriptionsSchema = z.strictObject({
  ...page,
  customer: customer.optional(),
  status: z.enum(['all', 'active', 'past_due', 'incomplete', 'canceled']).optional(),
});

export const changeSchema = z
  .strictObject({
    items: items.optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    cancel_at_period_end: yesOrNo.optional(),
    pause_collection: z.union([z.literal(''), z.strictObject({ behavior: z.literal('void') })]).optional(),
    proration_behavior: proration.proration_behavior.optional(),
    proration_date: proration.proration_date.optional(),
    payment_behavior: z.literal('error_if_incomplete').optional(),
    expand,
  })
  .refine((asked) => !asked.items === !asked.proration_behavior && !asked.items === !asked.payment_behavior, {
    path: ['items'],
    error: 'The simulator changes a price only with proration_behavior and payment_behavior.',
  });

export const previewSchema = z.strictObject({
  subscription: z.string().startsWith('sub_'),
  subscription_details: z.strictObject({ items, ...proration }),
  expand,
});

export const invoicesSchema = z.strictObject({
  ...page,
  customer: customer.optional(),
  subscription: z.string().startsWith('sub_').optional(),
  status: z.enum(['open', 'paid', 'void']).optional(),
});

export const invoiceChangeSchema = z.strictObject({ auto_advance: yesOrNo });

export const ofPaymentSchema = z.strictObject({
  ...page,
  customer: customer.optional(),
  payment_intent: z.string().startsWith('pi_').optional(),
});

export const refundSchema = z.strictObject({ payment_intent: z.string().startsWith('pi_'), amount: whole.optional() });

export const portalSchema = z.strictObject({ customer, return_url: url });

export const retrieveSchema = z.strictObject({ expand });
