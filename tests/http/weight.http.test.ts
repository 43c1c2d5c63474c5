import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './web.ts';

/** What a first visit may cost in scripts, packed. */
const MAX_BYTES = 100 * 1024;

let web: Web;
let person: Awaited<ReturnType<Web['person']>>;
let letter: string;
let delivery: string;
beforeAll(async () => {
  web = await startWeb();
  person = await web.person();
  const kept = await person.post('/create', { title: 'A letter', content: 'Dear Ana,' });
  letter = kept.headers.get('location')?.split('=')[1] ?? '';
  await web.query('update contents set is_public = true where id = ?', [letter]);
  await person.post('/schedule', {
    ...{ content_id: letter, delivery_type: 'email', recipient_email: 'ana@example.com' },
    ...{ date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' },
  });
  delivery = (await web.query<{ id: string }>('select id from deliveries'))[0]?.id ?? '';
});
afterAll(() => web?.stop());

test.each([
  '/',
  '/auth',
  '/auth?mode=sign-up',
  '/shared',
  '/shared/:id',
  '/dashboard',
  '/dashboard/content',
  '/dashboard/content/:id',
  '/create',
  '/create?type=video',
  '/content/:id/edit',
  '/content/:id/unpublish',
  '/content/:id/delete',
  '/schedule',
  '/schedule?new',
  '/schedule/:delivery',
  '/profile',
  '/profile/plan',
  '/emergency',
  '/emergency/arm',
  '/emergency/pause?days=20',
  '/profile/email',
  '/profile/contacts',
  '/profile/picture',
  '/pricing',
  '/pricing?plan_type=plus_yearly',
  '/subscription/success?token=cs_1',
  '/subscription/cancel',
  '/nowhere',
])('a first visit to %s costs less than 100 KB of scripts', async (address) => {
  const path = address.replace(':id', letter).replace(':delivery', delivery);
  const visitor = path === '/' || path.startsWith('/auth') ? web.visitor() : person;
  const answer = await visitor.get(path);
  expect(answer.status).toBe(path === '/nowhere' ? 404 : 200);
  // But for what is fetched when all of it is there.
  const page = (await answer.text()).replace(/addEventListener\("load".*?<\/script>/s, '');
  const files = new Set([...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? ''));
  // What scripts of the page import that the page does not name.
  for (const file of files) {
    const source = await (await fetch(`${web.origin}${file}`)).text();
    for (const [, name] of source.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) files.add(`/assets/${name}`);
  }
  const sizes = await Promise.all([...files].map(packedSize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(files.size).toBeGreaterThan(3);
  expect(total).toBeGreaterThan(MAX_BYTES / 2);
  expect(total, JSON.stringify(sizes)).toBeLessThan(MAX_BYTES);
});

async function packedSize(file: string): Promise<number> {
  const response = await fetch(`${web.origin}${file}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect([file, response.headers.get('content-encoding')]).toEqual([file, 'br']);
  return Number(response.headers.get('content-length'));
}
