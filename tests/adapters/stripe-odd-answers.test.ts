/** Answers of Stripe that its simulator never gives. */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { checkouts } from '#adapters/stripe/checkouts.ts';
import { invoices } from '#adapters/stripe/invoices.ts';
import type { Prices } from '#adapters/stripe/prices.ts';
import { remoteOf, subscriptions } from '#adapters/stripe/subscriptions.ts';
import { wish } from './stripe-stand.ts';

const price = (lookup_key: string | null) => ({ lookup_key, metadata: {} });
const item = (id: string, lookup_key: string | null) => ({ id, price: price(lookup_key), current_period_end: 2_000 });

// why: no button of the simulated Stripe makes drafts, second items, or a bank that sends a refund back.
function subscription(over: object = {}) {
  const items = { data: [item('si_1', 'stillhere_plus_monthly')] };
  return { id: 'sub_1', customer: 'cus_1', metadata: {}, status: 'active', created: 1_000, items, ...over };
}

/** @returns the part that the code under test reads, as the whole that Stripe's types ask for */
function partOf<Whole>(part: object): Whole {
  return part as Whole;
}

test('finds the plan of a subscription with another item', () => {
  const items = { data: [item('si_0', null), item('si_1', 'stillhere_premium_yearly')] };
  expect(remoteOf(partOf<Stripe.Subscription>(subscription({ items })))).toMatchObject({
    planType: 'premium_yearly',
    periodEndsAt: 2_000_000,
  });
});

test.each([
  ['trialing', 'active'],
  ['unpaid', 'ended'],
  ['paused', 'ended'],
  ['of a kind that is new', 'incomplete'],
])('a subscription that is %s is %s to us', (status, ours) => {
  const one = partOf<Stripe.Subscription>(subscription({ status, items: { data: [] } }));
  expect(remoteOf(one)).toMatchObject({ status: ours, planType: null, periodEndsAt: 1_000_000 });
});

test('does not charge an invoice that was a draft when the plan was held, and gives no reason', async () => {
  const asked: object[] = [];
  const advanced: Record<string, unknown> = {};
  const bills = ['draft', 'open', 'paid', 'void'].map((status) => ({ id: `in_${status}`, status, auto_advance: true }));
  const stripe = {
    subscriptions: {
      retrieve: async () => subscription(),
      async update(_id: string, change: object) {
        asked.push(change);
        return subscription();
      },
    },
    invoices: {
      list: async ({ status }: { status?: string }) => ({
        data: bills.filter((one) => !status || one.status === status),
      }),
      update: async (id: string, { auto_advance }: { auto_advance: boolean }) => {
        advanced[id] = auto_advance;
      },
    },
  };
  await subscriptions(partOf<Stripe>(stripe)).setHeld('sub_1', true);
  expect(advanced).toEqual({ in_draft: false, in_open: false });
  expect(asked).toEqual([{ pause_collection: { behavior: 'void' } }]);
});

test('neither credits nor charges a renewal that was a draft when the plan ended', async () => {
  const asked: object[] = [];
  const parent = { subscription_details: { subscription: 'sub_1' } };
  const bills = ['draft', 'paid'].map((status) => ({ id: `in_${status}`, status, parent, auto_advance: true }));
  const stripe = {
    subscriptions: {
      retrieve: async () => subscription(),
      cancel: async (_id: string, how: object) => asked.push(how),
    },
    invoices: {
      list: async () => ({ data: bills }),
      update: async (id: string, change: object) => asked.push({ id, ...change }),
    },
    charges: { list: async () => ({ data: [] }) },
  };
  await subscriptions(partOf<Stripe>(stripe)).cancelSubscription('sub_1');
  expect(asked).toEqual([{ id: 'in_draft', auto_advance: false }, { prorate: false }]);
});

test('makes a new refund after the bank returned the first, and one refund for two concurrent calls', async () => {
  const answers = new Map<string, { id: string; amount: number; status: string }>();
  const bill = { id: 'in_1', customer: 'cus_1', status: 'paid', total: 500, parent: null };
  const payment = { status: 'paid', created: 1, payment: { payment_intent: 'pi_1' } };
  const given = () => [...answers.values()].filter(({ status }) => status !== 'failed').length * 500;
  const stripe = {
    invoices: { retrieve: async () => ({ ...bill, payments: { data: [payment] } }), list: async () => ({ data: [] }) },
    charges: {
      list: async () => ({ data: [{ payment_intent: 'pi_1', amount_captured: 500, amount_refunded: given() }] }),
    },
    refunds: {
      list: async () => ({ data: [...answers.values()] }),
      create: async (_asked: object, { idempotencyKey: key }: { idempotencyKey: string }) => {
        const answer = answers.get(key) ?? { id: `re_${answers.size + 1}`, amount: 500, status: 'pending' };
        answers.set(key, answer);
        return { ...answer };
      },
    },
  };
  const { refund } = invoices(partOf<Stripe>(stripe));
  expect(await Promise.all([refund('in_1'), refund('in_1')])).toEqual([
    { id: 're_1', amount: 500 },
    { id: 're_1', amount: 500 },
  ]);
  for (const answer of answers.values()) answer.status = 'failed';
  expect(await refund('in_1')).toEqual({ id: 're_2', amount: 500 });
  expect(await refund('in_1')).toEqual({ id: 're_2', amount: 500 });
});

test('sells in dollars, also where Stripe would offer the customer’s currency', async () => {
  const asked: Stripe.Checkout.SessionCreateParams[] = [];
  const create = async (form: Stripe.Checkout.SessionCreateParams) => ({ url: `/pay/${asked.push(form)}` });
  const stripe = partOf<Stripe>({ checkout: { sessions: { create } } });
  await checkouts(stripe, partOf<Prices>({ idOf: async () => 'price_1' })).createCheckout(wish());
  expect(asked).toMatchObject([{ adaptive_pricing: { enabled: false } }]);
});
