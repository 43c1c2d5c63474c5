import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ APP_LANGUAGE: 'en-XA' });
});
afterAll(() => web?.stop());

test('a page names its language, and the browser gets its messages', async () => {
  expect(await (await web.fetch('/')).text()).toContain('<html lang="en-XA"');
  const answer = await web.fetch('/messages/en-XA');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')]);
  const messages: Record<string, unknown> = await answer.json();
  expect(Object.values(messages).length).toBeGreaterThan(0);
});

test('messages of another language are not found', async () => {
  expect((await web.fetch('/messages/en')).status).toBe(404);
});
