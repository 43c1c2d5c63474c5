/** The lines that operators read after an attack: each event once, with ids and codes, and about nobody by name. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { released } from './ready-to-run.ts';
import { startWeb, type Web } from './web.ts';

interface Line {
  security?: string;
  level: number;
  account?: string;
  about?: string;
  factor?: string;
  network: string | null;
}

const WARN = 40;
const PASSWORD = 'stillhere';
const FROM = { 'x-forwarded-for': '203.0.113.9' };

let web: Web;
beforeAll(async () => {
  web = await startWeb({ LOG_LEVEL: 'info', TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());

let before: number;
beforeEach(() => {
  before = web.printed().length;
});

/** @returns the security events since the test began, without the rest of the log */
function events(): Line[] {
  const lines = web.printed().slice(before).filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line).filter(({ security }) => security !== undefined);
}

const names = () => events().map(({ security }) => security);

test('signing in and failing to sign in are lines with the account, the factor and the network', async () => {
  const { id, email } = await web.account('cookie');
  before = web.printed().length;
  const visitor = web.visitor();
  await visitor.post('/auth', { email, password: 'not this one' }, FROM);
  await visitor.post('/auth', { email: 'nobody@example.com', password: 'not this one' }, FROM);
  await visitor.post('/auth', { email, password: PASSWORD }, FROM);
  await visitor.post('/logout', {}, FROM);
  expect(events()).toMatchObject([
    { security: 'sign-in-failed', account: id, factor: 'password', level: WARN },
    { security: 'sign-in-failed', factor: 'password', level: WARN },
    { security: 'signed-in', account: id, factor: 'password' },
    { security: 'signed-out', account: id },
  ]);
  const networks = new Set(events().map(({ network }) => network));
  expect([...networks]).toEqual([expect.stringMatching(/^[\w-]{12}$/)]);
  expect(web.printed().join('\n')).not.toContain('203.0.113.9');
});

test('signing up, a new password and a new address are lines', async () => {
  const email = 'zenobia@quillfeather.example';
  before = web.printed().length;
  const visitor = web.visitor();
  await visitor.post('/auth?mode=sign-up', { name: 'Zenobia', email, password: PASSWORD, time_zone: 'UTC' });
  await visitor.post('/profile/password', { current_password: 'wrong one', new_password: 'vellichor' });
  await visitor.post('/profile/password', { current_password: PASSWORD, new_password: 'vellichor' });
  await visitor.post('/profile/email', { email: 'other@quillfeather.example', password: 'vellichor' });
  await visitor.post('/auth/forgot', { email });
  expect(names()).toEqual([
    'signed-up',
    'owner-not-proved',
    'owner-proved',
    'password-changed',
    'owner-proved',
    'address-change-requested',
    'password-link-requested',
  ]);
  expect(web.printed().join('\n').toLowerCase()).not.toMatch(/zenobia|quillfeather|vellichor/);
});

test('changes of contacts and of the emergency protocol are lines with the contact’s id', async () => {
  const owner = await web.person();
  before = web.printed().length;
  await owner.post('/profile/contacts', { name: 'Ana', email: 'ana@example.com' });
  const [contact] = await web.query<{ id: string }>(
    'select c.id from trusted_contacts c join users u on u.id = c.owner_id where u.email = ?',
    [owner.email],
  );
  const id = contact?.id ?? '';
  await owner.post(`/profile/contacts/${id}/edit`, { name: 'Ana Duarte', email: 'ana@example.com' });
  await owner.post(`/profile/contacts/${id}/delete`);
  await owner.post('/emergency', { inactive_days: '30', safety_days: '7' });
  const seen = events().filter(({ security }) => security?.startsWith('contact-'));
  expect(seen).toMatchObject([
    { security: 'contact-added', about: id },
    { security: 'contact-changed', about: id },
    { security: 'contact-removed', about: id },
  ]);
  expect(names()).toContain('protocol-changed');
});

test('signing out elsewhere and forgetting a browser are lines, on the page and by the API', async () => {
  const { id, email, secret } = await web.account('cookie');
  const owner = web.visitor();
  await owner.enter({ session: secret });
  const body = JSON.stringify({ email, password: PASSWORD });
  const login = await web.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { session_token } = (await login.json()) as { session_token: string };
  await web.visitor().post('/auth', { email, password: PASSWORD });
  const known = await web.query<{ id: string }>('select id from known_devices where user_id = ?', [id]);
  const [first = '', second = ''] = known.map((device) => device.id);
  before = web.printed().length;
  const remove = (path: string) =>
    web.fetch(`/api${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${session_token}` } });
  await owner.post('/profile/devices', { known: first });
  await remove(`/auth/known-devices/${second}`);
  await remove('/auth/sessions');
  expect(events()).toMatchObject([
    { security: 'device-signed-out', account: id, about: first },
    { security: 'device-signed-out', account: id, about: second },
    { security: 'device-signed-out', account: id },
  ]);
  const again = await web.person();
  before = web.printed().length;
  await again.post('/profile/devices', {});
  expect(names()).toEqual(['device-signed-out']);
});

test('a password that is replaced while an address is confirmed is a line', async () => {
  const { id } = await web.account('cookie');
  const [mailed] = await web.query<{ id: string }>(
    "select id from secrets where user_id = ? and purpose = 'confirm-email'",
    [id],
  );
  const link = linkSecret(web.keyring, 'confirm-email', mailed?.id ?? '', 0);
  before = web.printed().length;
  await web.visitor().post(`/auth/confirm/${link}`, { new_password: 'vellichor' });
  expect(events()).toMatchObject([
    { security: 'address-confirmed', account: id, factor: 'link' },
    { security: 'password-reset', account: id, factor: 'link' },
  ]);
});

test('what contacts would get and “I’m back” are lines, and what changes nothing is none', async () => {
  const owner = await web.person();
  const letter = await owner.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const content_id = new URL(letter.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  before = web.printed().length;
  for (const verb of ['add', 'add', 'remove']) await owner.post('/emergency/contents', { verb, content_id });
  const changed = { security: 'protocol-changed', about: content_id };
  expect(events()).toMatchObject([changed, changed]);
  await owner.post('/emergency/return');
  expect(events()).toHaveLength(2);
  await released(web, owner.email);
  before = web.printed().length;
  await owner.post('/emergency/return');
  expect(names()).toEqual(['protocol-changed']);
});

test('what a person may not have is a line with who asked for it, on pages and by the API', async () => {
  const owner = await web.person();
  const letter = await owner.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const content = new URL(letter.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  const stranger = await web.account('token', 'Rui');
  const thief = await web.person('Rui');
  before = web.printed().length;
  await web.fetch(`/api/content/${content}`, { headers: { authorization: `Bearer ${stranger.secret}` } });
  await thief.get(`/content/${content}/edit`);
  await thief.get('/m/not-a-link');
  await web.fetch('/api/auth/me', { headers: { authorization: 'Bearer not-a-token' } });
  await thief.send('/profile/contacts', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(events()).toMatchObject([
    { security: 'not-allowed', account: stranger.id, about: 'findContent', level: WARN },
    { security: 'not-allowed', about: '/content', level: WARN },
    { security: 'link-not-valid', level: WARN },
    { security: 'token-not-valid', level: WARN },
    { security: 'other-site', level: WARN },
  ]);
});

test('a limit that is reached is a line with its name', async () => {
  const { email } = await web.account('cookie');
  before = web.printed().length;
  const visitor = web.visitor();
  for (let tries = 0; tries < 11; tries++) await visitor.post('/auth', { email, password: `wrong ${tries}` });
  expect(events().at(-1)).toMatchObject({ security: 'limit-reached', about: 'password', level: WARN });
});
