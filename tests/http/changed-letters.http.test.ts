/** Letters that are damaged or public: what their owner sees before an earlier version is restored. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  helena = await web.person('Helena Duarte', 'premium');
  const { headers } = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  letter = headers.get('location')?.split('=')[1] ?? '';
});
afterAll(() => web?.stop());

const read = async (path: string) => (await (await helena.get(path)).text()).replaceAll('<!-- -->', '');
const change = (content: string) => helena.post(`/content/${letter}/edit`, { title: 'For Ana', content });
const damage = (column: 'head' | 'body') =>
  web.query(`update contents set ${column} = set_byte(${column}, 30, get_byte(${column}, 30) # 1) where id = ?`, [
    letter,
  ]);
const alarms = () => web.printed().filter((line) => line.includes('ALARM') && line.includes(letter));

test('the page of an earlier version says that the letter is public, and which deliveries would change', async () => {
  await change('Another beginning');
  const version = `/content/${letter}/versions/1`;
  expect(await read(version)).not.toContain('It’s public.');
  await helena.post(`/content/${letter}/publish`);
  await helena.post('/schedule', {
    content_id: letter,
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    date: '2040-05-04',
    time: '08:00',
    time_zone: 'Europe/Lisbon',
  });
  expect(await read(version)).toMatch(
    /Your changes go into these deliveries:.*Ana.*It’s public\..*Restore this version/s,
  );
});

test('the page of a damaged letter leads to its earlier versions, where it can be restored', async () => {
  await change('Another beginning');
  // The trigger takes a change of the ciphertext for one of the letter.
  await damage('body');
  const response = await helena.get(`/dashboard/content/${letter}`);
  const page = await response.text();
  expect([response.status, page.includes(say(damageTexts.text))]).toEqual([500, true]);
  expect(page).toContain(`href="/content/${letter}/versions"`);
  await expect.poll(() => alarms().length).toBe(1);
  expect(await read(`/content/${letter}/versions/1`)).toContain('Restore this version');
  expect((await helena.post(`/content/${letter}/versions/1`, {})).status).toBe(302);
  expect(await read(`/dashboard/content/${letter}`)).toContain('Dear Ana,');
});

test('the page of a damaged letter without versions leads to none', async () => {
  await damage('body');
  await helena.post(`/content/${letter}/versions/delete`, {});
  const response = await helena.get(`/dashboard/content/${letter}`);
  const page = await response.text();
  expect([
    response.status,
    page.includes(say(damageTexts.text)),
    page.includes(`href="/content/${letter}/versions"`),
  ]).toEqual([500, true, false]);
});

test('a letter that is damaged just after it was saved leaves the dashboard as it is', async () => {
  await damage('body');
  const response = await helena.get(`/dashboard?content=${letter}`);
  expect([response.status, (await response.text()).includes('For Ana')]).toEqual([200, true]);
  await damage('head');
  expect((await helena.get(`/dashboard?content=${letter}`)).status).toBe(200);
});
