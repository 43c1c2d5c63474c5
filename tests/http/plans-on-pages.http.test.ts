/** What pages say of plans, as the server sends them: what is missing, what stays after one, and when a vault is over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { upload } from './files.ts';
import { readyToRun } from './ready-to-run.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

type Person = Awaited<ReturnType<Web['person']>>;
const OWN = '(select id from users where email = ?)';
const DAYS = { inactive_days: '30', safety_days: '3' };

/** What an answer says, without its scripts and what React leaves between words. */
async function said(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .slice(0, html.indexOf('<script', html.indexOf('<body')))
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'");
}

async function read(person: Person, path: string): Promise<string> {
  const response = await person.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return said(response);
}

/** @returns the id of a letter that was kept */
async function written(person: Person): Promise<string> {
  const { headers } = await person.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  return new URL(headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
}

const wish = (content_id: string) => ({
  ...{ content_id, delivery_type: 'email', recipient_email: 'ana@example.com', recipient_name: 'Ana' },
  ...{ date: '2040-05-04', time: '09:00', time_zone: 'Europe/Lisbon', phone_country: 'PT', recipient_phone: '' },
});

/** A person whose plan has ended, with all that it allowed: a delivery, the protocol, a public item. */
async function lapsed(): Promise<Person & { letter: string }> {
  const person = await web.person('Helena Duarte', 'premium');
  const letter = await written(person);
  await person.post('/schedule', wish(letter));
  await readyToRun(web, person);
  await person.post('/emergency/arm', DAYS);
  await person.post(`/content/${letter}/publish`);
  await givePlan(web.query, person.email, 'free');
  return Object.assign(person, { letter });
}

async function keeps(person: Person, bytes: number): Promise<void> {
  await web.query(
    `insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?`,
    [bytes, person.email],
  );
}

describe('on Free', () => {
  test('schedule says first what it takes, with one way there that comes back; no form, no dead button', async () => {
    const helena = await web.person('Helena Duarte', 'free');
    const letter = await written(helena);
    for (const [path, back] of [
      ['/schedule', '/schedule?new'],
      ['/schedule?new', '/schedule?new'],
      [`/schedule?content=${letter}`, `/schedule?content=${letter}`],
    ] as const) {
      const page = await read(helena, path);
      expect(page).toContain('Sending comes with Plus or Premium.');
      expect(page.match(/href="\/pricing[^"]*"/g)).toContain(`href="/pricing?to=${encodeURIComponent(back)}"`);
      expect(page).not.toMatch(/Schedule Delivery|<select|disabled/);
    }
  });

  test('the dashboard marks what a plan would add, and says it where one begins; nothing stands out', async () => {
    const page = await read(await web.person('Helena Duarte', 'free'), '/dashboard');
    expect(page).toMatch(/href="\/schedule\?new"[^>]*>Schedule<span class="stamp">PLUS<\/span>/);
    expect(page).toMatch(
      /Write it, or add it.*Sending comes with Plus or Premium\..*<a [^>]*href="\/pricing\?to=%2Fdashboard"/s,
    );
    expect(page).not.toContain('class="note"');
  });
});

test.each(['free', 'premium'] as const)(
  'on %s no plan is offered for what we took out of the gallery',
  async (plan) => {
    const helena = await web.person('Helena Duarte', plan);
    const letter = await written(helena);
    await web.query('update contents set withheld_at = now() where id = ?', [letter]);
    for (const path of [`/dashboard/content/${letter}`, `/content/${letter}/publish`]) {
      const page = await read(helena, path);
      expect(page).toContain('We took this out of the gallery after a report');
      expect(page).toContain('It stays private. If you think that’s wrong, reply to any of our emails.');
      expect(page).not.toMatch(/See plans|PREMIUM|comes with|action="\/content\/[^"]*\/publish"/);
    }
  },
);

test.each(['plus', 'premium'] as const)('on %s nothing is said of plans', async (plan) => {
  const helena = await web.person('Helena Duarte', plan);
  await written(helena);
  for (const path of ['/dashboard', '/dashboard/content', '/schedule?new', '/emergency']) {
    const page = await read(helena, path);
    expect(page).not.toMatch(/See plans|PLUS|comes with/);
  }
  expect((await read(helena, '/create')).includes('See plans')).toBe(plan === 'plus');
});

describe('after a plan', () => {
  test('what is scheduled is listed with all that can be done; only the form for something new gives way', async () => {
    const helena = await lapsed();
    const page = await read(helena, '/schedule');
    expect(page).toMatch(/Sending something new comes with Plus or Premium\..*The deliveries below still go out/s);
    const [id = ''] = /(?<=\/schedule\/)[0-9a-f-]{36}(?=\/edit)/.exec(page) ?? [];
    expect(page).toContain(`action="/schedule/${id}/delete"`);
    expect(await read(helena, `/schedule/${id}/edit`)).toContain('value="ana@example.com"');
    const { status } = await helena.post(`/schedule/${id}/edit`, { ...wish(helena.letter), date: '2041-05-04' });
    expect(status).toBe(302);
    expect(await read(helena, '/schedule')).toContain('2041');
  });

  test('the protocol stays operable, and is armed again once it was off', async () => {
    const helena = await lapsed();
    expect(await read(helena, '/emergency')).toMatch(/Active.*role="switch"(?![^>]*disabled)/s);
    for (const path of ['/emergency/check-in', '/emergency/disarm', '/emergency/arm'])
      expect([path, (await helena.post(path, DAYS)).status]).toEqual([path, 302]);
    expect(await read(helena, '/emergency')).not.toContain('comes with');
  });

  test('the dashboard says once what stays and what cannot be added', async () => {
    const page = await read(await lapsed(), '/dashboard');
    expect(page).toContain(
      'You’re on the Free plan now.</strong> Your scheduled delivery still goes out, your emergency protocol stays on, what you made public stays public and everything you’ve saved stays yours. To schedule something new, choose Plus or Premium.',
    );
    expect(page).not.toMatch(/is-danger|is-warn/);
    expect(page.match(/See plans/g)).toHaveLength(1);
  });
});

describe('a plan that ends while a form is filled in', () => {
  test('brings it back with everything typed, and says so above', async () => {
    const helena = await web.person();
    const letter = await written(helena);
    await givePlan(web.query, helena.email, 'free');
    const answer = await helena.post('/schedule?new', wish(letter));
    const page = await said(answer);
    expect(answer.status).toBe(402);
    expect(page).toMatch(/You’re on Free now\..*Nothing you typed is lost\..*target="_blank".*<form/s);
    for (const typed of ['ana@example.com', '2040-05-04', '09:00', 'Ana']) expect(page).toContain(`value="${typed}"`);
    expect(page).toMatch(new RegExp(`<option (?=[^>]*selected)[^>]*value="${letter}"`));
    const back = encodeURIComponent(`/schedule?content=${letter}`);
    expect(page, 'the letter is chosen again with a plan').toContain(`href="/pricing?to=${back}"`);
    // Back with a plan, the same form is sent once more.
    await givePlan(web.query, helena.email, 'plus');
    expect((await helena.post('/schedule?new', wish(letter))).status).toBe(302);
  });
});

describe('a vault that holds more than the plan', () => {
  test('says so where something would be kept: what stays, how much must go, which plan holds it', async () => {
    const helena = await lapsed();
    await keeps(helena, 3 * GIGABYTE);
    const words =
      /Your vault holds more than the Free plan includes\..*You can still read and delete everything.*delete more than 3,022\.\d\d MB first, or choose Premium, which includes 10 GB\./s;
    for (const path of ['/create', '/create?type=video', '/dashboard/content'])
      expect(await read(helena, path)).toMatch(words);
    expect(await read(helena, '/dashboard')).toMatch(
      /To schedule something new, choose Plus or Premium\. To add something, delete more than 3,022\.\d\d MB first, or choose Premium/,
    );
    const shelf = await read(helena, '/dashboard/content');
    expect(shelf).toMatch(
      /aria-label="Storage: video 3,071\.99 MB, text 0\.01 MB, 3,022\.\d\d MB more than your plan includes"/,
    );
    expect(shelf).toMatch(/class="t-limit"[^>]* x1="16"/);
  });

  test('is for reading, sending and removing: only what is new is refused, with every word of it', async () => {
    const helena = await lapsed();
    await keeps(helena, 3 * GIGABYTE);
    const letter = await helena.post('/create', { type: 'text', title: 'More', content: 'Dear Ana, again' });
    const page = await said(letter);
    expect(letter.status).toBe(413);
    expect(page).toMatch(
      /you can’t add anything.*Dear Ana, again<\/textarea>.*or choose <a href="\/pricing\?to=\/create"[^>]*>Premium/s,
    );
    const refused = await upload(helena, Buffer.from('x'), { type: 'file' });
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'quota-exceeded', plans: ['Premium'] }]);
    expect(await read(helena, `/dashboard/content/${helena.letter}`)).toContain('Dear Ana,');
    expect((await helena.post(`/content/${helena.letter}/delete`, { confirmed: '' })).status).toBe(409);
    const [row] = await web.query<{ id: string }>(`select id from deliveries where owner_id = ${OWN}`, [helena.email]);
    expect((await helena.post(`/content/${helena.letter}/delete`, { confirmed: row?.id ?? '' })).status).toBe(302);
  });

  test('of a smaller plan than before: the dashboard says so, and what is public and scheduled is as it was', async () => {
    const helena = await lapsed();
    await keeps(helena, 5 * GIGABYTE);
    await givePlan(web.query, helena.email, 'plus');
    const page = await read(helena, '/dashboard');
    expect(page).toMatch(
      /Your vault holds more than the Plus plan includes\..*or choose Premium, which includes 10 GB/s,
    );
    expect(page).not.toMatch(/PLUS|You’re on the/);
    expect(await read(helena, `/dashboard/content/${helena.letter}`)).toContain('Make Private');
    expect(await read(helena, '/schedule?new')).toMatch(/<select[^>]*name="content_id"/);
  });

  test('of the largest plan: something has to go, and no plan is offered', async () => {
    const helena = await web.person('Helena Duarte', 'premium');
    await keeps(helena, 10 * GIGABYTE);
    const page = await read(helena, '/create');
    expect(page).toContain('Your vault is full.</strong> You can still read and delete everything');
    expect(page).toContain('To add something, delete something first.');
    expect(page).not.toContain('See plans');
  });

  test('is never spoken of while there is room', async () => {
    const helena = await web.person('Helena Duarte', 'free');
    await keeps(helena, 50 * MEGABYTE - 1);
    for (const path of ['/create', '/dashboard', '/dashboard/content'])
      expect(await read(helena, path)).not.toMatch(/Your vault (is full|holds)/);
  });
});

describe('a payment that failed', () => {
  const stage = (person: Person, name: string) =>
    web.query(`update emergency_protocols set stage = ? where owner_id = ${OWN}`, [name, person.email]);

  test('is one quiet line on the dashboard, and none while the protocol is past its deadline', async () => {
    const helena = await web.person();
    await readyToRun(web, helena);
    await helena.post('/emergency/arm', DAYS);
    await web.query(`update subscriptions set status = 'past-due' where owner_id = ${OWN}`, [helena.email]);
    const page = await read(helena, '/dashboard');
    expect(page).toMatch(/Your last payment didn’t go through\..*href="\/profile\/plan"[^>]*>See your plan/s);
    expect(page).not.toMatch(/is-danger|is-warn|Nothing needs you today/);
    expect(await read(helena, '/schedule')).not.toContain('payment');
    for (const past of ['missed', 'last-call']) {
      await stage(helena, past);
      expect(await read(helena, '/dashboard')).not.toContain('payment');
    }
    await stage(helena, 'armed');
    expect(await read(helena, '/dashboard')).toContain('Your last payment didn’t go through');
  });
});
