/** The pages that ask who it is before a guarded form, and lose nothing that was typed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUARDED_PAGES } from '#app/middleware/sensitive-verbs.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { newClient, newLetter } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { plantPasskey } from '#tests/harness/authenticator.ts';
import { withCodes } from '#tests/harness/codes.ts';
import { ageProof, stateOf } from './old-proof.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

const PASSWORD = 'stillhere';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

interface Owner {
  email: string;
  id: string;
  visitor: Visitor;
  /** An item, a delivery of it, and a trusted contact. */
  content: string;
  delivery: string;
  contact: string;
  passkey: string;
}

async function fullOwner(): Promise<Owner> {
  const client = await newClient(web, 'premium');
  const content = await newLetter(client);
  await client.call(`PUT /content/${content}`, { json: { is_emergency: true, content: 'It is green.' } });
  const planned = { content_id: content, recipient_email: 'ana@example.com', scheduled_time: '2060-05-04T09:00:00Z' };
  const delivery = await client.call<{ id: string }>('POST /delivery/schedule', {
    json: { ...planned, delivery_type: 'email' },
  });
  const json = { name: 'Rui', email: 'rui@example.com' };
  const contact = await client.call<{ id: string }>('POST /user/trusted-contacts', { json });
  const { visitor } = await byPage(web, client);
  const passkey = newId();
  await plantPasskey(web, client.id, passkey);
  return {
    passkey,
    ...{ email: client.email, id: client.id, visitor, content },
    ...{ delivery: delivery.body.id, contact: contact.body.id },
  };
}

type Fields = Record<string, string>;
interface Form {
  path: (owner: Owner) => string;
  fields: Fields | ((owner: Owner) => Fields);
  /** It changes nothing for this owner, and is answered with this status. */
  answers?: number;
  /** The item is public before. */
  isPublic?: true;
}
const at = (path: string, fields: Form['fields'] = {}, answers?: number): Form => ({
  path: () => path,
  fields,
  ...(answers ? { answers } : {}),
});
const DAYS = { inactive_days: '40', safety_days: '9' };

/** A form for each guarded page; a page without one fails the first test. */
const FORMS: Readonly<Record<string, Form>> = {
  '/emergency': at('/emergency', DAYS),
  '/emergency/arm': at('/emergency/arm', DAYS),
  '/emergency/disarm': at('/emergency/disarm', DAYS),
  '/emergency/shorten': at('/emergency/shorten', { inactive_days: '20', safety_days: '2' }),
  // Its protocol does not run.
  '/emergency/pause': at('/emergency/pause', { days: '20' }, 409),
  '/emergency/say': at('/emergency/say', {
    ...{ confirmations_needed: '1', unanswered_after_days: '40', answer_within_days: '9' },
  }),
  '/emergency/contents': at('/emergency/contents', ({ content }) => ({ verb: 'remove', content_id: content })),
  '/emergency/plan': at('/emergency/plan', ({ content, contact }) => ({
    ...{ cell_a: `${content}.${contact}`, when_a: 'later', days_a: '14' },
  })),
  '/profile/contacts': at('/profile/contacts', { name: 'Ana & "Nã"', email: 'ana@example.com', language: 'pt' }),
  '/profile/contacts/others': at('/profile/contacts/others', { allow: 'on' }),
  '/profile/contacts/:id/edit': {
    path: ({ contact }) => `/profile/contacts/${contact}/edit`,
    fields: { name: 'Rui Duarte', email: 'rui@example.com', language: 'pt' },
  },
  '/profile/contacts/:id/address': {
    path: ({ contact }) => `/profile/contacts/${contact}/address`,
    fields: { use: '1', email: 'other@example.com' },
    answers: 302,
  },
  '/profile/contacts/:id/delete': { path: ({ contact }) => `/profile/contacts/${contact}/delete`, fields: {} },
  '/profile/warnings': at('/profile/warnings', { second_email: 'second@example.com', phone: '' }),
  '/profile/google': at('/profile/google', {}, 302),
  '/profile/security': at('/profile/security', { name: 'Kitchen button', scope: 'check-in', ends: 'year' }),
  '/profile/security/codes': at('/profile/security/codes', { intent: 'off' }, 302),
  '/profile/security/passkeys': at('/profile/security/passkeys', ({ passkey }) => ({ passkey })),
  '/profile/security/passkeys/:id': {
    path: ({ passkey }) => `/profile/security/passkeys/${passkey}`,
    fields: { name: 'The key on the key ring' },
  },
  '/profile/security/webhooks': at('/profile/security/webhooks', { url: 'https://hooks.example/x', released: 'on' }),
  '/content/:id/publish': { path: ({ content }) => `/content/${content}/publish`, fields: {} },
  '/content/:id/delete': {
    path: ({ content }) => `/content/${content}/delete`,
    fields: ({ delivery }) => ({ confirmed: delivery }),
  },
  '/content/:id/versions/delete': {
    path: ({ content }) => `/content/${content}/versions/delete`,
    fields: {},
  },
  '/content/:id/edit': {
    path: ({ content }) => `/content/${content}/edit`,
    fields: { title: 'The "boat" & me', content: 'It is red.\nIt sails.', version: '2' },
    isPublic: true,
  },
  '/content/:id/versions/:version': {
    path: ({ content }) => `/content/${content}/versions/1`,
    fields: {},
    isPublic: true,
  },
  '/schedule/:id/delete': { path: ({ delivery }) => `/schedule/${delivery}/delete`, fields: {} },
  // It is of no group.
  '/schedule/:id/group/delete': {
    path: ({ delivery }) => `/schedule/${delivery}/group/delete`,
    fields: {},
    answers: 409,
  },
};
const isExport = (path: string) => /\/export\.\w+$/.test(path);
const ASKING = Object.keys(GUARDED_PAGES).filter((path) => ['proof', 'public'].includes(`${GUARDED_PAGES[path]}`));

const fieldsOf = ({ fields }: Form, owner: Owner) => (typeof fields === 'function' ? fields(owner) : fields);
const stepUpTo = (to: string) => `/step-up?${new URLSearchParams({ to })}`;
const written = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

test('each guarded form is tried here', () => {
  expect(Object.keys(FORMS).toSorted()).toEqual(ASKING.filter((path) => !isExport(path)).toSorted());
});

describe.each(Object.entries(FORMS))('%s', (_, form) => {
  test('asks who it is first, changes nothing before, and then does what was typed', async () => {
    const owner = await fullOwner();
    const { visitor } = owner;
    const path = form.path(owner);
    const fields = fieldsOf(form, owner);
    if (form.isPublic) await web.query('update contents set is_public = true where id = ?', [owner.content]);
    await ageProof(web, owner.email);
    const before = await stateOf(web);

    const sent = await visitor.post(path, fields);
    expect([sent.status, sent.headers.get('location')]).toEqual([307, stepUpTo(path)]);
    const byScript = await visitor.post(`${path}.data`, fields);
    expect([byScript.status, await byScript.text()]).toEqual([403, expect.stringContaining('step-up-required')]);
    const asked = await visitor.post(stepUpTo(path), fields);
    const page = await asked.text();
    expect([asked.status, page]).toEqual([403, expect.stringContaining('Is it you?')]);
    for (const [name, value] of Object.entries(fields))
      expect(page).toContain(`type="hidden" name="${name}" value="${written(value)}"`);
    const wrong = await visitor.post(stepUpTo(path), { ...fields, 'step-up-password': 'something else' });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('That isn’t your password')]);
    expect(await stateOf(web)).toEqual(before);

    const proof = { ...fields, 'step-up-password': PASSWORD };
    const proved = await visitor.post(stepUpTo(path), proof);
    expect([proved.status, proved.headers.get('location')]).toEqual([307, path]);
    const done = await visitor.post(path, proof);
    expect(await done.text()).not.toContain(PASSWORD);
    if (form.answers) expect(done.status).toBe(form.answers);
    else {
      expect([200, 302]).toContain(done.status);
      expect(await stateOf(web)).not.toEqual(before);
    }
  });
});

describe.each(ASKING.filter(isExport))('%s', (path) => {
  test('asks who it is first, and comes after the password', async () => {
    const owner = await web.person();
    expect((await owner.get(path)).status).toBe(200);
    await ageProof(web, owner.email);
    const asked = await owner.get(path);
    expect([asked.status, asked.headers.get('location')]).toEqual([302, stepUpTo(path)]);
    const page = await (await owner.get(stepUpTo(path))).text();
    expect(page).toContain('Is it you?');
    const [, address = ''] = /<form[^>]*action="(\/step-up[^"]*)"/.exec(page) ?? [];
    const proved = await owner.post(address.replaceAll('&amp;', '&'), { 'step-up-password': PASSWORD });
    expect([proved.status, proved.headers.get('location')]).toEqual([302, path]);
    expect((await owner.get(path)).status).toBe(200);
  });
});

test('a letter of a megabyte in a script of three bytes a letter waits for the proof whole', async () => {
  const owner = await fullOwner();
  const path = FORMS['/content/:id/edit']?.path(owner) ?? '';
  await web.query('update contents set is_public = true where id = ?', [owner.content]);
  await ageProof(web, owner.email);
  const content = 'あ'.repeat(340_000);
  const page = await (await owner.visitor.post(stepUpTo(path), { title: 'Long', content, version: '2' })).text();
  expect(page).toContain(`name="content" value="${content}"`);
});

test('forms that take the password themselves ask for nothing more', async () => {
  const owner = await web.person();
  await ageProof(web, owner.email);
  const change = { current_password: PASSWORD, new_password: 'three plain words' };
  const changed = await owner.post('/profile/password', change);
  expect([changed.status, changed.headers.get('location')]).toEqual([302, '/profile']);
  const wrong = await owner.post('/profile/delete', { password: 'something else' });
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('That isn’t your password')]);
});

test('a check-in by the page, by the mail, and the end of a pause or a release wait for no proof', async () => {
  const client = await newClient(web);
  await client.call('PUT /emergency/settings?is_active=true');
  const { visitor } = await byPage(web, client);
  await ageProof(web, client.email);
  const ways = ['/emergency/check-in', '/emergency/pause/end'];
  for (const path of ways) {
    const answer = await visitor.post(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, expect.any(String)]);
    expect(answer.headers.get('location')).not.toContain('step-up');
  }
  await web.query("update emergency_protocols set last_check_in = now() - interval '3 days' where owner_id = ?", [
    client.id,
  ]);
  const byMail = await visitor.post(`/check-in/${linkSecret(web.keyring, 'check-in', client.id, 1)}`);
  const recent = "select 1 from emergency_protocols where last_check_in > now() - interval '1 day' and owner_id = ?";
  expect([byMail.status, (await web.query(recent, [client.id])).length]).toEqual([200, 1]);
  await web.query(
    "update emergency_protocols set stage = 'released', missed_at = now(), released_at = now() where owner_id = ?",
    [client.id],
  );
  const back = await visitor.post('/emergency/return');
  expect([back.status, back.headers.get('location')]).toEqual([302, '/emergency']);
});

test('leads only to what is guarded, never to another site or to another form', async () => {
  const owner = await web.person();
  for (const to of ['https://elsewhere.example/', '//elsewhere.example', '/logout', '/profile/devices', '']) {
    const answer = await owner.post(stepUpTo(to), { 'step-up-password': PASSWORD });
    expect([to, answer.status, answer.headers.get('location')]).toEqual([to, 302, '/dashboard']);
  }
});

test('takes a code from an app or a recovery code in place of the password, once', async () => {
  const client = await newClient(web);
  const { visitor } = await byPage(web, client);
  const { recovery } = await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, client);
  await ageProof(web, client.email);
  const prove = (code: string) =>
    visitor.post(stepUpTo('/emergency/pause'), { days: '20', 'step-up-password': '', 'step-up-code': code });
  const wrong = await prove('000000');
  const page = await wrong.text();
  expect([wrong.status, page]).toEqual([401, expect.stringContaining('id="code-error"')]);
  expect(page).toContain('Or give a code instead');
  expect((await prove('nothing')).status).toBe(422);
  expect((await prove('')).status).toBe(422);
  expect((await prove(`${recovery[0]}`)).headers.get('location')).toBe('/emergency/pause');
  expect((await prove(`${recovery[0]}`)).status).toBe(401);
});

/** What the page says to an owner about each way to prove themselves, without what only scripts show. */
const WORDS = {
  password: 'Your password',
  code: 'Code from your app, or a recovery code',
  passkey: 'You sign in with a passkey. Use it to show that it’s you.',
  google: 'You sign in with Google. Please sign out and in again',
  orGoogle: 'Or show it with Google: sign out and in again',
  signInAgain: '>Please sign out and in again',
};
const linkGoogle = (id: string) =>
  web.query("insert into identities (id, user_id, issuer, subject, created_at) values (?, ?, 'google', ?, now())", [
    ...[newId(), id, id],
  ]);
type Ways = ('password' | 'code' | 'passkey' | 'google')[];

test.each<[Ways, (keyof typeof WORDS)[]]>([
  [['password'], ['password']],
  [['password', 'google'], ['password']],
  [['password', 'passkey'], ['password']],
  [
    ['password', 'code'],
    ['password', 'code'],
  ],
  [['code'], ['code']],
  [['code', 'google', 'passkey'], ['code']],
  [['google'], ['google']],
  [['passkey'], ['passkey']],
  [
    ['passkey', 'google'],
    ['passkey', 'orGoogle'],
  ],
  [[], ['signInAgain']],
])('an owner with %j is asked for nothing else', async (ways, said) => {
  const client = await newClient(web);
  const { visitor } = await byPage(web, client);
  if (ways.includes('code')) await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, client);
  if (ways.includes('passkey')) await plantPasskey(web, client.id, newId());
  if (ways.includes('google')) await linkGoogle(client.id);
  if (!ways.includes('password')) await web.query('update users set password_hash = null where id = ?', [client.id]);
  await ageProof(web, client.email);
  const page = await (await visitor.post(stepUpTo('/emergency/pause'), { days: '20' })).text();
  const kinds = Object.keys(WORDS) as (keyof typeof WORDS)[];
  expect(kinds.filter((kind) => page.includes(WORDS[kind]))).toEqual(said);
  expect(page.includes('type="password"')).toBe(ways.includes('password'));
});

test.each([
  ['an owner with Google alone', false, true],
  ['an owner with a passkey and Google', true, true],
  ['an owner with no way to prove themselves', false, false],
])('%s is told before signing out that a form that waits is lost, and only then', async (_, hasPasskey, hasGoogle) => {
  const client = await newClient(web);
  const { visitor } = await byPage(web, client);
  if (hasPasskey) await plantPasskey(web, client.id, newId());
  if (hasGoogle) await linkGoogle(client.id);
  await web.query('update users set password_hash = null where id = ?', [client.id]);
  await ageProof(web, client.email);
  const lost = 'What you entered here is not saved then.';
  expect(await (await visitor.post(stepUpTo('/emergency/pause'), { days: '20' })).text()).toContain(lost);
  const opened = await (await visitor.get(stepUpTo('/emergency/pause'))).text();
  expect([opened.includes('Sign out'), opened.includes(lost)]).toEqual([true, false]);
});

test('guesses are limited, with the wait, and keep the form', async () => {
  const owner = await web.person();
  await ageProof(web, owner.email);
  const guess = () => owner.post(stepUpTo('/emergency/pause'), { days: '20', 'step-up-password': 'something else' });
  let last = await guess();
  for (let tries = 0; tries < 10 && last.status !== 429; tries++) last = await guess();
  expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(await last.text()).toContain('name="days" value="20"');
});

test('visitors have nothing to prove', async () => {
  const sent = await web.visitor().get('/step-up?to=/emergency');
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/']);
});
