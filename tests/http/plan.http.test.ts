/** Looking after one's plan, as it works without scripts. */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PlanType } from '#domain/subscription/plan.ts';
import { newClient } from '#tests/api/client.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { eventually } from '#tests/harness/process.ts';
import { holds } from '#tests/spec/holds.ts';
import { press, startWithVendors, type WithVendors } from './vendors.ts';
import type { Visitor } from './visitor.ts';
import { startWeb } from './web.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors();
});
afterEach(() => vendors.noFaults());
afterAll(() => vendors?.stop());

const PLAN = '/profile/plan';
const SWITCH = `${PLAN}/switch?plan_type=premium_yearly`;
const NO_PAYMENTS = 'We can’t show your payments right now';
const away = { vendor: 'stripe', mode: 'status', status: 503 };

/** A person on Free. */
async function helena() {
  const client = await newClient(vendors.web);
  await givePlan(vendors.web.query, client.id, 'free');
  const visitor = vendors.web.visitor();
  await visitor.post('/auth', { email: client.email, password: 'stillhere' });
  const row = async () => (await vendors.web.query('select * from subscriptions where owner_id = ?', [client.id]))[0];
  // A page shows no payments when Stripe needs four seconds.
  const text = (path: string) =>
    eventually(
      async () => readable(await visitor.get(path)),
      (words) => !words.includes(NO_PAYMENTS),
    );
  return { ...client, visitor, row, text };
}

/** A person who has just paid. */
async function payer(planType: PlanType = 'plus_monthly') {
  const person = await helena();
  const begun = await person.call<{ approval_url: string }>(`POST /subscription/create?plan_type=${planType}`);
  const token = await press(begun.body.approval_url, 'pay');
  expect((await person.call(`POST /subscription/execute?token=${token}`)).status).toBe(200);
  await vendors.settled();
  return person;
}

/** As it is read: without tags, and with single spaces. */
async function readable(answer: Response): Promise<string> {
  const text = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!--.*?-->/g, '');
  return text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', "'");
}

const atIn = async (visitor: Visitor, path: string) =>
  /name="at" value="(\d+)"/.exec(await (await visitor.get(path)).text())?.[1] ?? '';

const toastOf = ({ cookies }: Visitor) =>
  JSON.parse(Buffer.from(decodeURIComponent(cookies.get('toast') ?? ''), 'base64').toString()).text as string;

describe('the page of the plan', () => {
  test('shows Free, and links to the others', async () => {
    const { visitor, text } = await helena();
    expect(await (await visitor.get('/profile')).text()).toMatch(/Free<[\s\S]*href="\/pricing"/);
    const page = await text(PLAN);
    expect(page).toContain('Free Nothing to pay. It includes 50 MB.');
    expect(page).not.toContain('Payments');
    await visitor.post(`${PLAN}/portal`);
    expect(toastOf(visitor)).toContain('You haven’t paid for anything yet');
  });

  test("shows the plan, its price, its date in the owner's zone, and the payments with their invoices", async () => {
    const { text, visitor, row } = await payer();
    await vendors.web.query(`update users set time_zone = 'Pacific/Kiritimati'`);
    const { period_ends_at } = (await row()) as { period_ends_at: Date };
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' });
    const line = `Plus $5 a month Renews on ${day.format(new Date(period_ends_at))}.`;
    expect(await text('/profile')).toContain(line);
    const page = await text(PLAN);
    expect(page).toContain(line);
    expect(page).toMatch(/Payments .* \$5 \d+ \w+ \d{4}, paid Invoice of/);
    const [, invoice = ''] = /href="(http[^"]+)">Invoice/.exec(await (await visitor.get(PLAN)).text()) ?? [];
    expect((await fetch(invoice)).status).toBe(200);
  });

  test('says that a plan was given', async () => {
    const { id, text } = await helena();
    await givePlan(vendors.web.query, id, 'premium');
    expect(await text(PLAN)).toContain(
      'Premium This plan was given to you. There’s nothing to pay, and you keep it until you choose another.',
    );
  });

  test('says that a payment failed, and that the plan is held past the deadline', async () => {
    const { id, email, text } = await payer();
    await vendors.billing('payment_failed', email);
    expect(await text('/profile')).toContain('Your last payment didn’t go through.');
    expect(await text(PLAN)).toMatch(/\$5 [^$]*, not paid yet/);
    expect(await text(SWITCH)).toContain('Please settle it first');
    await vendors.web.query(`update subscriptions set held_at = now() where owner_id = ?`, [id]);
    expect(await text('/profile')).toContain('We’re not charging you at the moment.');
    await vendors.web.query(`update subscriptions set held_at = null, has_lapsed = true where owner_id = ?`, [id]);
    expect(await text('/profile')).toContain('We’re not charging you at the moment.');
  });

  test('is summarized on the profile, also where no provider is set up', async () => {
    const web = await startWeb();
    onTestFinished(() => web.stop());
    const visitor = await web.person();
    await web.query(
      `update subscriptions set (stripe_subscription_id, stripe_customer_id, paid_each, period_ends_at) = ('sub_1', 'cus_1', 'month', now())`,
    );
    expect(await readable(await visitor.get('/profile'))).toContain('Plus $5 a month');
  });

  test('works without the provider: only the payments say that it does not answer', async () => {
    const { visitor, text } = await payer();
    await vendors.fault({ vendor: 'stripe', mode: 'timeout' });
    expect(await text('/profile')).toContain('Plus $5 a month');
    const page = await visitor.get(PLAN);
    expect(page.status).toBe(200);
    const words = await readable(page);
    expect(words).toContain('Plus $5 a month');
    expect(words).toContain(NO_PAYMENTS);
    await vendors.noFaults();
    await vendors.fault(away);
    for (const path of [SWITCH, `${PLAN}/refund`])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 503]);
  });
});

describe('changing the plan', () => {
  test('shows the price first, and charges it', async () => {
    const { visitor, text, row } = await payer();
    const shown = await text(SWITCH);
    expect(shown).toMatch(/You have Plus, \$5 a month You get Premium, \$100 a year/);
    expect(shown).toMatch(
      /Premium until \d+ \w+ \d{4} \$100 Credit from your current plan −\$5 To pay now \$95 Next payment \$100 a year, on/,
    );
    expect(shown).toMatch(/This price is valid until \d\d:\d\d\./);
    expect(await row()).toMatchObject({ plan: 'plus' });
    const done = await visitor.post(SWITCH, { at: await atIn(visitor, SWITCH) });
    expect([done.status, done.headers.get('location'), toastOf(visitor)]).toEqual([302, PLAN, 'You’re on Premium now']);
    expect(await row()).toMatchObject({ plan: 'premium', paid_each: 'year' });
    expect(await text(PLAN)).toMatch(/Premium \$100 a year .* \$95 [^$]*, paid/);
  });

  test('shows the price again when it is old or missing, and changes nothing', async () => {
    const { visitor, row } = await payer();
    const old = `${Date.now() - 16 * 60_000}`;
    for (const [fields, status] of [
      [{ at: old }, 409],
      [{}, 422],
    ] as const) {
      const answer = await visitor.post(SWITCH, fields);
      expect(answer.status).toBe(status);
      const at = /name="at" value="(\d+)"/.exec(await answer.text())?.[1];
      expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000);
    }
    expect(await row()).toMatchObject({ plan: 'plus' });
    expect((await visitor.get(`${PLAN}/switch?plan_type=gold`)).headers.get('location')).toBe(PLAN);
  });
});

describe('cancelling the plan', () => {
  test('ends it with the paid period, and can be taken back', async () => {
    const { visitor, text, row } = await payer();
    expect(await text(`${PLAN}/cancel`)).toMatch(/End Plus on \d+ \w+ \d{4}\?/);
    expect(await row()).toMatchObject({ is_ending: false });
    expect((await visitor.post(`${PLAN}/cancel`)).headers.get('location')).toBe(PLAN);
    expect(await row()).toMatchObject({ plan: 'plus', is_ending: true });
    expect(await text(PLAN)).toMatch(/Plus \$5 a month Ends on .* We charge nothing more\. Keep Plus/);
    // A late event of the end would set the row back for a moment.
    await vendors.settled();
    await visitor.post(`${PLAN}/keep`);
    expect([await row(), toastOf(visitor)]).toMatchObject([{ is_ending: false }, 'Your plan continues']);
  });

  test('refunds the newest payment once, however often the button is pressed', async () => {
    holds('S9-12');
    const { id, visitor, text, row } = await payer('premium_yearly');
    const shown = await text(`${PLAN}/refund`);
    expect(shown).toContain('End Premium now and get $100 back?');
    expect(shown).toContain('What you’ve scheduled still goes out');
    expect(await row()).toMatchObject({ plan: 'premium' });
    const both = await Promise.all([visitor.post(`${PLAN}/refund`), visitor.post(`${PLAN}/refund`)]);
    expect(both.map(({ headers }) => headers.get('location'))).toContain(PLAN);
    expect((await visitor.post(`${PLAN}/refund`)).headers.get('location')).toBe(PLAN);
    expect(toastOf(visitor)).toBe('You are already on the free plan');
    expect(await row()).toBeUndefined();
    const mails = await vendors.web.query(`select amount from billing_mails where owner_id = ? and kind = 'refund'`, [
      id,
    ]);
    expect(mails).toEqual([{ amount: 10_000 }]);
    expect(await text(PLAN)).toMatch(/Free Nothing to pay.* \$100 [^$]*, refunded/);
  });
});

test("leads to the provider's page for cards, which leads back", async () => {
  const { visitor } = await payer();
  const answer = await visitor.post(`${PLAN}/portal`);
  const [, address = ''] = /url=(.+)$/.exec(answer.headers.get('refresh') ?? '') ?? [];
  expect([answer.status, address]).toEqual([200, expect.stringContaining(`${vendors.origin}/portal/`)]);
  expect(await (await fetch(address)).text()).toContain(`href="${vendors.web.origin}${PLAN}"`);
});

test('the API returns the plan', async () => {
  const { call } = await payer('premium_yearly');
  const { status, body } = await call('GET /subscription');
  const period_ends_at = expect.stringMatching(/Z$/);
  expect([status, body]).toEqual([
    200,
    { plan: 'premium', interval: 'year', status: 'active', period_ends_at, is_ending: false },
  ]);
});

test('lists what a refund takes back before it happens, also for a program', async () => {
  const { call, visitor, text } = await payer();
  const { body: letter } = await call<{ id: string }>('POST /content/upload', {
    json: { title: 'How we chose your name', type: 'text', content: 'Dear Ana', is_public: false, metadata: {} },
  });
  const { body: delivery } = await call<{ id: string }>('POST /delivery/schedule', {
    json: {
      content_id: letter.id,
      delivery_type: 'email',
      recipient_email: 'ana@example.com',
      scheduled_time: '2040-05-04T09:00:00Z',
    },
  });
  const shown = await text(`${PLAN}/refund`);
  expect(shown).toContain('What you’ve scheduled since that payment is deleted. It won’t be sent:');
  expect(shown).toContain('“How we chose your name” to ana@example.com on');
  expect((await call('GET /subscription/refund')).body).toMatchObject({ taken_back: [delivery.id] });
  expect((await call<unknown[]>('GET /delivery/list')).body).toHaveLength(1);
  expect((await visitor.post(`${PLAN}/refund`)).headers.get('location')).toBe(PLAN);
  expect((await call<unknown[]>('GET /delivery/list')).body).toEqual([]);
});
