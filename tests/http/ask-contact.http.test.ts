/** Asking a trusted contact, on the owner's page and on the contact's: all of it works before any script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { newClient } from '#tests/api/client.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

async function prepared() {
  const helena = await web.person();
  await helena.post('/profile/contacts', { name: 'Ana Duarte', email: 'ana@example.com' });
  helena.cookies.delete('toast');
  const [row] = await web.query<{ id: string }>(
    'select t.id from trusted_contacts t join users u on u.id = t.owner_id where u.email = ?',
    [helena.email],
  );
  const id = row?.id ?? '';
  const read = async () => (await (await helena.get(`/profile/contacts/${id}/edit`)).text()).replaceAll('<!-- -->', '');
  return { helena, id, read };
}

test('the owner asks from the contact’s page; the contact says yes, or gives another address, which the owner takes', async () => {
  const { helena, id, read } = await prepared();
  expect(await read()).toMatch(/Ana Duarte doesn’t know that you named them.*Ask them/s);
  const sent = await helena.post(`/profile/contacts/${id}/ask`);
  expect([sent.status, sent.headers.get('location')]).toEqual([302, `/profile/contacts/${id}/edit`]);
  expect(await read()).toMatch(/We’ve asked Ana Duarte\..*They have not answered yet/s);

  const secret = linkSecret(web.keyring, 'contact-ask', id, 1);
  const ana = web.visitor();
  const led = await ana.get(`/contact/${secret}`);
  expect([led.status, led.headers.get('location')]).toEqual([302, `/contact/${secret}/answer`]);
  const page = `/contact/${secret}/answer`;
  const asked = await (await ana.get(page)).text();
  expect(asked).toMatch(/asks you to be a trusted contact.*Nothing has happened to.*Yes, I accept.*No, please not me/s);
  expect(await read(), 'looking changes nothing').toContain('They have not answered yet');
  expect(await (await ana.post(page, { intent: 'accepted' })).text()).toContain('You said yes.');
  expect(await read()).toContain('They accept.');

  const wrong = await ana.post(page, { intent: 'other', email: 'no address' });
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining('Please enter a valid email address'),
  ]);
  await ana.post(page, { intent: 'other', email: 'ana@work.example' });
  expect(await read()).toMatch(/address is ana@work\.example\..*Use this address.*Keep ana@example\.com/s);
  await helena.post(`/profile/contacts/${id}/address`, { email: 'ana@work.example', use: '1' });
  expect(await read()).toMatch(/value="ana@work\.example".*doesn’t know that you named them/s);
  expect((await ana.get(page)).status).toBe(404);
});

test('a second address, a phone and the role of a witness are saved on the contact’s page', async () => {
  const { helena, id, read } = await prepared();
  const fields = {
    name: 'Ana Duarte',
    email: 'ana@example.com',
    alternate_email: 'ana@work.example',
    phone: '+351 912 345 678',
  };
  const saved = await helena.post(`/profile/contacts/${id}/edit`, { ...fields, role: 'witness' });
  expect(saved.status).toBe(302);
  expect(await read()).toMatch(
    /value="ana@work\.example".*value="\+351912345678".*<option value="witness" selected=""/s,
  );
  const same = await helena.post(`/profile/contacts/${id}/edit`, {
    ...fields,
    alternate_email: 'ana@example.com',
    role: 'witness',
  });
  expect([same.status, await same.text()]).toEqual([409, expect.stringContaining('has to be another one')]);
});

test('a card to print says what happens and when, and for a witness that they receive nothing', async () => {
  const { helena, id } = await prepared();
  const card = async () => (await (await helena.get(`/profile/contacts/${id}/card`)).text()).replaceAll('<!-- -->', '');
  expect(await card()).toMatch(
    /<h1>If something happens to .*does not answer for 30 days, we email you at ana@example\.com.*3 more days or longer, we email you again, if .* left something for you.*\/genuine/s,
  );
  await helena.post(`/profile/contacts/${id}/edit`, { name: 'Ana Duarte', email: 'ana@example.com', role: 'witness' });
  expect(await card()).toContain('to say that it has happened');
  expect((await web.visitor().get(`/profile/contacts/${id}/card`)).status).toBe(302);
  expect((await (await web.person()).get(`/profile/contacts/${id}/card`)).status).toBe(404);
});

test('a contact is asked at most twice a week', async () => {
  const owner = await newClient(web);
  const json = { name: 'Ana', email: 'ana@example.com' };
  const { body } = await owner.call<{ id: string }>('POST /user/trusted-contacts', { json });
  const statuses: number[] = [];
  for (let times = 0; times < 3; times += 1)
    statuses.push((await owner.call(`POST /user/trusted-contacts/${body.id}/ask`)).status);
  expect(statuses).toEqual([202, 202, 429]);
});

test('contacts see each other only after the owner let them', async () => {
  const { helena } = await prepared();
  const page = async () => (await helena.get('/profile/contacts')).text();
  expect(await page()).toMatch(/doesn’t see who else you named.*Let them see each other/s);
  expect((await helena.post('/profile/contacts/others', { allow: '1' })).headers.get('location')).toBe(
    '/profile/contacts',
  );
  expect(await page()).toMatch(/sees the names of the others.*Hide the others/s);
  await helena.post('/profile/contacts/others', { hide: '1' });
  expect(await page()).toContain('Let them see each other');
});
