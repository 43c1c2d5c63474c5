/** What holds for every form, as it is served: what is wrong, what comes back, and what a second click does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PNG, sendForm } from './files.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('what is wrong is said at its fields and in a list above with links to them; the first has the focus', async () => {
  const response = await web.visitor().post('/auth?mode=sign-up', { email: 'helena@', name: 'Helena Duarte' });
  const page = await response.text();
  expect(response.status).toBe(422);
  const [summary = ''] = page.match(/<div class="problems" role="alert">.*?<\/div>/) ?? [];
  const links = [...summary.matchAll(/<a href="#([^"]+)">([^<]+)/g)].map(([, id, words]) => [id, words]);
  expect(links).toEqual([
    ['sign-up-form-email', 'Please enter a valid email'],
    ['sign-up-form-password', 'Please enter your password'],
  ]);
  for (const [id, words] of links) {
    const control = page.match(new RegExp(`<input[^>]*id="${id}"[^>]*>`))?.[0] ?? '';
    expect(control).toContain('aria-invalid="true"');
    expect(page).toContain(`<p class="error" id="${id}-error">${words}</p>`);
    expect(/autofocus/i.test(control)).toBe(id === links[0]?.[0]);
  }
  expect(page).toContain('value="Helena Duarte"');
  expect(page).toContain('value="helena@"');
});

test('one thing that is wrong is said at its field alone', async () => {
  const fields = { email: 'helena@', name: 'Helena Duarte', password: 'three plain words' };
  const page = await (await web.visitor().post('/auth?mode=sign-up', fields)).text();
  expect(page).toContain('id="sign-up-form-email-error">Please enter a valid email</p>');
  expect(page).not.toContain('class="problems"');
});

test('what was emptied comes back empty, and two fields never lack the same', async () => {
  const helena = await web.person();
  const profile = await (await helena.post('/profile', { name: '', time_zone: 'Asia/Tokyo' })).text();
  expect(profile).toMatch(/id="[^"]+-name-error">Please enter your full name/);
  expect(profile).toMatch(/<input(?=[^>]*name="name")(?![^>]*value="[^"])/);
  expect(profile).toContain('<option value="Asia/Tokyo" selected="">');
  const password = await (await helena.post('/profile/password')).text();
  const [list = ''] = password.match(/<div class="problems".*?<\/div>/) ?? [];
  const words = [...list.matchAll(/<a [^>]*>([^<]+)/g)].map(([, text]) => text);
  expect(words).toEqual(['Please enter your password', 'Please choose a new password']);
});

describe('a form that makes something, sent twice at once and once more', () => {
  const once = (page: string) => page.match(/name="once" value="([^"]+)"/)?.[1] ?? '';
  const count = async (table: string, email: string) =>
    (await web.query(`select id from ${table} where owner_id = (select id from users where email = ?)`, [email]))
      .length;

  test('keeps one letter, and leads each time to the same; with other words it is another', async () => {
    const helena = await web.person();
    const letter = { title: 'For Ana', content: 'Dear Ana,', once: once(await (await helena.get('/create')).text()) };
    const both = await Promise.all([helena.post('/create', letter), helena.post('/create', letter)]);
    const answers = [...both, await helena.post('/create', letter)];
    const [first] = answers.map((answer) => answer.headers.get('location'));
    expect(first).toMatch(/^\/dashboard\?content=/);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([first, first, first]);
    expect(await count('contents', helena.email)).toBe(1);
    await helena.post('/create', { ...letter, content: 'Dear Ana, and Rui,' });
    expect(await count('contents', helena.email)).toBe(2);
  });

  test('keeps one file', async () => {
    const helena = await web.person();
    const field = once(await (await helena.get('/create?type=image')).text());
    const send = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ type: 'image', title: 'The hills', once: field }))
        form.append(name, value);
      form.append('file', new Blob([PNG]), 'hills.png');
      return sendForm(helena, '/create', form);
    };
    const answers = [...(await Promise.all([send(), send()])), await send()];
    const places = new Set(answers.map((answer) => answer.headers.get('location')));
    expect([places.size, answers.map(({ status }) => status)]).toEqual([1, [302, 302, 302]]);
    expect(await count('contents', helena.email)).toBe(1);
  });

  test('schedules one delivery', async () => {
    const helena = await web.person();
    const kept = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
    const content_id = kept.headers.get('location')?.split('=')[1] ?? '';
    const page = await (await helena.get(`/schedule?content=${content_id}`)).text();
    const wish = {
      ...{ content_id, once: once(page) },
      ...{ delivery_type: 'email', recipient_email: 'ana@example.com' },
      ...{ date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' },
    };
    const answers = await Promise.all([helena.post('/schedule?new', wish), helena.post('/schedule?new', wish)]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(['/schedule', '/schedule']);
    expect(await count('deliveries', helena.email)).toBe(1);
  });

  test('adds one trusted contact, and says so each time', async () => {
    const helena = await web.person();
    const rui = { name: 'Rui', email: 'rui@example.com', once: once(await (await helena.get('/profile')).text()) };
    const answers = [await helena.post('/profile/contacts', rui), await helena.post('/profile/contacts', rui)];
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(['/profile', '/profile']);
  });

  test('leaves nothing by which two people are seen to have written the same', async () => {
    const letter = { title: 'For Ana', content: 'Dear Ana,', once: '01990000-0000-7000-8000-000000000001' };
    const people = [await web.person(), await web.person()];
    for (const one of people) {
      expect((await one.post('/create', letter)).status).toBe(302);
      const form = new FormData();
      for (const [name, value] of Object.entries({ type: 'image', title: 'The hills', once: letter.once }))
        form.append(name, value);
      form.append('file', new Blob([PNG]), 'hills.png');
      expect((await sendForm(one, '/create', form)).status).toBe(302);
    }
    const rows = await web.query<{ key: string; hash: string }>(
      `select key, encode(request_hash, 'hex') as hash from idempotency_keys k join users u on u.id = k.owner_id
       where u.email in (?, ?)`,
      people.map(({ email }) => email),
    );
    expect(rows).toHaveLength(4);
    for (const column of ['key', 'hash'] as const) expect(new Set(rows.map((row) => row[column])).size).toBe(4);
  });

  test('may be sent again after it was refused', async () => {
    const helena = await web.person('Helena Duarte', 'free');
    const letter = { title: 'For all', content: 'Hello', once: once(await (await helena.get('/create')).text()) };
    const refused = await helena.post('/create', { ...letter, is_public: 'on' });
    expect(refused.status).toBe(402);
    expect((await helena.post('/create', letter)).status).toBe(302);
  });
});
