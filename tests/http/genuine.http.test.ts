/** /genuine, which every mail and every page behind a message leads to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt } from './look.ts';
import { startWeb, TWILIO, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ MAIL_FROM: 'post@letters.example' });
});
afterAll(() => web?.stop());

test('shows what this installation sends from, and where its links lead', async () => {
  const [status, page] = await lookAt(web, '/genuine');
  expect(status).toBe(200);
  for (const words of ['come from post@letters.example.', `come from ${TWILIO.from}.`, `begins with ${web.origin}/,`])
    expect(page).toContain(words);
  expect(page).not.toContain('text messages');
});

test.each(['/', '/pricing', '/auth/forgot', '/m/wrong', '/contact/wrong', '/check-in/wrong'])(
  'is found from %s, without a script',
  async (path) => {
    expect(await (await web.visitor().get(path)).text()).toContain('href="/genuine"');
  },
);
