/**
 * Each page in the pseudo-language: a word with plain letters is not in a catalogue. Extend the lists of paths when the texts
 * of another page move into a catalogue.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePlan } from '#tests/harness/plan.ts';
import { PNG, upload } from './files.ts';
import { startWebProcess, type WebProcess } from './web.ts';

/** The pseudo-language accents these letters (messages/pseudo.ts). */
const PLAIN_LETTER = /[AEIOUYaeiouyCcNnSsZz]/;
/** Attributes with text for people. */
const ATTRIBUTES = /\s(?:aria-label|alt|title|placeholder|content|data-busy-label)="([^"]*)"/g;
/** Meta tags whose content is for browsers. */
const TECHNICAL_META =
  /<meta (?:charSet|name="(?:viewport|color-scheme|twitter:card)"|property="og:(?:type|url|image|image:width|image:height)")[^>]*>/g;

/** Words that no catalogue has, by reason. */
const ALLOWED = new Set([
  // The names of the product and of its plans.
  ...['Stillhere', 'Free', 'Plus', 'Premium'],
  // Intl has no such language: its dates and lists are English.
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  ...['December', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'and', 'or'],
  // A place: the time zone of the test's person is Europe/Lisbon, that of visitors UTC.
  ...['Lisbon', 'UTC'],
]);
/** What the people of this test have written, and the types of their files. */
const DATA = [
  'Helena Duarte',
  'A letter',
  'A picture',
  'A paper',
  'Dear Ana,',
  'ana@example.com',
  'picture.png',
  'paper.pdf',
];
const FORMATS = ['PNG', 'image/png', 'application/octet-stream', 'application/pdf'];

let web: WebProcess;
let newcomer: Person;
let owner: Person;
const ids = { letter: '', picture: '', paper: '' };
type Person = Awaited<ReturnType<WebProcess['person']>>;

beforeAll(async () => {
  web = await startWebProcess({ APP_LANGUAGE: 'en-XA' });
  newcomer = await web.person('Helena Duarte', 'free');
  owner = await web.person('Helena Duarte', 'premium');
  const saved = await owner.post('/create', { title: 'A letter', content: 'Dear Ana,', is_public: 'on' });
  ids.letter = saved.headers.get('location')?.split('=')[1] ?? '';
  owner.cookies.delete('toast');
  ids.picture = await uploaded({ type: 'image', title: 'A picture', name: 'picture.png' });
  ids.paper = await uploaded({ type: 'file', title: 'A paper', name: 'paper.pdf' });
});
afterAll(() => web?.stop());

async function uploaded(picked: Parameters<typeof upload>[2]): Promise<string> {
  const answer = await upload(owner, PNG, picked);
  return ((await answer.json()) as { content: { id: string } }).content.id;
}

const LISTS = ['', '?type=text', '?type=image', '?type=video', '?type=audio', '?type=file'];

test.each(['/', '/pricing', '/pricing?interval=yearly', ...LISTS.map((query) => `/shared${query}`), '/shared/:letter'])(
  'a visitor reads %s in the pseudo-language only',
  async (path) => expect(await untranslatedAt(path, web.visitor())).toEqual([]),
);

test('a page that does not exist says so in the pseudo-language only', async () => {
  expect(await untranslatedAt('/nowhere', web.visitor(), 404)).toEqual([]);
  expect(await untranslatedAt('/shared/nothing', web.visitor(), 404)).toEqual([]);
});

test.each([
  '/dashboard',
  ...LISTS.map((query) => `/dashboard/content${query}`),
  '/profile/plan',
  '/pricing?to=/create',
  '/pricing?plan_type=plus_yearly',
  '/shared',
  '/subscription/success?token=cs_1',
  '/subscription/cancel',
])('a person without data reads %s in the pseudo-language only', async (path) => {
  expect(await untranslatedAt(path, newcomer)).toEqual([]);
});

test.each([
  '/dashboard',
  '/dashboard/content',
  '/dashboard/content?type=image',
  '/dashboard/content/:letter',
  '/dashboard/content/:picture',
  '/dashboard/content/:paper',
  '/content/:letter/delete',
  '/content/:letter/unpublish',
  '/content/:picture/publish',
  '/shared/:letter',
  '/pricing',
  '/profile/plan',
])('a person with data reads %s in the pseudo-language only', async (path) => {
  expect(await untranslatedAt(path, owner)).toEqual([]);
});

test('a toast and a question about a scheduled letter are in the pseudo-language', async () => {
  const { letter } = await personWithDelivery();
  expect(await untranslatedAt(`/dashboard/content/${letter.id}`, letter.owner)).toEqual([]);
  expect(await untranslatedAt(`/content/${letter.id}/delete`, letter.owner)).toEqual([]);
  const [delivery] = await web.query<{ id: string }>('select id from deliveries');
  await letter.owner.post(`/content/${letter.id}/delete`, { confirmed: delivery?.id ?? '' });
  expect(await untranslatedAt('/dashboard/content', letter.owner)).toEqual([]);
});

test('the plan of a person who pays, and the question before it is cancelled, are in the pseudo-language', async () => {
  const payer = await web.person('Helena Duarte', 'free');
  await web.query(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id, period_ends_at, status)
     select id, 'plus', 'month', 'cus_1', 'sub_1', now() + interval '20 days', 'past-due' from users where email = ?`,
    [payer.email],
  );
  for (const path of [
    '/profile/plan',
    '/profile/plan/cancel',
    '/dashboard',
    '/pricing',
    '/subscription/success?activated',
  ])
    expect([path, await untranslatedAt(path, payer)]).toEqual([path, []]);
});

test('the notices of a plan that has ended are in the pseudo-language', async () => {
  const former = await web.person('Helena Duarte', 'premium');
  const saved = await former.post('/create', { title: 'A letter', content: 'Dear Ana,', is_public: 'on' });
  const id = saved.headers.get('location')?.split('=')[1];
  former.cookies.delete('toast');
  await givePlan(web.query, former.email, 'free');
  for (const path of ['/dashboard', `/dashboard/content/${id}`])
    expect([path, await untranslatedAt(path, former)]).toEqual([path, []]);
  await web.query('update contents set is_public = false where id = ?', [id]);
  expect(await untranslatedAt(`/content/${id}/publish`, former)).toEqual([]);
});

async function personWithDelivery() {
  const person = await web.person('Helena Duarte', 'plus');
  const saved = await person.post('/create', { title: 'A letter', content: 'Dear Ana,' });
  const id = saved.headers.get('location')?.split('=')[1] ?? '';
  await person.post('/schedule', {
    ...{ content_id: id, delivery_type: 'email', recipient_email: 'ana@example.com' },
    ...{ date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' },
  });
  person.cookies.delete('toast');
  return { letter: { id, owner: person } };
}

/** @returns the words of a page that are neither in the pseudo-language nor data nor allowed */
async function untranslatedAt(path: string, who: Pick<Person, 'get'>, status = 200): Promise<string[]> {
  const address = path.replace(/:(letter|picture|paper)/, (_, name: keyof typeof ids) => ids[name]);
  const answer = await who.get(address);
  expect([path, answer.status]).toEqual([path, status]);
  return untranslated(await answer.text());
}

/** @returns the texts of a page with a word that is in no catalogue */
function untranslated(page: string): string[] {
  const html = page
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(TECHNICAL_META, '');
  const attributes = [...html.matchAll(ATTRIBUTES)].map(([, text = '']) => text);
  const nodes = html.split(/<[^>]*>/);
  return [...nodes, ...attributes].map(unescaped).filter(hasPlainWord);
}

function hasPlainWord(text: string): boolean {
  const rest = [...DATA, ...FORMATS].reduce((left, data) => left.replaceAll(data, ''), text).replace(/\S+@\S+/g, '');
  return (rest.match(/\p{L}+/gu) ?? []).some((word) => PLAIN_LETTER.test(word) && !ALLOWED.has(word));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
