/** Trusted contacts on the pages, as the server sends them: all of it works before any script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { startNameServer } from '#tests/adapters/name-server.ts';
import { newClient } from '#tests/api/client.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let names: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  names = await startNameServer({ 'example.com': { MX: 'mx.example.com' }, 'gmail.com': { MX: 'mx.gmail.com' } });
  web = await startWeb({ DNS_SERVERS: names.address });
});
afterAll(async () => {
  await web?.stop();
  await names?.stop();
});

const rui = { name: 'Rui Duarte', email: 'rui@example.com' };

type Person = Awaited<ReturnType<Web['person']>>;

async function page(person: Person, path: string): Promise<string> {
  const response = await person.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.text()).replaceAll('<!-- -->', '');
}

/** @returns the question's address of the only contact on the profile */
async function questionOf(person: Person): Promise<string> {
  const [, address = ''] = /action="(\/profile\/contacts\/[^"]+\/delete)"/.exec(await page(person, '/profile')) ?? [];
  expect(address).not.toBe('');
  return address;
}

test('a contact is added in place, shown by initial, name and address, and deleted after a question', async () => {
  holds('S2-40', 'S5-15', 'S8-24');
  const helena = await web.person();
  expect(await page(helena, '/profile')).toMatch(/Trusted Contacts<\/h2><p>If you stop.*None yet/s);

  const added = await helena.post('/profile/contacts', { name: ' Rui Duarte ', email: 'Rui@Example.com' });
  expect([added.status, added.headers.get('location')]).toEqual([302, '/profile']);
  const profile = await page(helena, '/profile');
  expect(profile).toContain('Trusted contact added!');
  expect(profile).toMatch(/aria-hidden="true">R<.*<strong>Rui Duarte<\/strong><span>rui@example\.com<\/span>/s);

  const question = await questionOf(helena);
  const asked = await page(helena, question);
  expect(asked).toMatch(/Delete Rui Duarte\?<\/h2>/);
  expect(asked).toMatch(new RegExp(`<form[^>]*action="${question}"`));
  expect(await page(helena, '/profile'), 'asking deletes nothing').toContain('rui@example.com');

  const deleted = await helena.post(question);
  expect([deleted.status, deleted.headers.get('location')]).toEqual([302, '/profile']);
  const without = await page(helena, '/profile');
  expect(without).toContain('Contact deleted');
  expect(without).not.toContain('rui@example.com');
});

test('the owner chooses the language of a new contact, and it is English unless they do', async () => {
  const helena = await web.person();
  for (const path of ['/profile', '/profile/contacts']) {
    const form = (await page(helena, path)).match(/<form[^>]*id="contact-form".*?<\/form>/s)?.[0];
    expect(form).toMatch(/<select[^>]*name="language"[^>]*><option value="en">English<\/option>/);
    expect(form?.match(/<option /g)).toHaveLength(LANGUAGES.length);
  }
  await helena.post('/profile/contacts', { ...rui, language: 'pt' });
  await helena.post('/profile/contacts', { name: 'Ana', email: 'ana@example.com' });
  const languages = await web.query<{ name: string; language: string }>(
    'select c.name, c.language from trusted_contacts c join users u on u.id = c.owner_id where u.email = ? order by 2 desc',
    [helena.email],
  );
  expect(languages).toEqual([
    { name: rui.name, language: 'pt' },
    { name: 'Ana', language: 'en' },
  ]);
  const refused = await helena.post('/profile/contacts', { name: 'Marta', email: 'marta@example.com', language: 'xx' });
  expect(refused.status).toBe(422);
});

test('the question about the last contact says that the protocol then does not run', async () => {
  const helena = await web.person();
  await helena.post('/profile/contacts', rui);
  const LAST = 'This is your last trusted contact. Without one, your emergency protocol doesn’t run.';
  const question = await questionOf(helena);
  expect(await page(helena, question)).toContain(LAST);
  await helena.post('/profile/contacts', { name: 'Ana', email: 'ana@example.com' });
  expect(await page(helena, question)).not.toContain(LAST);
});

test('an error is at its field, with what was typed', async () => {
  const helena = await web.person();
  await helena.post('/profile/contacts', rui);
  const wrong: [Record<string, string>, number, RegExp][] = [
    [{ name: '', email: 'rui@example.com' }, 422, /Please enter a name/],
    [{ name: 'Rui', email: '' }, 422, /email-error">Please enter their email/],
    [{ name: 'Rui', email: 'nowhere' }, 422, /id="contact-form-email-error">[^<]+/],
    [{ name: 'Again', email: rui.email }, 409, /email-error">This address is already among your trusted contacts/],
    [{ name: 'Me', email: helena.email }, 409, /email-error">This is your own address/],
  ];
  for (const [fields, status, words] of wrong) {
    const answer = await helena.post('/profile/contacts', fields);
    const html = await answer.text();
    expect([fields, answer.status]).toEqual([fields, status]);
    expect(html).toMatch(words);
    expect(html).toContain(`value="${fields.name || fields.email}"`);
    if (status === 409) expect(html).toContain('Failed to add contact');
  }
  const [row] = await web.query<{ count: string }>(
    'select count(*) from trusted_contacts c join users u on u.id = c.owner_id where u.email = ?',
    [helena.email],
  );
  expect(row?.count).toBe('1');
});

test('another account does not see them, and can delete none', async () => {
  const [helena, other] = [await web.person(), await web.person('Marta Lind')];
  await helena.post('/profile/contacts', rui);
  const question = await questionOf(helena);
  expect(await page(other, '/profile')).not.toContain(rui.email);
  expect((await other.get(question)).status).toBe(404);
  expect((await other.post(question)).headers.get('location')).toBe('/profile');
  expect(await page(other, '/profile')).toContain('This is no longer here');
  expect((await web.visitor().post(question)).status).not.toBe(200);
  expect(await page(helena, '/profile')).toContain(rui.email);
});

test.each([
  ['nearly a common domain', 'typo@gmial.con', 'Did you mean gmail.com?', ['typo@gmail.com', 'typo@gmial.con']],
  [
    'a domain without a mail server',
    'typo@nowhere.example',
    'We couldn’t find a mail server for nowhere.example. Is the address right?',
    ['typo@nowhere.example'],
  ],
])('an address with %s is asked about, with a button for each answer', async (_, email, question, answers) => {
  const helena = await web.person();
  const asked = await helena.post('/profile/contacts', { name: 'Rui', email });
  const html = (await asked.text()).replaceAll('<!-- -->', '');
  expect([asked.status, html.includes(question)]).toEqual([422, true]);
  expect(html).toContain(`value="${email}"`);
  const buttons = [...html.matchAll(/<button[^>]*value="([^"]+)" name="email"/g)].map(([, value]) => value);
  expect(buttons).toEqual(answers);
  expect(await page(helena, '/profile')).not.toContain(email);
  for (const answer of answers) {
    const added = await helena.post('/profile/contacts', [
      ['name', 'Rui'],
      ['email', email],
      ['email', answer],
    ]);
    expect([added.status, added.headers.get('location')]).toEqual([302, '/profile']);
    expect(await page(helena, '/profile')).toContain(`<span>${answer}</span>`);
  }
});

test('a program can ask the same, and adds what it wants', async () => {
  const { call } = await newClient(web);
  const ask = async (email: string) => (await call('POST /user/check-address', { json: { email } })).body;
  expect(await ask('rui@gmial.com')).toEqual({
    question: 'near-miss',
    suggestion: 'rui@gmail.com',
    text: 'Did you mean gmail.com?',
  });
  expect(await ask('rui@nowhere.example')).toMatchObject({ question: 'no-mail-server', suggestion: null });
  expect(await ask('rui@example.com')).toEqual({ question: null, suggestion: null, text: null });
  const json = { name: 'Rui', email: 'rui@gmial.com' };
  expect((await call('POST /user/trusted-contacts', { json })).status).toBe(201);
});

test('a contact is changed on a page of their own, which asks about a new address', async () => {
  const [helena, other] = [await web.person(), await web.person('Marta Lind')];
  await helena.post('/profile/contacts', rui);
  const edit = (await questionOf(helena)).replace('/delete', '/edit');
  expect(await page(helena, edit)).toMatch(/Edit contact<\/h1>.*value="Rui Duarte".*value="rui@example\.com"/s);
  expect((await other.get(edit)).status).toBe(404);
  const wrong = await helena.post(edit, { name: '', email: 'rui@gmial.con' });
  expect(await wrong.text()).toContain('Please enter a name');
  const asked = await helena.post(edit, { name: 'Rui D.', email: 'rui@gmial.con' });
  expect(await asked.text()).toContain('Did you mean gmail.com?');
  const saved = await helena.post(edit, [
    ['name', 'Rui D.'],
    ['email', 'rui@gmial.con'],
    ['email', 'rui@gmail.com'],
  ]);
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/profile']);
  expect(await page(helena, '/profile')).toMatch(/Contact changed.*<strong>Rui D\.<\/strong><span>rui@gmail\.com</s);
});

test('a test is sent a few times a day, and the list shows what became of it', async () => {
  const helena = await web.person();
  await helena.post('/profile/contacts', rui);
  const send = (await questionOf(helena)).replace('/delete', '/test');
  for (const _ of [1, 2, 3]) expect((await helena.post(send)).headers.get('location')).toBe('/profile/contacts');
  expect(await page(helena, '/profile/contacts')).toMatch(/We’re sending Rui Duarte a test.*You sent a test on /s);
  await helena.post(send);
  expect(await page(helena, '/profile/contacts')).toContain('That was too often. Please wait 24 hours');
  expect(await web.query("select 1 from contact_mails where email = 'rui@example.com'")).toHaveLength(3);
  await web.query('update trusted_contacts set bounced_at = now() where email = ?', [rui.email]);
  expect(await page(helena, '/profile')).toMatch(/Our email came back on .* Please check the address\./);
  await web.query('update trusted_contacts set bounced_at = null, reached_at = now() where email = ?', [rui.email]);
  const BUTTON = 'Send a test<span';
  for (const list of ['/profile', '/profile/contacts']) {
    expect(await page(helena, list)).toContain('Your test arrived on ');
    expect(await page(helena, list), 'no button within a week').not.toContain(BUTTON);
  }
  await helena.post(send);
  expect(await page(helena, '/profile/contacts')).toContain(
    'Your last test reached Rui Duarte. You can send another in',
  );
  await web.query('update trusted_contacts set reached_at = null, test_given_up_at = now() where email = ?', [
    rui.email,
  ]);
  expect(await page(helena, '/profile')).toContain(BUTTON);
  expect(await page(helena, '/profile')).toMatch(/Your test failed on .* Please send another\./);
  await unconfirm(web.query, helena.email);
  await helena.post(send);
  expect(await page(helena, '/profile/contacts')).toContain(`Please confirm ${helena.email} first`);
  expect((await helena.get(send)).headers.get('location')).toBe('/profile/contacts');
});

test('one address gets a few tests a week, whichever owners name it and with whichever tag', async () => {
  const sentTo = async (email: string) => {
    const owner = await web.person();
    await owner.post('/profile/contacts', { name: 'Ana', email });
    const send = (await questionOf(owner)).replace('/delete', '/test');
    for (const _ of [1, 2, 3]) await owner.post(send);
    return page(owner, '/profile/contacts');
  };
  expect(await sentTo('stranger@example.com')).toContain('We’re sending Ana a test.');
  expect(await sentTo('stranger+again@example.com')).toContain('We’re sending Ana a test.');
  expect(await sentTo('stranger@example.com')).toContain('That was too often. Please wait 7 days');
  expect(await web.query("select 1 from contact_mails where email like 'stranger%'")).toHaveLength(6);
  expect(await sentTo('another@example.com')).toContain('We’re sending Ana a test.');
});
