/** Webhooks over the API and the page: who may manage them, what is refused, and what is shown once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Client, call, fieldsOf, newClient } from './client.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const URL = 'https://hooks.example.com/stillhere?token=a';
const add = (owner: Client, json: Record<string, unknown> = { url: URL, events: ['released'] }) =>
  owner.call<{ id: string; secret: string; url: string }>('POST /user/webhooks', { json });
const list = async (owner: Client) => (await owner.call<Record<string, unknown>[]>('GET /user/webhooks')).body;

describe('a webhook', () => {
  test('shows its secret once, and is listed without it', async () => {
    const owner = await newClient(web);
    const { status, headers, body } = await add(owner, { url: ` ${URL}#part `, events: ['delivered', 'released'] });
    expect([status, headers.get('cache-control')]).toEqual([201, 'private, no-store']);
    expect(body).toMatchObject({ url: URL, events: ['released', 'delivered'], off_at: null, log: [] });
    expect(body.secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(await list(owner)).toEqual([{ ...body, secret: undefined }]);
    const mails = await web.query('select kind, email from account_mails where user_id = ?', [owner.id]);
    expect(mails).toContainEqual({ kind: 'webhook-created', email: owner.email });
    expect((await owner.call(`DELETE /user/webhooks/${body.id}`)).status).toBe(204);
    expect([await list(owner), (await owner.call(`DELETE /user/webhooks/${body.id}`)).status]).toEqual([[], 404]);
  });

  test('is queued a test, whose result its owner can follow', async () => {
    const owner = await newClient(web);
    const { body } = await add(owner);
    const tested = await owner.call<{ id: string }>(`POST /user/webhooks/${body.id}/test`);
    expect([tested.status, tested.body]).toEqual([202, { id: expect.any(String) }]);
    expect(await list(owner)).toMatchObject([
      { log: [{ id: tested.body.id, event: 'test', tries: 0, last_status: null, next_try_at: expect.any(String) }] },
    ]);
    for (let times = 1; times < 5; times++) await owner.call(`POST /user/webhooks/${body.id}/test`);
    const refused = await owner.call(`POST /user/webhooks/${body.id}/test`);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('belongs to its owner: others neither see, test nor delete it', async () => {
    const [owner, stranger] = [await newClient(web), await newClient(web)];
    const { id } = (await add(owner)).body;
    expect(await list(stranger)).toEqual([]);
    expect((await stranger.call(`POST /user/webhooks/${id}/test`)).status).toBe(404);
    expect((await stranger.call(`DELETE /user/webhooks/${id}`)).status).toBe(404);
    expect(await list(owner)).toHaveLength(1);
  });

  test('has an address of its own, and an account has up to ten', async () => {
    const owner = await newClient(web);
    const both = await Promise.all([add(owner), add(owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (let count = 1; count < 10; count++) await add(owner, { url: `${URL}${count}`, events: ['released'] });
    expect([(await add(owner, { url: `${URL}x`, events: ['released'] })).status, (await list(owner)).length]).toEqual([
      409, 10,
    ]);
  });

  test.each([
    [{ events: ['released'] }, 'url'],
    [{ url: '', events: ['released'] }, 'url'],
    [{ url: 'http://hooks.example.com/', events: ['released'] }, 'url'],
    [{ url: 'http://localhost:4000/', events: ['released'] }, 'url'],
    [{ url: 'https://169.254.169.254/', events: ['released'] }, 'url'],
    [{ url: 'https://me:secret@hooks.example.com/', events: ['released'] }, 'url'],
    [{ url: 'https://hooks.example.com:22/', events: ['released'] }, 'url'],
    [{ url: `https://hooks.example.com/${'x'.repeat(500)}`, events: ['released'] }, 'url'],
    [{ url: URL }, 'events'],
    [{ url: URL, events: [] }, 'events'],
    [{ url: URL, events: ['opened'] }, 'events'],
  ])('is refused with %o', async (json, field) => {
    const owner = await newClient(web);
    const reply = await add(owner, json);
    expect([reply.status, fieldsOf(reply).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
    expect(await list(owner)).toEqual([]);
  });

  test('is managed with the token of a sign-in only', async () => {
    const owner = await newClient(web);
    const { body } = await owner.call<{ token: string }>('POST /user/tokens', {
      json: { name: 'All', scope: 'write' },
    });
    const headers = { authorization: `Bearer ${body.token}` };
    const reply = await call(web, 'POST /user/webhooks', { headers, json: { url: URL, events: ['released'] } });
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('the page', () => {
  const HERE = '/profile/security/webhooks';

  test('adds a webhook and shows its secret once, without scripts, tests it and deletes it', async () => {
    const person = await web.person();
    const answer = await person.post(HERE, { url: URL, missed: 'on', released: 'on' });
    const [, secret = ''] = /value="(whsec_[^"]+)"/.exec(await answer.text()) ?? [];
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    expect(secret).toMatch(/^whsec_/);
    const after = await (await person.get(HERE)).text();
    expect([
      after.includes(secret),
      after.includes('Called when your emergency contents are sent or you miss a check-in.'),
    ]).toEqual([false, true]);
    const [, id = ''] = /name="webhook" value="([\w-]+)"/.exec(after) ?? [];
    expect((await person.post(`${HERE}/${id}/test`, {})).headers.get('location')).toBe(HERE);
    expect(await (await person.get(HERE)).text()).toContain('test: waiting.');
    expect(await (await person.get('/profile/security')).text()).toContain('https://hooks.example.com/stillhere');
    expect((await person.post(HERE, { webhook: id })).status).toBe(302);
    expect(await (await person.get(HERE)).text()).toContain('You have no webhooks.');
    expect((await person.post(HERE, { webhook: id })).status).toBe(302);
  });

  test('keeps what was typed when something is wrong, and says what', async () => {
    const person = await web.person();
    const bad = await person.post(HERE, { url: 'https://10.0.0.1/hook', delivered: 'on' });
    const html = await bad.text();
    expect([bad.status, html.includes('Please give the public name of a machine')]).toEqual([422, true]);
    expect(html).toContain('value="https://10.0.0.1/hook"');
    const none = await person.post(HERE, { url: URL });
    expect([none.status, (await none.text()).includes('Please choose at least one event')]).toEqual([422, true]);
  });

  test('shows why nothing arrived, and when the next try is', async () => {
    const person = await web.person();
    await person.post(HERE, { url: URL, delivered: 'on' });
    const [webhook] = await web.query<{ id: string }>(
      'select w.id from webhooks w join users u on u.id = w.owner_id where u.email = ?',
      [person.email],
    );
    const insert = `insert into webhook_messages (id, webhook_id, kind, data, created_at, tries, last_status, last_failure, given_up_at, arrived_at)
      values (gen_random_uuid(), ?, 'delivered', '{}', now(), 1, ?, ?, ?, ?)`;
    const now = new Date().toISOString();
    await web.query(insert, [webhook?.id, 503, null, null, null]);
    await web.query(insert, [webhook?.id, null, 'address-refused', now, null]);
    await web.query(insert, [webhook?.id, 204, null, null, now]);
    await web.query(`update webhooks set off_at = now(), off_because = 'failing' where id = ?`, [webhook?.id]);
    const html = await (await person.get(HERE)).text();
    for (const words of [
      'your program answered 503.',
      'its name leads to an address that is not public. We no longer try.',
      'delivery arrived: arrived.',
      'because nothing arrived for three days',
    ])
      expect(html).toContain(words);
    expect(await (await person.get('/profile/security')).text()).toContain('switched off');
  });
});
