/** The words that spec.md fixes, on the pages where they stand: as the server sends them, before any script. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginnings } from '#app/landing/words.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from './holds.ts';
import { plainTextOf } from './page-text.ts';

const LETTER = `Dear Ana. ${'We said it aloud in the car. '.repeat(8)}`;

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let content: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person('Helena Duarte', 'premium');
  const kept = await helena.post('/create', { title: 'How we chose your name', content: LETTER });
  content = kept.headers.get('location')?.split('=')[1] ?? '';
  await helena.post('/schedule', delivery('2031-05-04'));
  const phone = { delivery_type: 'whatsapp', phone_country: 'PT', recipient_phone: '912 345 678' };
  await helena.post('/schedule', { ...delivery('2032-05-04'), ...phone, recipient_email: 'joao@example.com' });
});
afterAll(() => web?.stop());
// What was done before is told once.
beforeEach(() => void helena.cookies.delete('toast'));

function delivery(date: string) {
  const to = { recipient_email: 'ana@example.com', delivery_type: 'email' };
  return { content_id: content, ...to, date, time: '09:00', time_zone: 'Europe/Lisbon' };
}

async function read(path: string, who: Visitor = helena): Promise<string> {
  const answer = await who.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return plainTextOf(await answer.text()).text;
}

/** Holds a page to words in the order in which they stand on it. */
function expectInOrder(text: string, words: string[]): void {
  let from = 0;
  for (const one of words) {
    const at = text.indexOf(one, from);
    expect(at, `“${one}” after ${words.slice(0, words.indexOf(one)).join(', ')} in: ${text}`).toBeGreaterThan(-1);
    from = at + one.length;
  }
}

test('the landing page has its features, four beginnings, its claims, and the ways in', async () => {
  holds('S1-7', 'S1-8', 'S1-9', 'S1-10');
  const page = await read('/', web.visitor());
  expectInOrder(page, ['Shared', 'Pricing', 'Sign In', 'Start Free', 'Begin with one letter.', 'The API']);
  const features = ['Time Capsule', 'Digital Will', 'Emergency Protocol', 'Scheduled Delivery', 'Secure Storage'];
  expectInOrder(page, [...features, 'Memory Vault']);
  expectInOrder(
    page,
    beginnings().map(({ name }) => name),
  );
  for (const claim of ['Unlimited time capsules', '256-bit encryption', 'Automatic delivery 24/7'])
    expect(page).toContain(claim);
  expect(page).toMatch(/End-to-end encryption\W+For the items you seal/);
  expect(beginnings()).toHaveLength(4);
});

test('signed-in people have the eight navigation items, in their order', async () => {
  holds('S2-10');
  const places = ['Dashboard', 'Shared', 'Create', 'Schedule', 'Emergency', 'Pricing', 'Profile', 'Logout'];
  for (const path of ['/dashboard', '/pricing', '/shared']) expectInOrder(await read(path), places);
});

test('the dashboard greets by name, and has its stats, deliveries, contents and quick actions', async () => {
  holds('S2-16', 'S2-17', 'S2-19', 'S2-21');
  const words = ['Helena Duarte', 'Create', 'Schedule', 'Profile', 'Total Content 1', 'Pending Deliveries 2'];
  const page = await read('/dashboard');
  expectInOrder(page.slice(page.search(/Good (morning|afternoon|evening)/)), [
    ...words,
    'Emergency Protocol Inactive',
    ...['Upcoming Deliveries', 'How we chose your name', '4 May 2031', 'ana@example.com', 'days left'],
    ...['How we chose your name', '4 May 2032', '+351 912 345 678', 'joao@example.com', 'days left'],
    ...['Recent Content', 'Dear Ana.', 'Text', 'How we chose your name', '20'],
  ]);
  const main = (await (await helena.get('/dashboard')).text()).split('<main')[1] ?? '';
  for (const to of ['/create', '/schedule?new', '/profile']) expect(main).toContain(`href="${to}"`);
});

test('a new person finds each part of the dashboard, and the switch of the protocol', async () => {
  holds('S2-17', 'S2-43');
  const ana = await web.person('Ana Duarte', 'free');
  expectInOrder(await read('/dashboard', ana), [
    ...['Ana Duarte', 'Total Content 0', 'Pending Deliveries 0', 'Emergency Protocol Inactive'],
    ...['Upcoming Deliveries', 'Nothing is scheduled.', 'Recent Content', 'Your letters and files will appear here.'],
  ]);
  expectInOrder(await read('/emergency', ana), ['Protocol Settings', 'Active', 'Save Settings']);
  expect(await (await ana.get('/emergency')).text()).toMatch(/<input[^>]*type="checkbox"[^>]*name="is_active"/);
});

test('a content has its type, title and date, its body, what can be done, and what it is', async () => {
  holds('S2-23', 'S2-29', 'S2-30', 'S4-5');
  const page = await read(`/dashboard/content/${content}`);
  expectInOrder(page, ['Text', 'How we chose your name', 'Written on', 'Dear Ana.']);
  expectInOrder(page, ['Filename', 'Type', 'Text', 'Size', '0.01 MB', 'Make Public', 'Make Private', 'Delete']);
  const html = await (await helena.get(`/dashboard/content/${content}`)).text();
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Make Private</);
  expect(html).not.toMatch(/<button[^>]*disabled=""[^>]*>Make Public</);
});

test('keeping something is a type, a title, a message, a box with its badge, and two buttons', async () => {
  holds('S2-31', 'S2-32', 'S6-5');
  expectInOrder(await read('/create'), [
    ...['Text', 'Image', 'Video', 'Audio', 'File'],
    ...['Title', 'Message', 'Share publicly', 'PREMIUM', 'Save', 'Cancel'],
  ]);
});

test('scheduling is one of one’s own things, a way, a recipient and a time; each that waits can be deleted', async () => {
  holds('S2-36', 'S2-37', 'C-4');
  expectInOrder(await read('/schedule?new'), [
    ...['How we chose your name', 'Delivery type', 'Email', 'WhatsApp', 'Recipient phone'],
    ...['Recipient name', 'Recipient email', 'Date', 'Time'],
  ]);
  const list = await read('/schedule');
  expect(list).not.toContain('Recipient email');
  expectInOrder(list, ['Schedule Delivery', 'How we chose your name', 'Pending', 'Delete']);
});

test('a delivery that is neither pending nor sent is called Failed', async () => {
  holds('S3-7');
  const [row] = await web.query<{ id: string }>('select id from deliveries');
  const be = (set: string) => web.query(`update deliveries set ${set} where id = ?`, [row?.id]);
  await be("status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null");
  expectInOrder(await read('/schedule'), ['How we chose your name', 'Failed']);
  await be("status = 'sent', failure_code = null, sent_at = now()");
  expectInOrder(await read('/schedule'), ['How we chose your name', 'Sent']);
});

test('the profile has an email to read, a name to change, security, and contacts', async () => {
  holds('S2-38', 'S2-39');
  expectInOrder(await read('/profile'), ['Email', 'Full name', 'Trusted Contacts', 'Security', 'AES-256']);
  const html = await (await helena.get('/profile')).text();
  expect(html).toMatch(new RegExp(`<input[^>]*type="email"[^>]*readOnly=""[^>]*value="${helena.email}"`));
});

test('the emergency page has its sections, each with what belongs to it', async () => {
  holds('S2-41', 'S2-42', 'S2-43', 'S2-44', 'S2-45', 'S2-46', 'S2-47', 'S9-3');
  const page = await read('/emergency');
  expectInOrder(page, [
    ...['Status Check', 'Inactive', 'Last check-in', 'Days since last check-in 0', 'Threshold 30 days'],
    ...["Check In - I'm Still Here", 'Protocol Settings', 'Save Settings'],
    ...['Trusted Contacts', 'Contacts are added from the Profile page'],
    ...['Emergency Content', 'Add Content', 'Text: How we chose your name', 'Add'],
  ]);
  await helena.post('/profile/contacts', { name: 'Rui Duarte', email: 'rui@example.com' });
  await helena.post('/emergency/contents', { verb: 'add', content_id: content });
  helena.cookies.delete('toast');
  const added = await read('/emergency');
  const words = `${LETTER.slice(0, 80).trimEnd()}…`;
  expectInOrder(added, ['Emergency Content', 'Text', 'How we chose your name', words, 'Remove']);
  expectInOrder(added, ['Trusted Contacts', 'R', 'Rui Duarte', 'rui@example.com']);
  expect(added).not.toContain('Text: How we chose your name');
});

test('prices, plans and questions are those of the product', async () => {
  holds('S2-49', 'S2-50', 'S2-51', 'S9-10', 'S9-12');
  const page = await read('/pricing', web.visitor());
  const html = await (await web.visitor().get('/pricing')).text();
  const buttons = [...html.matchAll(/<button[^>]*value="([^"]+)"[^>]*name="plan_type"[^>]*>([^<]+)</g)];
  expect(buttons.map(([, plan, words]) => `${words}: ${plan}`)).toEqual([
    'Get Started: free',
    ...['plus_monthly', 'plus_yearly', 'premium_monthly', 'premium_yearly'].map((plan) => `Subscribe Now: ${plan}`),
  ]);
  expectInOrder(page, [
    ...['Shared Content', 'Sign In', 'Monthly', 'Yearly', '2 Months Free'],
    ...['Free', '$0', 'Get Started', '50 MB', 'Upload only'],
    ...['Plus', '$5', '$50', 'Subscribe Now', '3 GB', 'Unlimited upload'],
    ...['Premium', '$10', '$100', 'Subscribe Now', '10 GB', 'Unlimited upload'],
    ...['Frequently asked questions', 'within 30 days', 'cancel anytime', '256-bit encryption'],
  ]);
});

test('the gallery is called Shared Memories, has its categories, and cards with badge, title and date', async () => {
  holds('S2-3', 'S2-53');
  await web.query('update contents set is_public = true where id = ?', [content]);
  const tabs = ['All', 'Texts', 'Images', 'Videos', 'Audio', 'Documents'];
  const card = [`${LETTER.slice(0, 150).trimEnd()}…`, 'Text', 'How we chose your name', '20'];
  expectInOrder(await read('/shared', web.visitor()), ['Shared Memories', ...tabs, ...card]);
});

test('signing in asks for an email and a password, signing up for the full name as well', async () => {
  holds('S2-13');
  const visitor = web.visitor();
  expectInOrder(await read('/auth', visitor), ['Email', 'Password', 'Sign In', 'No account yet?', 'Sign Up']);
  const signUp = await read('/auth?mode=sign-up', visitor);
  expectInOrder(signUp, ['Full name', 'Email', 'Password', 'Sign Up', 'Already have an account?', 'Sign In']);
});

test('signing up with a known email has the server’s message', async () => {
  holds('S8-1');
  const fields = { name: 'Helena Duarte', email: helena.email, password: 'three plain words' };
  const answer = await web.visitor().post('/auth?mode=sign-up', fields);
  expect(plainTextOf(await answer.text()).toasts).toEqual(['This email already has an account. Sign in instead.']);
});

const QUESTIONS: [string, () => string, string[]][] = [
  ['making private', () => `/content/${content}/unpublish`, ['sure', 'no longer be visible to others', 'Make Private']],
  ['sharing', () => `/content/${content}/publish`, ['Everyone will be able to see it', 'Make Public']],
  ['deleting', () => `/content/${content}/delete`, ['This action cannot be undone', 'Delete', 'Keep it']],
];

test.each(QUESTIONS)('%s is asked about in the words of the product', async (what, path, words) => {
  holds('S5-12', 'S5-13', 'S5-14');
  await web.query('update contents set is_public = ? where id = ?', [what === 'making private', content]);
  expectInOrder(await read(path()), words);
});
