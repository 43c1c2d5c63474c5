/** The calls about deliveries: section 7 of the specification, call by call. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, newClient, newLetter } from './client.ts';

const DAY = 86_400_000;
const A_YEAR = 365 * DAY;

let web: Web;
let helena: Client;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web);
  letter = await newLetter(helena);
});
afterAll(() => web?.stop());

const ahead = (by: number) => new Date(Date.now() + by).toISOString();
const wish = (change: object = {}) => ({
  content_id: letter,
  recipient_email: 'Ana@Example.com',
  recipient_name: 'Ana',
  recipient_phone: '',
  scheduled_time: ahead(A_YEAR),
  delivery_type: 'email',
  ...change,
});
const schedule = (change: object = {}) => helena.call('POST /delivery/schedule', { json: wish(change) });
const fieldsOf = ({ body }: { body: Record<string, unknown> }) =>
  ((body.errors ?? []) as { field: string }[]).map(({ field }) => field);

test('a delivery is scheduled for an instant, read, listed and deleted', async () => {
  holds('S3-5', 'S7-6');
  const scheduled_time = ahead(A_YEAR);
  const scheduled = await schedule({ scheduled_time, recipient_phone: '+351 912-345.678' });
  expect(scheduled.status).toBe(201);
  expect(scheduled.body).toMatchObject({
    content_id: letter,
    content_title: 'How we chose your name',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    recipient_phone: '+351912345678',
    scheduled_time,
    // An instant stays one, whatever becomes of its zone.
    local_time: null,
    delivery_type: 'email',
    status: 'pending',
    changeable: true,
  });
  const { id } = scheduled.body;
  expect((await helena.call(`GET /delivery/${id}`)).body).toEqual(scheduled.body);
  expect((await helena.call<object[]>('GET /delivery/list?limit=1')).body).toEqual([scheduled.body]);
  const [row] = await web.query<{ revision: number; synced_revision: number }>(
    'select revision, synced_revision from deliveries where id = ?',
    [id],
  );
  expect(row).toEqual({ revision: 1, synced_revision: 0 });
  expect((await helena.call(`DELETE /delivery/${id}`)).status).toBe(204);
  expect((await helena.call(`GET /delivery/${id}`)).status).toBe(404);
  expect((await helena.call(`DELETE /delivery/${id}`)).status).toBe(404);
});

test('how long the link works is chosen, changed, and otherwise two years', async () => {
  expect((await schedule()).body).toMatchObject({ link_years: 2, link: { state: 'none', expires_at: null } });
  const { body } = await schedule({ link_years: null });
  expect(body.link_years).toBeNull();
  const change = (json: object) => helena.call(`PUT /delivery/${body.id}`, { json });
  expect((await change({ link_years: 20 })).body.link_years).toBe(20);
  expect((await change({ recipient_name: 'Inês' })).body.link_years).toBe(20);
  for (const link_years of [3, '5', 'endless']) {
    const refused = await schedule({ link_years });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['link_years']]);
  }
});

test('the language of the recipient is chosen, changed, and otherwise English', async () => {
  expect((await schedule()).body.language).toBe('en');
  const { body } = await schedule({ language: 'pt' });
  expect(body.language).toBe('pt');
  const change = (json: object) => helena.call(`PUT /delivery/${body.id}`, { json });
  expect((await change({ language: 'ar' })).body.language).toBe('ar');
  expect((await change({ recipient_name: 'Inês' })).body.language).toBe('ar');
  const preview = await helena.call(`GET /delivery/${body.id}/preview`);
  expect(preview.body.html).toContain('<html lang="ar" dir="rtl">');
  expect(preview.body.page).toContain('<div class="shown" lang="ar" dir="rtl">');
  expect(preview.body.page).toContain('<html lang="en">');
  for (const language of ['tlh', 'pt-BR', '', null]) {
    const refused = await schedule({ language });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['language']]);
  }
});

test('the language of a trusted contact is chosen, changed, and otherwise English', async () => {
  const add = (json: object) => helena.call('POST /user/trusted-contacts', { json });
  expect((await add({ name: 'Rui', email: 'rui@example.com' })).body.language).toBe('en');
  const { body } = await add({ name: 'Zofia', email: 'zofia@example.com', language: 'pl' });
  expect(body.language).toBe('pl');
  const change = (json: object) => helena.call(`PUT /user/trusted-contacts/${body.id}`, { json });
  expect((await change({ name: 'Zofia Maria' })).body.language).toBe('pl');
  expect((await change({ language: 'de' })).body).toMatchObject({ name: 'Zofia Maria', language: 'de' });
  const refused = await change({ language: 'german' });
  expect([refused.status, fieldsOf(refused)]).toEqual([422, ['language']]);
});

test('a preview has the message and the page, marked, and opens nothing', async () => {
  const { body } = await schedule();
  const preview = await helena.call(`GET /delivery/${body.id}/preview`);
  expect(preview.body).toMatchObject({
    subject: expect.stringMatching(/^From .*, a letter for you: /),
    text: expect.stringContaining('Stillhere is sending you this for'),
    html: expect.stringMatching(/^<!doctype html>/),
    page: expect.stringContaining('Preview. Only you can see this page.'),
  });
  expect(JSON.stringify(preview.body)).not.toMatch(/\/m\/\w/);
  expect((await helena.call(`GET /delivery/${body.id}`)).body).toEqual(body);
  const phone = await schedule({ delivery_type: 'whatsapp', recipient_phone: '+351912345678' });
  expect((await helena.call(`GET /delivery/${phone.body.id}/preview`)).body).toMatchObject({
    ...{ subject: null, html: null },
    text: expect.stringMatching(/^Hello Ana, this is Stillhere: .*\/m\/…/s),
  });
});

test('optional fields can be left out, and a time can have an offset', async () => {
  const in2040 = '2040-05-04T09:00:00+02:00';
  const json = {
    content_id: letter,
    recipient_email: 'ana@example.com',
    scheduled_time: in2040,
    delivery_type: 'email',
  };
  const { status, body } = await helena.call('POST /delivery/schedule', { json });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    recipient_name: null,
    recipient_phone: null,
    scheduled_time: '2040-05-04T07:00:00.000Z',
  });
});

test('WhatsApp needs a phone, and the email as well, for the fallback', async () => {
  holds('S1-3', 'S3-6', 'S7-6');
  const byWhatsApp = { delivery_type: 'whatsapp', recipient_phone: '+351 912 000 417' };
  const { status, body } = await schedule(byWhatsApp);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    delivery_type: 'whatsapp',
    recipient_phone: '+351912000417',
    recipient_phone_grouped: '+351 912 000 417',
    recipient_email: 'ana@example.com',
  });
  expect(fieldsOf(await schedule({ ...byWhatsApp, recipient_email: undefined }))).toEqual(['recipient_email']);
  const change = (json: object) => helena.call(`PUT /delivery/${body.id}`, { json });
  expect(fieldsOf(await change({ recipient_phone: null }))).toEqual(['recipient_phone']);
  expect((await change({ delivery_type: 'email', recipient_phone: null })).body).toMatchObject({
    delivery_type: 'email',
    recipient_phone: null,
  });
  expect((await change(byWhatsApp)).body).toMatchObject({ delivery_type: 'whatsapp' });
});

test.each([
  ['the past', { scheduled_time: '2001-01-01T00:00:00Z' }, 'scheduled_time'],
  ['more than 100 years ahead', { scheduled_time: ahead(101 * A_YEAR) }, 'scheduled_time'],
  ['a time without a zone', { scheduled_time: '2040-05-04T09:00:00' }, 'scheduled_time'],
  ['a day that does not exist', { scheduled_time: '2040-02-30T09:00:00Z' }, 'scheduled_time'],
  ['a number for a time', { scheduled_time: 2_000_000_000_000 }, 'scheduled_time'],
  ['no address', { recipient_email: 'ana' }, 'recipient_email'],
  ['a name of two lines', { recipient_name: 'Ana\nBcc: x' }, 'recipient_name'],
  ['a phone without its country', { recipient_phone: '912345678' }, 'recipient_phone'],
  ['WhatsApp without a number', { delivery_type: 'whatsapp', recipient_phone: null }, 'recipient_phone'],
  ['a phone number that cannot exist', { recipient_phone: '+351 12 34 56 7' }, 'recipient_phone'],
  ['an unknown channel', { delivery_type: 'pigeon' }, 'delivery_type'],
  ['no content', { content_id: 'x' }, 'content_id'],
  ['an unknown content', { content_id: '019200d4-7b5b-7000-8000-000000000000' }, 'content_id'],
])('with %s is refused at the field', async (_what, change, field) => {
  const reply = await schedule(change);
  expect([reply.status, fieldsOf(reply)]).toEqual([422, [field]]);
});

test('another person’s content cannot be sent, and their deliveries answer as if they did not exist', async () => {
  const stranger = await newClient(web);
  const { id } = (await schedule()).body;
  const json = wish();
  expect(fieldsOf(await stranger.call('POST /delivery/schedule', { json }))).toEqual(['content_id']);
  for (const line of [`GET /delivery/${id}`, `PUT /delivery/${id}`, `DELETE /delivery/${id}`]) {
    const reply = await stranger.call(line, line.startsWith('PUT') ? { json: { scheduled_time: ahead(DAY) } } : {});
    expect([line, reply.status]).toEqual([line, 404]);
  }
  expect((await stranger.call<object[]>('GET /delivery/list')).body).toEqual([]);
});

describe('changing', () => {
  test('leaves fields that are left out, and raises the revision for the engine', async () => {
    const { id } = (await schedule({ recipient_phone: '+351912345678' })).body;
    const scheduled_time = ahead(2 * A_YEAR);
    const later = await helena.call(`PUT /delivery/${id}`, { json: { scheduled_time } });
    expect(later.status).toBe(200);
    expect(later.body).toMatchObject({ scheduled_time, recipient_name: 'Ana', recipient_phone: '+351912345678' });
    const other = await helena.call(`PUT /delivery/${id}`, {
      json: { recipient_email: 'rui@example.com', recipient_name: null, recipient_phone: null, delivery_type: 'email' },
    });
    expect(other.body).toMatchObject({
      scheduled_time,
      recipient_email: 'rui@example.com',
      recipient_name: null,
      recipient_phone: null,
    });
    const [row] = await web.query<object>(
      'select revision, next_attempt_at = scheduled_time as waits from deliveries where id = ?',
      [id],
    );
    expect(row).toEqual({ revision: 3, waits: true });
  });

  test.each([[{}], [{ scheduled_time: null }], [{ recipient_email: '' }], [{ delivery_type: 'whatsapp' }]])(
    '%j is refused',
    async (json) => {
      const { id } = (await schedule()).body;
      expect((await helena.call(`PUT /delivery/${id}`, { json })).status).toBe(422);
    },
  );

  test('is refused once its time has come or it was sent; so is deleting', async () => {
    holds('S4-2');
    const { id } = (await schedule()).body;
    for (const state of [
      "scheduled_time = now() - interval '1 second', next_attempt_at = now() - interval '1 second'",
      "status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null",
    ]) {
      await web.query(`update deliveries set ${state} where id = ?`, [id]);
      const changed = await helena.call(`PUT /delivery/${id}`, { json: { scheduled_time: ahead(DAY) } });
      const deleted = await helena.call(`DELETE /delivery/${id}`);
      expect([changed.status, deleted.status, deleted.body.code]).toEqual([409, 409, 'conflict']);
    }
  });
});

test('deleting a content deletes its pending deliveries', async () => {
  const content_id = await newLetter(helena);
  const { id } = (await schedule({ content_id })).body;
  expect((await helena.call(`DELETE /content/${content_id}`)).status).toBe(204);
  expect((await helena.call(`GET /delivery/${id}`)).status).toBe(404);
  const [row] = await web.query<object>('select next_attempt_at, revision from deliveries where id = ?', [id]);
  expect(row).toEqual({ next_attempt_at: null, revision: 2 });
});

test('a content whose delivery is being sent cannot be deleted', async () => {
  const content_id = await newLetter(helena);
  const { id } = (await schedule({ content_id })).body;
  await web.query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at)
     values (gen_random_uuid(), ?, 1, 1, 'started', now())`,
    [id],
  );
  expect((await helena.call(`DELETE /content/${content_id}`)).status).toBe(409);
  expect((await helena.call(`GET /content/${content_id}`)).status).toBe(200);
});

test('the list continues at its link, newest first', async () => {
  const ana = await newClient(web);
  const content_id = await newLetter(ana);
  const ids: unknown[] = [];
  for (let n = 1; n <= 3; n++) {
    const json = wish({ content_id, scheduled_time: ahead((10 - n) * DAY) });
    ids.unshift((await ana.call('POST /delivery/schedule', { json })).body.id);
  }
  const first = await ana.call<{ id: string }[]>('GET /delivery/list?limit=2');
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await ana.call<{ id: string }[]>(`GET ${next.slice(`${web.origin}/api`.length)}`);
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids);
  expect(second.headers.get('link')).toBeNull();
});
