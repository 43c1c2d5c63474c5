/** What Stripe reports, signed as it signs, and what becomes of it. */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { eventually } from '#tests/harness/process.ts';
import { press, STRIPE, startWithVendorsOnCable, type WithVendorsOnCable } from './vendors.ts';

let vendors: WithVendorsOnCable;
beforeAll(async () => {
  vendors = await startWithVendorsOnCable();
});
afterEach(() => vendors.noFaults());
afterAll(() => vendors?.stop());

interface Sent {
  body?: string;
  secret?: string;
  /** How long ago it was signed, in seconds. */
  age?: number;
  signature?: string | null;
}

const eventOf = (change: object = {}) => ({
  id: `evt_${randomBytes(6).toString('hex')}`,
  object: 'event',
  type: 'customer.subscription.updated',
  data: { object: { id: 'sub_none', object: 'subscription' } },
  ...change,
});

/** As Stripe sends it: no cookie, no origin, a signature over the second and the bytes. */
function send({ body = JSON.stringify(eventOf()), secret = STRIPE.webhookSecret, age = 0, signature }: Sent = {}) {
  const at = Math.floor(Date.now() / 1_000) - age;
  const usual = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (signature !== null) headers.set('stripe-signature', signature ?? usual);
  return vendors.web.fetch(`/webhooks/stripe`, { method: 'POST', headers, body });
}

/** By its own id: Stripe sends again what it could not tell us before, whenever it likes. */
const isKnown = async (id: string) =>
  (await vendors.web.query('select 1 from webhook_receipts where event_id = ?', [id])).length > 0;

/** A person who has paid, and whose browser never came back. */
async function helena(planType = 'plus_monthly') {
  const client = await newClient(vendors.web, 'free');
  const { body } = await client.call<{ approval_url: string }>(`POST /subscription/create?plan_type=${planType}`);
  const plan = async () => {
    const [row] = await vendors.web.query<{ plan: string; status: string; period_ends_at: string }>(
      'select plan, status, period_ends_at from subscriptions where owner_id = ?',
      [client.id],
    );
    return row ?? null;
  };
  return {
    ...client,
    pay: () => press(body.approval_url, 'pay'),
    plan,
    /** Waits for it. */
    has: (wanted: string | null) => eventually(plan, (row) => (row?.plan ?? null) === wanted),
    mails: async () =>
      (
        await vendors.web.query<{ kind: string }>(
          'select kind from billing_mails where owner_id = ? order by created_at, id',
          [client.id],
        )
      ).map(({ kind }) => kind),
    /** Makes something happen at Stripe. @returns how our webhook answered */
    happen: async (event: string) =>
      (await vendors.billing(event, client.email)).events.map(({ webhook_status }) => webhook_status),
  };
}

describe('a payment', () => {
  test('whose payer never came back is a plan within a moment, and has a receipt', async () => {
    const { pay, has, mails, call } = await helena('premium_yearly');
    const token = await pay();
    await has('premium');
    expect(await eventually(mails, (all) => all.length > 0)).toEqual(['receipt']);
    // Coming back after all changes nothing.
    expect((await call(`POST /subscription/execute?token=${token}`)).status).toBe(200);
    expect(await mails()).toEqual(['receipt']);
  });

  test('of each further month has its receipt; a failed one ends the plan only after the last try', async () => {
    const { pay, has, plan, mails, happen } = await helena();
    await pay();
    await has('plus');
    // An event of the payment that is still on its way would save what Stripe said before the renewal.
    await vendors.settled();
    expect(new Set(await happen('renew'))).toEqual(new Set([204]));
    expect(await eventually(mails, (all) => all.length > 1)).toEqual(['receipt', 'receipt']);
    for (const _ of [1, 2, 3]) {
      await happen('payment_failed');
      expect(await plan()).toMatchObject({ plan: 'plus', status: 'past-due' });
    }
    await happen('payment_failed');
    expect(await plan()).toBeNull();
    expect(await mails()).toEqual(['receipt', 'receipt', 'payment-failed', 'plan-ended']);
  });

  test('made while Stripe cannot be asked is heard of again later, and while our database is away, too', async () => {
    const { pay, has, plan } = await helena();
    await vendors.fault({ vendor: 'stripe', mode: 'status', status: 503 });
    await pay();
    const refused = async () => {
      const answer = await fetch(`${vendors.origin}/api/billing`);
      const { events } = (await answer.json()) as { events: { webhook_status: number | null }[] };
      return events.some(({ webhook_status }) => webhook_status === 503);
    };
    await eventually(refused, Boolean);
    expect(await plan()).toBeNull();
    await vendors.noFaults();
    await has('plus');

    await vendors.web.database.cut();
    expect((await send()).status).toBe(503);
    await vendors.web.database.mend();
    expect((await send()).status).toBe(204);
  });
});

describe('a request that is not from Stripe', () => {
  test.each<[string, Sent]>([
    ['is signed with another secret', { secret: 'whsec_another' }],
    ['is not signed', { signature: null }],
    ['is signed with nonsense', { signature: 't=1,v1=00' }],
    ['was signed ten minutes ago', { age: 600 }],
  ])('%s: 403, and nothing is kept', async (_, sent) => {
    const event = eventOf();
    expect((await send({ ...sent, body: JSON.stringify(event) })).status).toBe(403);
    expect(await isKnown(event.id)).toBe(false);
  });

  test('is signed and makes no sense: 400; is no event that concerns us: 204; is too long: 413; is a look: 405', async () => {
    expect((await send({ body: '[]' })).status).toBe(400);
    expect((await send({ body: JSON.stringify(eventOf({ type: 'customer.created' })) })).status).toBe(204);
    expect((await send({ body: ' '.repeat(2 * 1_024 * 1_024 + 1) })).status).toBe(413);
    expect((await vendors.web.fetch(`/webhooks/stripe`)).status).toBe(405);
  });

  test('says that a plan has ended, which goes on', async () => {
    const { id, pay, has } = await helena();
    await pay();
    await has('plus');
    const [row] = await vendors.web.query<{ id: string }>(
      'select stripe_subscription_id as id from subscriptions where owner_id = ?',
      [id],
    );
    const object = { id: row?.id, object: 'subscription', status: 'canceled' };
    const body = JSON.stringify(eventOf({ type: 'customer.subscription.deleted', data: { object } }));
    expect((await send({ body })).status).toBe(204);
    // It was true an hour ago, or of another account: the truth is asked for.
    await has('plus');
  });
});

test('an event that comes twice at once is acted upon as one', async () => {
  const { pay, has, mails, id } = await helena();
  await vendors.fault({ vendor: 'stripe', silent: true });
  await pay();
  const answer = await fetch(`${vendors.origin}/api/billing`);
  const { subscriptions } = (await answer.json()) as {
    subscriptions: { id: string; metadata: Record<string, string> }[];
  };
  const theirs = subscriptions.find(({ metadata }) => metadata.account_id === id);
  const body = JSON.stringify(eventOf({ data: { object: { id: theirs?.id, object: 'subscription' } } }));
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await send({ body })).status));
  expect(new Set(statuses)).toEqual(new Set([204]));
  await has('plus');
  expect(await mails()).toEqual([]);
});
