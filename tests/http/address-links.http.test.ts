/** The question whether an address is still right, as people, old phones and mail scanners meet it, and on the pages of its owner. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { lookAt } from './look.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

/** An owner with a delivery in 20 days, who was asked about its address. */
async function asked() {
  const person = await web.person();
  const { headers } = await person.post('/create', { title: 'How we chose your name', content: 'Dear Ana' });
  const letter = new URL(headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  const id = newId();
  await web.query(
    `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
       revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at, address_asked_at)
     select ?, id, 'email', 'ana@example.com', 'Ana', now() + interval '20 days', 'Europe/Lisbon', 'pending', 'owner',
       1, 1, now() + interval '20 days', false, 1, now() - interval '1 year', now() from users where email = ?`,
    [id, person.email],
  );
  await web.query(
    'insert into delivery_contents (id, delivery_id, content_id, sealed_as, position) values (?, ?, ?, ?, 0)',
    [newId(), id, letter, letter],
  );
  await web.query(
    `insert into notices (id, owner_id, kind, delivery_id, revision, created_at)
     select ?, owner_id, 'address-check', id, 1, now() from deliveries where id = ?`,
    [newId(), id],
  );
  return { person, id, link: `/address/${linkSecret(web.keyring, 'address', id, 1)}` };
}

const heldAt = async (id: string) =>
  (await web.query<{ at: string | null }>('select address_holds_at as at from deliveries where id = ?', [id]))[0]?.at;

const look = (path: string) => lookAt(web, path);

describe('the link of the question', () => {
  test('shows to whom and when, not what; looking changes nothing', async () => {
    const { id, link } = await asked();
    const [status, page] = await look(link);
    expect([status, page]).toEqual([200, expect.stringContaining('Ana, ana@example.com')]);
    expect(page).not.toContain('How we chose your name');
    const head = await web.visitor().send(link, { method: 'HEAD' });
    expect([head.status, await head.text(), await heldAt(id)]).toEqual([200, '', null]);
  });

  test('says yes with one tap, also from a phone that says nothing of where a form came from, and signs nobody in', async () => {
    const { id, link } = await asked();
    const visitor = web.visitor();
    const answer = await visitor.send(link, { method: 'POST', body: new URLSearchParams() });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('The address stays.')]);
    expect(await heldAt(id)).not.toBeNull();
    expect(visitor.cookies.size).toBe(0);
    expect((await visitor.post(link)).status).toBe(200);
    const said = await web.query("select 1 from timeline where delivery_id = ? and kind = 'delivery-address-holds'", [
      id,
    ]);
    expect(said).toHaveLength(1);
  });

  test('cannot be answered from another site', async () => {
    const { id, link } = await asked();
    const from = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await web.visitor().post(link, {}, from)).status).toBe(403);
    expect(await heldAt(id)).toBeNull();
  });

  test('of what was changed since, or deleted, is gone and says so; of nothing it is not found, and counted', async () => {
    const { id, link } = await asked();
    await web.query('update deliveries set revision = 2, address_asked_at = null where id = ?', [id]);
    expect(await look(link)).toEqual([410, expect.stringContaining('You’ve changed this delivery since.')]);
    expect((await web.visitor().post(link)).status).toBe(410);
    await web.query('update deliveries set deleted_at = now(), next_attempt_at = null where id = ?', [id]);
    expect(await look(link)).toEqual([410, expect.stringContaining('You’ve deleted this delivery.')]);
    for (const wrong of [`/address/${linkSecret(web.keyring, 'delivery', id, 1)}`, '/address/x'])
      expect((await look(wrong))[0]).toBe(404);
    const from = { 'x-forwarded-for': '203.0.113.9' };
    await web.visitor().get('/address/x', from);
    await web.query('update rate_limits set points = ? where key like ?', [
      WRONG_LINKS_FROM.tries,
      `${WRONG_LINKS_FROM.name}:%`,
    ]);
    expect((await web.visitor().get('/address/x', from)).status).toBe(429);
    expect((await web.visitor().get(link, from)).status).toBe(410);
  });
});

describe('on the pages of its owner', () => {
  const QUESTION = 'Is this address still right?';

  test.each(['/dashboard', '/schedule'])('%s asks until it is answered there', async (path) => {
    const { person, id } = await asked();
    const before = await (await person.get(path)).text();
    expect(before).toContain(QUESTION);
    expect(before).toContain(`action="/schedule/${id}/address"`);
    // One way to change it, and no second button beside it that leads there.
    expect(before.split(`href="/schedule/${id}/edit"`)).toHaveLength(2);
    const answer = await person.post(`/schedule/${id}/address`, {}, { referer: `${web.origin}${path}` });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, path]);
    expect(await (await person.get(path)).text()).not.toContain(QUESTION);
  });

  test('another account cannot answer', async () => {
    const [{ id }, stranger] = [await asked(), await web.person()];
    const answer = await stranger.post(`/schedule/${id}/address`);
    expect([answer.headers.get('location'), await heldAt(id)]).toEqual(['/schedule', null]);
    expect((await web.visitor().post(`/schedule/${id}/address`)).status).toBe(401);
  });

  test('what failed can be corrected and tried again, and what is late says that we keep trying', async () => {
    const { person, id } = await asked();
    await web.query(
      `update deliveries set scheduled_time = now() - interval '2 hours', next_attempt_at = now() where id = ?`,
      [id],
    );
    await web.query(
      `insert into delivery_attempts (id, delivery_id, revision, n, state, rejection, started_at)
       values (?, ?, 1, 1, 'rejected', 'transient', now() - interval '61 minutes')`,
      [newId(), id],
    );
    for (const path of ['/dashboard', '/schedule'])
      expect(await (await person.get(path)).text()).toContain('Delayed: we keep trying');
    await web.query(
      "update deliveries set status = 'failed', failure_code = 'reported', finished_at = now(), next_attempt_at = null where id = ?",
      [id],
    );
    for (const path of ['/dashboard', '/schedule']) {
      const page = await (await person.get(path)).text();
      for (const words of ['Correct address', 'Try again', 'marked the message as spam']) expect(page).toContain(words);
    }
  });
});
