/** The first steps of a new person: three, from an empty vault to a scheduled letter. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

type Person = Awaited<ReturnType<Web['person']>>;

/** @returns each step: whether it is done, its sentence, and where it leads */
async function stepsOf(person: Person) {
  const page = await (await person.get('/dashboard')).text();
  const list = page.match(/<ol class="body first-steps">.*?<\/ol>/s)?.[0] ?? '';
  return [...list.matchAll(/<li(.*?)<\/li>/gs)].map(([, step = '']) => ({
    isDone: step.includes(': done'),
    words: step.match(/<p>(.*?)<\/p>/)?.[1]?.replaceAll('&amp;', '&') ?? '',
    to: step.match(/<a [^>]*href="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? null,
  }));
}

test('an empty dashboard teaches in three steps, and the third says what sending takes where the plan has none', async () => {
  const helena = await web.person('Helena Duarte', 'free');
  const first = await stepsOf(helena);
  expect(first.map(({ to }) => to)).toEqual(['/create', null, '/pricing?to=%2Fdashboard']);
  expect(first[2]?.words).toContain('Sending comes with Plus or Premium. What you write is saved.');

  const kept = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const saved = kept.headers.get('location') ?? '';
  const content_id = saved.split('=')[1] ?? '';
  const way = `/schedule?content=${content_id}`;
  const page = await (await helena.get(saved)).text();
  for (const to of [way, '/create?type=text', `/dashboard/content/${content_id}`])
    expect(page).toContain(`href="${to}"`);
  const written = await stepsOf(helena);
  expect(written.map(({ isDone }) => isDone)).toEqual([true, false, false]);
  expect(written[0]?.words).toContain('“For Ana” is saved.');
  expect(written.map(({ to }) => to)).toEqual([null, null, `/pricing?to=${encodeURIComponent(way)}`]);

  await givePlan(web.query, helena.email, 'plus');
  const able = await stepsOf(helena);
  expect(able.map(({ to }) => to)).toEqual([null, way, null]);
  expect(able[2]?.words).not.toContain('Plus');

  const wish = { delivery_type: 'email', recipient_email: 'ana@example.com', date: '2040-05-04', time: '08:00' };
  await helena.post('/schedule?new', { ...wish, content_id, time_zone: 'Europe/Lisbon' });
  expect(await stepsOf(helena)).toEqual([]);
  const [waiting] = await web.query<{ id: string }>('select id from deliveries');
  expect((await helena.post(`/schedule/${waiting?.id}/delete`)).status).toBe(302);
  expect(await stepsOf(helena)).toEqual([]);
});

test('the first steps disappear for an owner with many items, also without a delivery', async () => {
  const helena = await web.person();
  for (const title of ['One', 'Two', 'Three']) await helena.post('/create', { title, content: 'Dear Ana,' });
  expect(await stepsOf(helena)).toHaveLength(3);
  await helena.post('/create', { title: 'Four', content: 'Dear Ana,' });
  expect(await stepsOf(helena)).toEqual([]);
});
