/** "Nothing more": the page of each message, as people, mail scanners and mail programs meet it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { correspondentOf } from '#services/limits/correspondents.ts';
import { newClient, newLetter } from '#tests/api/client.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());

let link: string;
let owner: string;
beforeEach(async () => {
  const person = await web.person('Helena Duarte');
  const [user] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
  owner = user?.id ?? '';
  const address = `${person.email.split('@')[0]}@recipients.example`;
  const { id } = await correspondentOf(web.fork(), web.keyring, { ownerId: owner, address });
  link = `/stop/${linkSecret(web.keyring, 'stop', id, 1)}`;
});

const state = async () => {
  const [row] = await web.query<{ person: boolean; stillhere: boolean }>(
    `select c.stopped_at is not null as person, s.stopped_at is not null as stillhere
     from correspondents c left join stopped_addresses s using (address_hash) where c.owner_id = ?`,
    [owner],
  );
  return row;
};
const NOTHING = { person: false, stillhere: false };
const ask = (path: string, init: RequestInit = {}) => web.visitor().send(path, init);
const press = (query = '', headers: Record<string, string> = {}) =>
  ask(`${link}${query}`, { method: 'POST', headers, body: new URLSearchParams() });

describe('looking', () => {
  test('shows who sent it and two choices, and changes nothing: mail scanners follow every link', async () => {
    for (const query of ['', '?from=person', '?undo=person']) {
      const answer = await ask(`${link}${query}`);
      expect(answer.status).toBe(200);
      const page = await answer.text();
      expect(page).toContain('Nothing more from Helena Duarte');
      expect(page).toContain('Nothing more from Stillhere');
      expect(page).not.toMatch(/<script/);
    }
    const asking = await (await ask(`${link}?from=stillhere`)).text();
    expect(asking).toContain('Do you want nothing more from Stillhere?');
    expect(asking).not.toContain('Nothing more from Helena Duarte');
    await ask(link, { method: 'HEAD' });
    expect(await state()).toEqual(NOTHING);
  });
});

describe('a mail program’s one POST', () => {
  test.each<[name: string, headers: Record<string, string>]>([
    ['from its server', {}],
    ['from a page of its own', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
  ])('stops messages from this person, without cookies, %s', async (_, headers) => {
    const visitor = web.visitor();
    const body = new URLSearchParams('List-Unsubscribe=One-Click');
    expect((await visitor.send(link, { method: 'POST', headers, body })).status).toBe(200);
    expect(visitor.cookies.size).toBe(0);
    expect(await state()).toEqual({ person: true, stillhere: false });
  });

  test('may come as the form data that RFC 8058 recommends, and twice', async () => {
    for (const _ of [1, 2]) {
      const body = new FormData();
      body.append('List-Unsubscribe', 'One-Click');
      expect((await ask(link, { method: 'POST', body })).status).toBe(200);
    }
    expect(await state()).toEqual({ person: true, stillhere: false });
  });
});

describe('the buttons of the page', () => {
  test('stop one person or everybody, and take both back', async () => {
    expect(await (await press('?from=person')).text()).toContain('You get nothing more from Helena Duarte.');
    expect(await (await press('?from=stillhere')).text()).toContain('You get nothing more from Stillhere.');
    expect(await state()).toEqual({ person: true, stillhere: true });
    expect(await (await press('?undo=person')).text()).not.toContain('You get nothing more from Helena Duarte.');
    await press('?undo=stillhere');
    expect(await state()).toEqual(NOTHING);
  });

  test('work after the account was deleted', async () => {
    await web.query('delete from users where id = ?', [owner]);
    const page = await (await press('?from=person')).text();
    expect(page).toContain('You get nothing more from this person.');
  });
});

test('the owner cannot schedule to a person who stopped them', async () => {
  const client = await newClient(web);
  const toAna = { ownerId: client.id, address: 'ana@example.com' };
  const { id } = await correspondentOf(web.fork(), web.keyring, toAna);
  await ask(`/stop/${linkSecret(web.keyring, 'stop', id, 1)}`, { method: 'POST' });
  const json = {
    content_id: await newLetter(client),
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    scheduled_time: '2040-05-04T09:00:00Z',
  };
  expect(await client.call('POST /delivery/schedule', { json })).toMatchObject({
    status: 422,
    body: {
      code: 'validation-failed',
      errors: [{ field: 'recipient_email', message: expect.stringContaining('asked us to send them nothing more') }],
    },
  });
});

test('another secret does nothing, and is counted', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  for (const secret of ['x', linkSecret(web.keyring, 'delivery', owner, 1), linkSecret(web.keyring, 'stop', owner, 1)])
    for (const method of ['GET', 'POST'])
      expect((await ask(`/stop/${secret}`, { method, headers: from })).status).toBe(404);
  await web.query('update rate_limits set points = ? where key like ?', [
    WRONG_LINKS_FROM.tries,
    `${WRONG_LINKS_FROM.name}:%`,
  ]);
  expect((await ask('/stop/x', { headers: from })).status).toBe(429);
  expect((await ask(link, { headers: from })).status).toBe(200);
  expect(await state()).toEqual(NOTHING);
});
