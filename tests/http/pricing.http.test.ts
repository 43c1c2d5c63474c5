/** Choosing a plan on /pricing, without a script: to the payment page and back. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { readyToRun } from './ready-to-run.ts';
import { press, startWithVendors, type WithVendors } from './vendors.ts';
import type { Visitor } from './visitor.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors();
});
afterEach(() => vendors.noFaults());
afterAll(() => vendors?.stop());

/** A new person, on Free unless the plan is given. */
async function newPerson(plan: 'free' | 'premium' = 'free') {
  const person = await vendors.web.person('Helena Duarte', plan);
  const plans = () =>
    vendors.web.query(
      'select s.plan, s.paid_each from subscriptions s join users u on u.id = s.owner_id where u.email = ?',
      [person.email],
    );
  return { person, plans };
}

const choose = (who: Visitor, plan_type: string, to?: string) =>
  who.post('/pricing/subscribe', { plan_type, ...(to && { to }) });

/** Where the page of a form leads on to by itself. */
const leadsTo = (response: Response) => response.headers.get('refresh')?.replace(/^0; url=/, '') ?? '';

function toastOf({ cookies }: Visitor): { kind: string; text: string } {
  return JSON.parse(Buffer.from(decodeURIComponent(cookies.get('toast') ?? ''), 'base64').toString());
}

/** The words of a navigation. */
function wordsIn(text: string, nav: string): string[] {
  const [found = ''] = new RegExp(`<nav class="${nav}"[\\s\\S]*?</nav>`).exec(text) ?? [];
  return found
    .replace(/<[^>]+>/g, '|')
    .split('|')
    .filter(Boolean);
}

describe('the page', () => {
  test('is in the navigation for everyone', async () => {
    holds('S1-10', 'S2-10');
    const landing = await (await vendors.web.visitor().get('/')).text();
    expect(wordsIn(landing, 'end')).toEqual(['Shared', 'Pricing', 'Sign In']);
    const { person } = await newPerson();
    const places = ['Dashboard', 'Shared', 'Create', 'Schedule', 'Emergency', 'Pricing', 'Profile', 'Logout'];
    expect(wordsIn(await (await person.get('/pricing')).text(), 'links')).toEqual(places);
  });

  test('shows visitors their own navigation, and either price first', async () => {
    holds('S2-2', 'S2-12', 'S2-49');
    const visitor = vendors.web.visitor();
    const page = await visitor.get('/pricing');
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(wordsIn(text, 'end')).toEqual(['Shared Content', 'Sign In']);
    expect(text).toMatch(/<input[^>]*value="monthly"[^>]*checked|<input[^>]*checked[^>]*value="monthly"/);
    const yearly = await (await visitor.get('/pricing?interval=yearly')).text();
    expect(yearly).toMatch(/<input[^>]*value="yearly"[^>]*checked|<input[^>]*checked[^>]*value="yearly"/);
    expect(yearly).toContain('2 Months Free');
  });

  test('marks the current plan of a signed-in account', async () => {
    const { person } = await newPerson('premium');
    const text = await (await person.get('/pricing')).text();
    expect(text).toContain('Logout');
    expect(text.match(/Current plan/g)).not.toBeNull();
  });
});

describe('choosing a plan', () => {
  test('leads to the payment page, and from there to the dashboard, which links to the page that was wanted', async () => {
    const { person, plans } = await newPerson();
    const away = await choose(person, 'plus_yearly', '/schedule?new');
    expect(away.status).toBe(200);
    // A redirect would be stopped by the policy that keeps our forms with us.
    expect(away.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(leadsTo(away)).toContain(`${vendors.origin}/`);
    expect(await plans()).toEqual([]);
    const token = await press(leadsTo(away), 'pay');
    const done = await person.post(`/subscription/success?token=${token}&to=%2Fschedule%3Fnew`);
    expect(await plans()).toEqual([{ plan: 'plus', paid_each: 'year' }]);
    const thanks = await person.get(done.headers.get('location') ?? '');
    expect(thanks.headers.get('refresh')).toBe('3; url=/dashboard?next=%2Fschedule%3Fnew');
    const link = /<a [^>]*href="\/schedule\?new"[^>]*>Continue with your delivery/;
    expect(await thanks.text()).toMatch(link);
    expect(await (await person.get('/dashboard?next=%2Fschedule%3Fnew')).text()).toMatch(link);
    expect(await (await person.get('/dashboard?next=https://elsewhere.example/')).text()).not.toContain('elsewhere');
  });

  test('keeps the wanted page through the payment page, also when the payment is cancelled', async () => {
    const { person } = await newPerson();
    const paying = leadsTo(await choose(person, 'plus_monthly', '/emergency'));
    const back = await fetch(paying, {
      method: 'POST',
      body: new URLSearchParams({ action: 'cancel' }),
      redirect: 'manual',
    });
    const cancelled = new URL(back.headers.get('location') ?? '');
    const page = await person.get(cancelled.pathname + cancelled.search);
    expect(page.headers.get('refresh')).toBe('5; url=/pricing?to=%2Femergency');
  });

  test('leads only to our own pages afterwards', async () => {
    const { person } = await newPerson();
    const token = await press(leadsTo(await choose(person, 'plus_monthly', 'https://elsewhere.example/')), 'pay');
    const done = await person.post(`/subscription/success?token=${token}&to=https://elsewhere.example/`);
    const thanks = await person.get(done.headers.get('location') ?? '');
    expect(thanks.headers.get('refresh')).toBe('3; url=/dashboard');
  });

  test('twice at once, and paid twice, leaves one paid plan', async () => {
    const { person, plans } = await newPerson();
    const pages = await Promise.all(['plus_monthly', 'plus_monthly'].map((plan) => choose(person, plan)));
    const tokens = await Promise.all(pages.map((page) => press(leadsTo(page), 'pay')));
    const executed = await Promise.all(
      [...tokens, ...tokens, ...tokens].map((token) => person.post(`/subscription/success?token=${token}`)),
    );
    expect(new Set(executed.map(({ headers }) => headers.get('location')))).toEqual(
      new Set(['/subscription/success?activated']),
    );
    expect(await plans()).toEqual([{ plan: 'plus', paid_each: 'month' }]);
    expect(await vendors.web.query("select 1 from jobs where kind = 'cancel-subscription'")).toHaveLength(1);
  });

  test('asks visitors to sign in, and continues there', async () => {
    holds('S5-9', 'S8-18');
    const visitor = vendors.web.visitor();
    const { headers } = await choose(visitor, 'premium_yearly', '/emergency');
    expect(toastOf(visitor)).toMatchObject({ kind: 'error', text: 'Please login first' });
    const { person } = await newPerson();
    const sent = headers.get('location') ?? '';
    expect(sent).toMatch(/^\/auth\?to=/);
    const entered = await visitor.post(sent, { email: person.email, password: 'stillhere' });
    const [back = ''] = (entered.headers.get('location') ?? '').split('#');
    expect(back).toBe('/pricing?plan_type=premium_yearly&to=%2Femergency');
    const page = await (await visitor.get(back)).text();
    expect(page).toContain('You chose Premium, paid yearly, for $100');
    expect(page).toMatch(/<input type="hidden" name="plan_type" value="premium_yearly"/);
  });

  test('Free says that it is the current plan', async () => {
    holds('S5-10');
    const { person } = await newPerson();
    const { status, headers } = await choose(person, 'free');
    expect([status, headers.get('location')]).toEqual([302, '/pricing']);
    expect(toastOf(person)).toMatchObject({ kind: 'info', text: 'You are already on the free plan' });
  });

  test('Free leads visitors to a new account', async () => {
    const { headers } = await choose(vendors.web.visitor(), 'free', '/schedule');
    expect(headers.get('location')).toBe('/auth?mode=sign-up&to=%2Fschedule');
  });

  test('shows a paying account what another plan costs, and refuses the same one', async () => {
    const { person } = await newPerson();
    const token = await press(leadsTo(await choose(person, 'plus_monthly')), 'pay');
    await person.post(`/subscription/success?token=${token}`);
    const other = (await choose(person, 'premium_monthly', '/schedule?new')).headers.get('location') ?? '';
    expect(other).toBe('/profile/plan/switch?plan_type=premium_monthly&to=%2Fschedule%3Fnew');
    const question = await (await person.get(other)).text();
    expect(question).toMatch(/href="\/schedule\?new"[^>]*>Keep Plus/);
    const [, at = ''] = /name="at" value="(\d+)"/.exec(question) ?? [];
    expect((await person.post(other, { at })).headers.get('location')).toBe('/schedule?new');
    expect((await choose(person, 'free')).headers.get('location')).toBe('/profile/plan');
    // A late event of Stripe would set the plan back.
    await vendors.settled();
    await choose(person, 'premium_monthly');
    expect(toastOf(person)).toMatchObject({ kind: 'error', text: 'You are already on the Premium plan.' });
  });

  test('shows the reason of a refusal, and changes nothing', async () => {
    holds('S8-15');
    const { person, plans } = await newPerson();
    await choose(person, 'gold_weekly');
    expect(toastOf(person).text).toBe('Failed to create subscription');
    await vendors.fault({ vendor: 'stripe', mode: 'status', status: 503 });
    const { headers } = await choose(person, 'plus_yearly', '/create');
    expect(headers.get('location')).toBe('/pricing?interval=yearly&to=%2Fcreate');
    expect(toastOf(person)).toMatchObject({ kind: 'error' });
    expect(toastOf(person).text).toMatch(/Nothing was charged/);
    expect(await plans()).toEqual([]);
  });

  test('is a sign of life, as little as looking is one', async () => {
    const { person } = await newPerson('premium');
    await readyToRun(vendors.web, person);
    await person.post('/emergency/arm', { inactive_days: '30', safety_days: '3' });
    const of = 'from users u where u.id = owner_id and u.email = ?';
    await vendors.web.query(
      `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' ${of}`,
      [person.email],
    );
    const looks = async () => (await (await person.get('/pricing')).text()).includes('You haven’t checked in for');
    expect(await looks()).toBe(true);
    await choose(person, 'free');
    expect(await looks()).toBe(false);
  });
});
