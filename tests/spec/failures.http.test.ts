/** The error toasts of section 8, each where the database takes nothing of what is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from './holds.ts';
import { plainTextOf } from './page-text.ts';

/** Where what people ask for on a page is written first. */
const REFUSING = ['contents', 'deliveries', 'emergency_protocols', 'trusted_contacts', 'users'];

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let own: { content: string; delivery: string; contact: string };
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person('Helena Duarte', 'premium');
  own = await prepare();
  await web.query(`create function refuse() returns trigger as $$ begin raise 'full'; end $$ language plpgsql`);
  for (const table of REFUSING)
    await web.query(`create trigger refuses before insert or update or delete on ${table} execute function refuse()`);
});
afterAll(() => web?.stop());

const delivery = {
  delivery_type: 'email',
  recipient_email: 'ana@example.com',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
};

async function prepare() {
  const kept = await helena.post('/create', { title: 'Your name', content: 'Dear Ana.' });
  const content = kept.headers.get('location')?.split('=')[1] ?? '';
  await helena.post('/schedule', { content_id: content, ...delivery });
  await helena.post('/profile/contacts', { name: 'Rui Duarte', email: 'rui@example.com' });
  const idOf = async (table: string) => (await web.query<{ id: string }>(`select id from ${table}`))[0]?.id ?? '';
  helena.cookies.delete('toast');
  return { content, delivery: await idOf('deliveries'), contact: await idOf('trusted_contacts') };
}

const DAYS = { inactive_days: '60', safety_days: '3' };

const FORMS: [string, () => [string, Record<string, string>]][] = [
  ['Failed to update', () => [`/content/${own.content}/publish`, {}]],
  ['Failed to delete content', () => [`/content/${own.content}/delete`, { confirmed: own.delivery }]],
  ['Failed to update profile', () => ['/profile', { name: 'Helena', time_zone: 'Europe/Lisbon' }]],
  ['Failed to add contact', () => ['/profile/contacts', { name: 'Ana', email: 'ana@example.com' }]],
  ['Failed to delete contact', () => [`/profile/contacts/${own.contact}/delete`, {}]],
  ['Error creating content', () => ['/create', { title: 'Another', content: 'Dear Rui.' }]],
  ['Error scheduling delivery', () => ['/schedule', { content_id: own.content, ...delivery }]],
  ['Error deleting delivery', () => [`/schedule/${own.delivery}/delete`, {}]],
  ['Operation failed', () => ['/emergency/arm', DAYS]],
  ['Failed to record check-in', () => ['/emergency/check-in', {}]],
  ['Failed to update settings', () => ['/emergency', DAYS]],
];

test.each(FORMS)('“%s” is shown when the action fails', async (words, form) => {
  holds('S8-3', 'S8-4', 'S8-5', 'S8-6', 'S8-7', 'S8-8', 'S8-10', 'S8-11', 'S8-12', 'S8-13', 'S8-14');
  const answer = await helena.post(...form());
  const to = answer.headers.get('location');
  const page = plainTextOf(to ? await helena.get(to).then((next) => next.text()) : await answer.text());
  expect([to ? 302 : 503, page.toasts]).toEqual([answer.status, [words]]);
});
