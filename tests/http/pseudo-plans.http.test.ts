/** Pages about plans and Google in the pseudo-language, beside a Stripe and a Google: a word with plain letters is in no catalogue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { begin, choose } from './google.ts';
import { untranslated } from './untranslated.ts';
import { press, startWithVendors, type WithVendors } from './vendors.ts';
import type { Visitor } from './visitor.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors({ APP_LANGUAGE: 'en-XA' });
});
afterAll(() => vendors?.stop());

/** @returns what is in no catalogue on the pages at the addresses, with the page that an address leads to */
async function foundAt(who: Visitor, paths: readonly string[]): Promise<string[][]> {
  const found: string[][] = [];
  for (const path of paths) {
    const words = await wordsOf(who, await who.get(path));
    if (words.length > 0) found.push([path, ...words]);
  }
  return found;
}

async function wordsOf(who: Visitor, answer: Response): Promise<string[]> {
  const location = answer.headers.get('location');
  if (location) return wordsOf(who, await who.get(location.replace(vendors.web.origin, '').replace(/#.*/, '')));
  expect(answer.headers.get('content-type')).toContain('text/html');
  return untranslated(await answer.text());
}

test('a person without a plan', async () => {
  const free = await vendors.web.person('Helena Duarte', 'free');
  expect(await foundAt(free, PLAN_PAGES)).toEqual([]);
  expect(await wordsOf(free, await free.post('/profile/plan/portal'))).toEqual([]);
  const refused: [string, Record<string, string>][] = [
    ['/create', { title: 'A letter', content: 'Dear Ana,', is_public: 'on' }],
    ['/schedule', {}],
    ['/pricing/subscribe', { plan_type: 'free' }],
    ['/emergency', { inactive_days: '30', safety_days: '2', is_active: 'true' }],
  ];
  for (const [path, fields] of refused)
    expect([path, await wordsOf(free, await free.post(path, fields))]).toEqual([path, []]);
});

const PLAN_PAGES = [
  ...['', '/switch?plan_type=premium_yearly', '/cancel', '/refund'].map((page) => `/profile/plan${page}`),
  ...['/dashboard', '/profile', '/emergency', '/schedule', '/create', '/pricing', '/pricing?plan_type=plus_yearly'],
  ...['/pricing?to=/create', '/subscription/success?token=cs_1&stay', '/subscription/success?activated'],
  '/subscription/cancel',
];

test('a person who pays changes the plan, cancels it and takes that back', async () => {
  const { web } = vendors;
  const client = await newClient(web);
  await givePlan(web.query, client.id, 'free');
  const payer = web.visitor();
  await payer.post('/auth', { email: client.email, password: 'stillhere' });
  const begun = await client.call<{ approval_url: string }>('POST /subscription/create?plan_type=plus_monthly');
  const token = await press(begun.body.approval_url, 'pay');
  expect(await foundAt(payer, [`/subscription/success?token=${token}`])).toEqual([]);
  expect(await wordsOf(payer, await payer.post(`/subscription/success?token=${token}`))).toEqual([]);
  await vendors.settled();
  expect(await foundAt(payer, PLAN_PAGES)).toEqual([]);
  for (const page of ['switch?plan_type=premium_yearly', 'cancel', 'keep', 'refund']) {
    const answer = await payer.post(`/profile/plan/${page}`);
    expect([page, await wordsOf(payer, answer)]).toEqual([page, []]);
    await vendors.settled();
    expect(await foundAt(payer, ['/profile/plan', '/dashboard'])).toEqual([]);
  }
});

test('a payment that failed', async () => {
  const payer = await vendors.web.person('Helena Duarte', 'free');
  await vendors.web.query(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id, period_ends_at, status)
     select id, 'plus', 'month', 'cus_1', 'sub_1', now() + interval '20 days', 'past-due' from users where email = ?`,
    [payer.email],
  );
  expect(await foundAt(payer, PLAN_PAGES)).toEqual([]);
});

test('a plan that has ended, with a delivery that goes on and a public letter', async () => {
  const former = await vendors.web.person('Helena Duarte', 'premium');
  const saved = await former.post('/create', { title: 'A letter', content: 'Dear Ana,', is_public: 'on' });
  const id = saved.headers.get('location')?.split('=')[1] ?? '';
  const delivery = { content_id: id, delivery_type: 'email', recipient_email: 'ana@example.com' };
  await former.post('/schedule', { ...delivery, date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' });
  await givePlan(vendors.web.query, former.email, 'free');
  const item = [`/dashboard/content/${id}`, `/content/${id}/unpublish`, `/content/${id}/delete`];
  expect(await foundAt(former, [...PLAN_PAGES, ...item])).toEqual([]);
  await vendors.web.query('update contents set is_public = false where id = ?', [id]);
  expect(await foundAt(former, [`/content/${id}/publish`])).toEqual([]);
  const [row] = await vendors.web.query<{ id: string }>(
    'select id from deliveries where owner_id = (select id from users where email = ?)',
    [former.email],
  );
  const deleted = await former.post(`/content/${id}/delete`, { confirmed: row?.id ?? '' });
  expect(await wordsOf(former, deleted)).toEqual([]);
});

test('a person who comes back from Google, and one who does not', async () => {
  const visitor = vendors.web.visitor();
  expect(await foundAt(visitor, ['/auth', '/auth?mode=sign-up'])).toEqual([]);
  const declined = await choose(await begin(visitor), null);
  expect(await foundAt(visitor, [declined, '/auth/google/callback?code=1&state=wrong'])).toEqual([]);
  const chosen = await choose(await begin(visitor), 'new');
  expect(await foundAt(visitor, [chosen, '/profile'])).toEqual([]);
});
