/** Every page in the pseudo-language, over the demo accounts: a word with plain letters is in no catalogue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_IDS, CONTACT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { FAILURE_CODES } from '#domain/delivery/delivery.ts';
import {
  EMPTY,
  halfSignedIn,
  linkedPages,
  OWN,
  OWN_STATIC,
  sealedPages,
  unvisited,
  VISITORS,
} from '#tests/e2e/pages.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { sendForm } from './files.ts';
import { untranslated } from './untranslated.ts';
import type { Visitor } from './visitor.ts';

const OWNER = ACCOUNT_IDS.premium;
const WAITING = deliveryId(LETTER_IDS.yourKey);
const SENT = deliveryId(LETTER_IDS.onThePlatform);
const FAILED = deliveryId(LETTER_IDS.aboutTheBoat);
const DUE = deliveryId(FILE_IDS.fiveCandles);

let web: Awaited<ReturnType<typeof startWeb>>;
let owner: Visitor;
let newcomer: Visitor;

beforeAll(async () => {
  web = await startWeb(undefined, { APP_LANGUAGE: 'en-XA' });
  owner = web.visitor();
  await owner.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  newcomer = web.visitor();
  const account = { name: 'Helena Duarte', email: 'new@example.com', password: 'three plain words' };
  await newcomer.post('/auth?mode=sign-up', { ...account, time_zone: 'Europe/Lisbon' });
  await web.visitor().post('/auth/forgot', { email: 'premium@example.com' });
  for (const person of [owner, newcomer]) person.cookies.delete('toast');
});
afterAll(() => web?.stop());

/** @returns what is in no catalogue on the pages at the addresses; an address without a page, too */
async function foundAt(who: Pick<Visitor, 'get'>, paths: readonly string[]): Promise<string[][]> {
  const found: string[][] = [];
  for (const path of paths) found.push(...(await foundIn(path, await landed(who, await who.get(path)))));
  return found;
}

async function foundIn(path: string, answer: Response): Promise<string[][]> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  const words = isPage ? untranslated(await answer.text()) : [`no page: ${answer.status}`];
  return words.length > 0 ? [[path, ...words]] : [];
}

/** The reference of the API is for engineers, and stays in English. */
const REFERENCE = '/api';
const TYPES = ['text', 'image', 'video', 'audio', 'file'].map((type) => `?type=${type}`);

test('a word that is in no catalogue is found', () => {
  const page = '<title>[Štîll~]</title><p title="Here">Helena Duarte<b>[Ñöw~]</b> later</p>';
  expect(untranslated(page)).toEqual(['later', 'Here']);
});

test('every page says nothing in plain English', async () => {
  const visitors = [...VISITORS.filter((path) => path !== REFERENCE), ...TYPES.map((type) => `/shared${type}`)];
  const linked = (await linkedPages(web)).map((link) => link.replace(web.origin, ''));
  const own = [
    ...OWN,
    ...OWN_STATIC,
    ...['/create', '/dashboard/content', '/shared'].flatMap((page) => TYPES.map((type) => page + type)),
  ];
  const sealed = await sealedPages(web);
  const half = await halfSignedIn(web);
  const empty = [...EMPTY, '/create', ...TYPES.map((type) => `/dashboard/content${type}`)];
  expect([
    ...(await foundAt(web.visitor(), [...visitors, ...linked])),
    ...(await foundAt(newcomer, empty)),
    ...(await foundAt(owner, own)),
    ...(await foundAt(web.visitor(), sealed.recipients)),
    ...(await foundAt(sealed.own.person ?? owner, sealed.own.paths)),
    ...(await foundAt(half.person ?? owner, half.paths)),
  ]).toEqual([]);
  expect(
    unvisited([
      ...sealed.recipients,
      ...sealed.own.paths,
      ...half.paths,
      ...visitors,
      ...linked,
      ...empty,
      ...own,
      REFERENCE,
    ]),
  ).toEqual([]);
});

const PROTOCOL = [
  "last_check_in = now() - interval '20 days'",
  "stage = 'reminding', last_check_in = now() - interval '29 days'",
  "stage = 'missed', missed_at = now() - interval '1 day', last_check_in = now() - interval '31 days'",
  "stage = 'last-call', missed_at = now() - interval '2 days'",
  "stage = 'released', released_at = now()",
  "stage = 'armed', missed_at = null, released_at = null, last_check_in = now(), paused_until = now() + interval '9 days'",
  'paused_until = null, is_active = false',
];

test.each(PROTOCOL)('a protocol with %s is in the pseudo-language', async (becomes) => {
  await web.query(`update emergency_protocols set ${becomes} where owner_id = ?`, [OWNER]);
  const link = `/check-in/${web.secret('check-in', OWNER, 1)}`;
  expect(await foundAt(owner, ['/emergency', '/emergency/return', '/dashboard', '/profile', link])).toEqual([]);
});

const STORIES = [
  [SENT, "link_expires_at = now() - interval '1 day'"],
  [SENT, 'link_revoked_at = now()'],
  [SENT, 'is_unconfirmed = true, delivered_at = null'],
  [WAITING, 'revision = revision'],
  ...FAILURE_CODES.map((code) => [FAILED, `failure_code = '${code}'`] as const),
  [DUE, "scheduled_time = now() - interval '1 minute'"],
] as const;

test.each(STORIES)('the story of %s with %s is in the pseudo-language', async (id, becomes) => {
  await web.query(`update deliveries set ${becomes} where id = ?`, [id]);
  expect(await foundAt(owner, ['/schedule', `/schedule/${id}`, '/dashboard'])).toEqual([]);
});

/** Forms that are refused, and what is sent with them. */
const REFUSED: [string, Record<string, string>][] = [
  ['/create', {}],
  ['/schedule', {}],
  ['/schedule', { content_id: LETTER_IDS.yourName, delivery_type: 'whatsapp', date: '2040-02-30', time: '9' }],
  [
    `/schedule/${WAITING}/edit`,
    { delivery_type: 'email', recipient_email: 'nobody', date: '2001-01-01', time: '09:00' },
  ],
  [`/schedule/${FAILED}/retry`, { recipient_email: 'not an address' }],
  [`/content/${LETTER_IDS.yourName}/edit`, {}],
  ['/emergency', { inactive_days: '0', safety_days: 'many' }],
  ['/emergency/pause', { days: '0' }],
  ['/profile', { name: '', time_zone: 'Nowhere' }],
  ['/profile/password', { current_password: 'wrong', new_password: 'short' }],
  ['/profile/password', { current_password: 'not this one', new_password: 'three plain words' }],
  ['/profile/email', { email: 'nobody', password: '' }],
  ['/profile/email', { email: 'premium@example.com', password: 'stillhere' }],
  ['/profile/contacts', {}],
  ['/profile/contacts', { name: 'Helena', email: 'premium@example.com' }],
  ['/profile/contacts', { name: 'Rui', email: 'rui.duarte@example.com' }],
  ['/profile/delete', { password: 'wrong' }],
  ['/profile/export', { password: 'wrong' }],
  [`/content/${LETTER_IDS.yourName}/publish`, {}],
  [`/shared/${LETTER_IDS.theHat}/report`, {}],
];

test.each(REFUSED)('what is refused at %s with %j is in the pseudo-language', async (path, fields) => {
  expect(await foundIn(path, await landed(owner, await owner.post(path, fields)))).toEqual([]);
});

const REFUSED_VISITORS: [string, Record<string, string>][] = [
  ['/auth', { email: 'nobody', password: '' }],
  ['/auth', { email: 'premium@example.com', password: 'not this one' }],
  ['/auth?mode=sign-up', { email: 'nobody', password: 'short' }],
  ['/auth?mode=sign-up', { name: 'Helena', email: 'premium@example.com', password: 'three plain words' }],
  ['/auth/forgot', { email: 'nobody' }],
  ['/auth/forgot', { email: 'nobody@example.com' }],
  ['/auth/reset/wrong', { password: 'three plain words' }],
  ['/auth/confirm/wrong', {}],
  ['/auth/not-me/wrong', {}],
  ['/check-in/wrong', {}],
  ['/contact/wrong', {}],
  ['/address/wrong', {}],
  ['/unsubscribe/wrong', {}],
  ['/stop/wrong', {}],
  ['/m/wrong', { intent: 'open' }],
  ['/profile', { name: 'Helena' }],
];

test.each(REFUSED_VISITORS)(
  'a visitor who is refused at %s with %j reads the pseudo-language',
  async (path, fields) => {
    const visitor = web.visitor();
    expect(await foundIn(path, await landed(visitor, await visitor.post(path, fields)))).toEqual([]);
  },
);

test('a file and a picture that are missing are refused in the pseudo-language', async () => {
  for (const path of ['/create?type=image', '/profile/picture']) {
    const form = new FormData();
    form.append('title', 'A picture');
    form.append('type', 'image');
    form.append('file', new Blob([]), '');
    expect(await foundIn(path, await landed(owner, await sendForm(owner, path, form)))).toEqual([]);
  }
});

test('toasts are in the pseudo-language', async () => {
  const changes: [string, Record<string, string>][] = [
    ['/profile', { name: 'Helena Duarte', time_zone: 'Europe/Lisbon' }],
    ['/profile/contacts', { name: 'Tomás', email: 'tomas@example.com' }],
    ['/profile/notifications', { delivery_opened: 'on' }],
    [`/profile/contacts/${CONTACT_IDS.rui}/delete`, {}],
    [`/content/${LETTER_IDS.yourName}/edit`, { title: 'How we chose your name', content: 'Dear Ana,' }],
    [`/content/${FILE_IDS.hummed}/unpublish`, {}],
    [`/schedule/${SENT}/resend`, {}],
    [`/schedule/${WAITING}/delete`, {}],
    ['/emergency', { inactive_days: '30', safety_days: '2', is_active: 'true' }],
    ['/emergency/pause', { days: '9' }],
    ['/emergency/check-in', {}],
    ['/emergency/contents', { content_id: LETTER_IDS.yourName, is_emergency: 'true' }],
  ];
  for (const [path, fields] of changes)
    expect(await foundIn(path, await landed(owner, await owner.post(path, fields)))).toEqual([]);
});

test('a recipient reads what was sent, and what becomes of it, in the pseudo-language', async () => {
  await web.query('update deliveries set link_expires_at = null, link_revoked_at = null where id = ?', [SENT]);
  const recipient = web.visitor();
  for (const thing of ['onThePlatform', 'yourRoom'] as const) {
    const link = web.delivery(thing).link.replace(web.origin, '');
    expect(await foundIn(link, await recipient.post(link, { intent: 'open' }))).toEqual([]);
    expect(await foundIn(link, await recipient.post(link, { intent: 'refuse' }))).toEqual([]);
    expect(await foundIn(link, await recipient.post(link, { intent: 'nothing' }))).toEqual([]);
    expect(await foundAt(recipient, [link])).toEqual([]);
  }
});

test('the API refuses in the pseudo-language', async () => {
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: string, headers: Record<string, string> = json) =>
    web.fetch(path, { method: 'POST', body, headers });
  const answers = [
    await web.fetch('/api/nowhere'),
    await web.fetch('/api/auth/login'),
    await web.fetch('/api/content/list'),
    await web.fetch('/api/content/public?limit=0'),
    await web.fetch('/api/content/public?limit=1&limit=2'),
    await web.fetch(`/api/content/public?cursor=${'x'.repeat(300)}`),
    await post('/api/auth/login', '{'),
    await post('/api/auth/login', '[]'),
    await post('/api/auth/login', '{}'),
    await post('/api/auth/login', '{}', {}),
  ];
  for (const answer of answers) {
    const { title, detail, errors = [] } = await answer.json();
    const said = [title, detail, ...errors.map(({ message }: { message: string }) => message)];
    expect([answer.url, said.filter((text) => !/^\[.*~\]$/.test(text))]).toEqual([answer.url, []]);
  }
});

/** Follows a redirect to the page that shows its toast. */
async function landed(who: Pick<Visitor, 'get'>, answer: Response): Promise<Response> {
  const location = answer.headers.get('location');
  return location ? who.get(location.replace(web.origin, '').replace(/#.*/, '')) : answer;
}
