/** What holds for every form, as it is served: what is wrong, what comes back, and what a second click does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('what is wrong stands at its fields and in a list above that leads there; the first has the focus', async () => {
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
