/** The language of recipients and contacts: chosen by the owner, and by the reader on their page. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_IDS, CONTACT_IDS } from '#dev/seed/ids.ts';
import { startWeb } from './web.ts';

const MAIL = '019a0000-0000-7000-8000-000000009021';

let web: Awaited<ReturnType<typeof startWeb>>;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

beforeEach(async () => {
  const { id } = web.delivery('onThePlatform');
  await web.query(
    "update deliveries set status = 'sent', opened_at = null, link_revoked_at = null, sent_at = now(), language = 'pt' where id = ?",
    [id],
  );
});

function post(address: string, fields: Record<string, string>): Promise<Response> {
  return web.fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: web.origin },
    redirect: 'manual',
  });
}

async function pageAt(address: string, headers: Record<string, string> = {}): Promise<string> {
  return (await web.fetch(address, { headers })).text();
}

const languagesOf = (table: string) =>
  web.query<{ id: string; language: string }>(`select id, language from ${table} order by id`);

test('the page is in the language of its delivery, whatever the browser prefers', async () => {
  const page = await pageAt(web.delivery('onThePlatform').link, { 'accept-language': 'de' });
  expect(page).toContain('<html lang="pt"');
  expect(page).toContain('escreveu-lhe');
  expect(page).not.toContain('wrote to you');
  expect(page).toContain('/genuine?language=pt');
});

test('a link that is cut off is refused in the language of the browser', async () => {
  expect(await pageAt(`${web.origin}/m/wrong`, { 'accept-language': 'xx, de-AT;q=0.8, fr;q=0.5' })).toContain(
    'Dieser Link ist nicht gültig.',
  );
  expect(await pageAt(`${web.origin}/m/wrong`)).toContain('<html lang="en"');
});

test('what is wrong with a link that we know is said in its reader’s language', async () => {
  const { id, link } = web.delivery('onThePlatform');
  await web.query('update deliveries set link_revoked_at = now() where id = ?', [id]);
  expect(await pageAt(link)).toContain('Esta ligação foi anulada');
});

test('a recipient changes the language of their delivery, and of no other', async () => {
  const { id, link } = web.delivery('onThePlatform');
  const before = await languagesOf('deliveries');
  const answer = await post(`${link}/language`, { language: 'ar' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(link).pathname]);
  const expected = before.map((row) => (row.id === id ? { ...row, language: 'ar' } : row));
  expect(await languagesOf('deliveries')).toEqual(expected);
  expect(await pageAt(link)).toContain('<html lang="ar" dir="rtl"');
});

test('after opening, the choice leads back to what was opened', async () => {
  const { link } = web.delivery('onThePlatform');
  await post(link, { intent: 'open' });
  const answer = await post(`${link}/language`, { language: 'fr' });
  expect(answer.headers.get('location')).toBe(`${new URL(link).pathname}?from=0`);
  expect(await pageAt(`${link}?from=0`)).toContain('Enregistrer une copie');
});

test('an unknown language is refused, and nothing changes', async () => {
  const { link } = web.delivery('onThePlatform');
  const before = await languagesOf('deliveries');
  expect((await post(`${link}/language`, { language: 'tlh' })).status).toBe(400);
  expect(await languagesOf('deliveries')).toEqual(before);
  expect((await post(`${web.origin}/m/wrong/language`, { language: 'pt' })).status).toBe(404);
});

test('what is written after the answer has begun is in the language, too: the copy of a letter', async () => {
  const { link } = web.delivery('onThePlatform');
  const copy = await (await post(link, { intent: 'save' })).text();
  expect(copy).toContain('guardado pelo Stillhere até');
});

test('a contact changes the language of what one owner writes to them', async () => {
  await web.query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
     select ?, p.owner_id, episode, 'contact-told', 0, t.email, t.name, 'accepted', now(), now()
     from emergency_protocols p join trusted_contacts t on t.id = ? where p.owner_id = ?`,
    [MAIL, CONTACT_IDS.rui, ACCOUNT_IDS.premium],
  );
  const page = `${web.origin}/contact/${web.secret('contact', MAIL, 0)}`;
  const answer = await post(`${page}/language`, { language: 'pl' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(page).pathname]);
  const contacts = await languagesOf('trusted_contacts');
  expect(contacts.filter(({ language }) => language === 'pl').map(({ id }) => id)).toEqual([CONTACT_IDS.rui]);
  expect(await pageAt(page)).toContain('<html lang="pl"');
  expect((await post(`${web.origin}/contact/wrong/language`, { language: 'pl' })).status).toBe(404);
});

test('a contact who is asked reads and answers in the language that they choose', async () => {
  await web.query('update trusted_contacts set asked_at = now() where id = ?', [CONTACT_IDS.marta]);
  const page = `${web.origin}/contact/${web.secret('contact-ask', CONTACT_IDS.marta, 1)}`;
  expect((await post(`${page}/language`, { language: 'de' })).status).toBe(303);
  expect(await pageAt(`${page}/answer`)).toContain('bittet Sie, Vertrauensperson zu sein');
  expect(await (await post(`${page}/answer`, { intent: 'accepted' })).text()).toContain('Sie haben Ja gesagt.');
});

test('the card that an owner prints for a contact is in the language of the contact', async () => {
  await web.query("update trusted_contacts set language = 'ar' where id = ?", [CONTACT_IDS.rui]);
  const owner = web.visitor();
  await owner.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  const card = await (await owner.get(`/profile/contacts/${CONTACT_IDS.rui}/card`)).text();
  expect(card).toMatch(/<div class="head stack-s" lang="ar" dir="rtl"><h1>إذا حدث شيء لـ/);
  expect(card).toContain('/genuine?language=ar');
  expect(card).toContain('Print this page with your browser');
});

test('the pages that know no reader take the language from their address, and keep it', async () => {
  expect(await pageAt(`${web.origin}/genuine?language=it`)).toContain('Un messaggio è davvero di Stillhere?');
  expect(await pageAt(`${web.origin}/genuine`)).toContain('Is a message really from Stillhere?');
  await web.query("insert into correspondents (id, owner_id, address_hash) values (?, ?, '\\x01')", [
    MAIL,
    ACCOUNT_IDS.premium,
  ]);
  const stop = `${web.origin}/stop/${web.secret('stop', MAIL, 1)}`;
  const asked = await pageAt(`${stop}?language=es`);
  expect(asked).toContain('¿Quiere volver a recibir mensajes nuestros?');
  expect(asked).toContain('?from=person&amp;language=es');
  const done = await (await post(`${stop}?from=person&language=es`, {})).text();
  expect(done).toContain('Hecho.');
});
