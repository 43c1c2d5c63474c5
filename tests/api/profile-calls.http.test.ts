/** The picture of a profile, Google, a recipient's address and a report, as a program calls them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PNG } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { call, fileForm, newClient, newLetter } from './client.ts';
import { askedDelivery } from './rows.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const fieldsOf = ({ body }: { body: Record<string, unknown> }) =>
  ((body.errors ?? []) as { field: string }[]).map(({ field }) => field);

describe('a profile picture', () => {
  const put = (bytes: Buffer) => ({ form: fileForm({}, bytes, 'me.png', 'picture') });

  test('is set, replaced under a new address, and removed', async () => {
    const helena = await newClient(web);
    const first = await helena.call<{ picture: string }>('PUT /user/picture', put(PNG));
    expect([first.status, first.body.picture]).toEqual([200, expect.stringMatching(/^\/api\/user\/picture\//)]);
    const second = await helena.call<{ picture: string }>('PUT /user/picture', put(PNG));
    expect(second.body.picture).not.toBe(first.body.picture);
    expect((await helena.call('GET /user/profile')).body).toEqual(second.body);
    const headers = { authorization: `Bearer ${helena.token}` };
    const shown = await web.fetch(second.body.picture, { headers });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await web.fetch(first.body.picture, { headers })).status).toBe(404);
    const removed = await helena.call('PUT /user/profile', { json: { picture: null } });
    expect(removed.body.picture).toBeNull();
  });

  test('that is none, or no form, is refused', async () => {
    const helena = await newClient(web);
    for (const bytes of [Buffer.from('Dear Ana,'), Buffer.alloc(0)]) {
      const reply = await helena.call('PUT /user/picture', put(bytes));
      expect([reply.status, fieldsOf(reply)]).toEqual([422, ['picture']]);
    }
    const { status } = await helena.call('PUT /user/picture', put(Buffer.alloc(10 * 1_048_576 + 1)));
    expect(status).toBe(413);
    expect((await helena.call('PUT /user/picture', { json: {} })).status).toBe(415);
    expect((await call(web, 'PUT /user/picture', put(PNG))).status).toBe(401);
    expect((await helena.call('GET /user/profile')).body.picture).toBeNull();
  });
});

test('signing in with Google is ended, with every other session; without a password it is refused', async () => {
  const helena = await newClient(web);
  const login = { json: { email: helena.email, password: 'stillhere' } };
  const { body } = await call<{ session_token: string }>(web, 'POST /auth/login', login);
  await web.query(
    `insert into identities (id, issuer, subject, user_id, created_at)
     values (gen_random_uuid(), 'https://accounts.google.com', ?, ?, now())`,
    [helena.id, helena.id],
  );
  expect((await helena.call('DELETE /user/google')).status).toBe(204);
  expect(await web.query('select 1 from identities where user_id = ?', [helena.id])).toEqual([]);
  const other = await call(web, 'GET /auth/me', { headers: { authorization: `Bearer ${body.session_token}` } });
  expect([other.status, (await helena.call('GET /auth/me')).status]).toEqual([401, 200]);

  await web.query('update users set password_hash = null where id = ?', [helena.id]);
  const refused = await helena.call('DELETE /user/google');
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
});

test('a recipient’s address is confirmed once, by its owner only, and only if we asked', async () => {
  const [helena, stranger] = [await newClient(web), await newClient(web)];
  const id = await askedDelivery(helena, web);
  const confirm = `POST /delivery/${id}/confirm-address`;
  expect((await stranger.call(confirm)).status).toBe(404);
  for (const _ of [1, 2]) {
    const { status, body } = await helena.call(confirm);
    expect([status, body.id, body.asks_address]).toEqual([200, id, false]);
  }
  const events = await web.query(`select 1 from timeline where delivery_id = ? and kind = 'delivery-address-holds'`, [
    id,
  ]);
  expect(events).toHaveLength(1);
  await web.query('update deliveries set address_asked_at = null, address_holds_at = null where id = ?', [id]);
  expect((await helena.call(confirm)).status).toBe(404);
});

test('a public content is reported without a token; one that is not public looks as if it did not exist', async () => {
  const helena = await newClient(web);
  const id = await newLetter(helena);
  const report = (json: object) => call(web, `POST /public/contents/${id}/report`, { json });
  expect((await report({ reason: 'privacy' })).status).toBe(404);
  await web.query('update contents set is_public = true where id = ?', [id]);
  expect((await report({ reason: 'privacy', words: 'My daughter is in it.' })).status).toBe(204);
  expect(fieldsOf(await report({ reason: 'dull' }))).toEqual(['reason']);
  expect(await web.query('select reason from reports where content_id = ?', [id])).toEqual([
    { reason: 'privacy\nMy daughter is in it.' },
  ]);
});
