/** /genuine, which every mail and every page behind a message leads to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, TWILIO, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ MAIL_FROM: 'post@letters.example' });
});
afterAll(() => web?.stop());

test('shows what this installation sends from, and where its links lead', async () => {
  const response = await web.visitor().get('/genuine');
  expect(response.status).toBe(200);
  const page = (await response.text()).replace(/\s+/g, ' ');
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/i);
  for (const words of ['come from post@letters.example.', `come from ${TWILIO.from}.`, `begins with ${web.origin}/,`])
    expect(page).toContain(words);
  expect(page).not.toContain('text messages');
});

test('search engines may list it, and it does not link to itself', async () => {
  const response = await web.visitor().get('/genuine');
  expect(response.headers.get('x-robots-tag')).toBeNull();
  expect(await response.text()).not.toMatch(/name="robots"|href="\/genuine"/);
});

test('a request of the application’s script makes the browser load the whole document', async () => {
  const answer = await web.visitor().get('/genuine.data');
  expect([answer.status, answer.headers.get('x-remix-redirect'), await answer.text()]).toEqual([204, '/genuine', '']);
});

test.each(['/', '/genuine'])('a script-less page for search engines, %s, allows requests to us', async (path) => {
  const policy = (await web.visitor().get(path)).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain('script-src');
});

test.each(['/', '/pricing', '/auth/forgot', '/m/wrong', '/contact/wrong', '/check-in/wrong'])(
  'is found from %s, without a script',
  async (path) => {
    expect(await (await web.visitor().get(path)).text()).toContain('href="/genuine"');
  },
);
