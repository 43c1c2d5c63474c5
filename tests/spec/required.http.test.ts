/** What a form cannot do without (section 5), as the server says it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from './holds.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let content_id: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
  const kept = await helena.post('/create', { title: 'Your name', content: 'Dear Ana.' });
  content_id = kept.headers.get('location')?.split('=')[1] ?? '';
});
afterAll(() => web?.stop());

const FORMS: Record<string, () => Record<string, string>> = {
  '/schedule?new': () => ({
    content_id,
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    date: '2031-05-04',
    time: '09:00',
    time_zone: 'Europe/Lisbon',
  }),
  '/profile/contacts': () => ({ name: 'Rui Duarte', email: 'rui@example.com' }),
  '/auth?mode=sign-up': () => ({ name: 'Ana', email: `${crypto.randomUUID()}@example.com`, password: 'stillhere' }),
  '/create': () => ({ title: 'Another', content: 'Dear Rui.' }),
};

const REQUIRED = [
  ...['content_id', 'recipient_email', 'date', 'time'].map((field) => ['/schedule?new', field] as const),
  ...['name', 'email'].map((field) => ['/profile/contacts', field] as const),
  ...['name', 'email', 'password'].map((field) => ['/auth?mode=sign-up', field] as const),
  ...['title', 'content'].map((field) => ['/create', field] as const),
];

const whoSends = (path: string) => (path.startsWith('/auth') ? web.visitor() : helena);

test.each(REQUIRED)('%s without %s is refused, and says so at that field', async (path, field) => {
  holds('S5-5', 'S5-7');
  const answer = await whoSends(path).post(path, { ...FORMS[path]?.(), [field]: '' });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toMatch(new RegExp(`<p class="error" id="[\\w-]*-${field}-error">[^<]+<`));
});

test.each(Object.keys(FORMS))('%s asks for nothing else', async (path) => {
  holds('S3-6');
  expect((await whoSends(path).post(path, FORMS[path]?.())).status).toBe(302);
});
