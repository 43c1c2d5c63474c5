/** The forms in which Stripe is asked: `line_items[0][quantity]=1`. */
import { z } from 'zod';

type Tree = { [name: string]: Tree | string };

/** @returns the form as an object; lists are objects with the names 0, 1 and so on */
export function treeOf(form: URLSearchParams): Tree {
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

const url = z.url({ protocol: /^https?$/ });

/** What is known here of creating a checkout; Stripe refuses what it does not know, and so does this. */
export const sessionSchema = z
  .strictObject({
    mode: z.literal('subscription'),
    ui_mode: z.literal('hosted_page'),
    client_reference_id: z.string().min(1).max(200).optional(),
    customer: z.string().startsWith('cus_').optional(),
    customer_email: z.email().optional(),
    metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
    success_url: url,
    cancel_url: url.optional(),
    line_items: z.strictObject({
      0: z.strictObject({
        quantity: z.literal('1'),
        price_data: z.strictObject({
          currency: z.literal('usd'),
          unit_amount: z.coerce.number().int().min(0),
          recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
          product_data: z.strictObject({ name: z.string().min(1) }),
        }),
      }),
    }),
  })
  .refine(({ customer, customer_email }) => !customer || !customer_email, {
    path: ['customer_email'],
    error: 'You may only specify one of these parameters: customer, customer_email.',
  });
