/** Trusted contacts on the pages, as the server sends them: all of it works before any script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

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
  expect(await page(helena, '/profile')).toMatch(/Trusted Contacts<\/h2><p>When you stop.*Nobody yet/s);

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
  expect(await page(other, '/profile')).toContain('This is not here any more');
  expect((await web.visitor().post(question)).status).not.toBe(200);
  expect(await page(helena, '/profile')).toContain(rui.email);
});
