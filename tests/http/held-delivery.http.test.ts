/** What an owner reads of a delivery that operators hold: in the list and on its page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { newId } from '#services/ids.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('the list and the page of a held delivery say that our team holds it, until they let it go', async () => {
  const person = await web.person();
  const { headers } = await person.post('/create', { title: 'How we chose your name', content: 'Dear Ana' });
  const letter = new URL(headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  const id = newId();
  await web.query(
    `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
       revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
     select ?, id, 'email', 'ana@example.com', 'Ana', '2056-01-01T09:00Z', 'UTC', 'pending', 'owner',
       1, 1, '2056-01-01T09:00Z', false, 1, now() from users where email = ?`,
    [id, person.email],
  );
  await web.query(
    'insert into delivery_contents (id, delivery_id, content_id, sealed_as, position) values (?, ?, ?, ?, 0)',
    [newId(), id, letter, letter],
  );
  const read = async (path: string) => (await (await person.get(path)).text()).replaceAll('&#x27;', "'");
  expect(await read('/schedule')).not.toContain('On hold');
  await holdDeliveries(web.fork(), [id]);
  expect(await read('/schedule')).toContain('Our team has put it on hold.');
  const page = await read(`/schedule/${id}`);
  expect(page).toContain('Our team put it on hold.');
  expect(page).toContain('If our team has taken it off hold by then, we’ll send it by email.');
  await web.query(
    "update deliveries set scheduled_time = now() - interval '1 day', next_attempt_at = now() where id = ?",
    [id],
  );
  expect(await read(`/schedule/${id}`)).toContain('We’ll send it by email as soon as our team takes it off hold.');
  await unholdDeliveries(web.fork(), [id]);
  expect(await read('/schedule')).not.toContain('put it on hold');
});
