/** Nothing is sent for an owner whose address nobody has confirmed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newLetter } from '#tests/api/client.ts';
import { finishedDelivery } from '#tests/api/rows.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const WISH = {
  delivery_type: 'email',
  recipient_name: 'Ana',
  recipient_email: 'ana@example.com',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
};
const text = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const OFFER = /<button[^>]*name="resend"[^>]*>Resend email<\/button>/;

/** A person with a letter. */
async function withLetter() {
  const nora = await web.person('Nora');
  const kept = await nora.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
  const content_id = new URL(kept.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  return { nora, content_id };
}

test('the page keeps what was typed, mails the link again, and schedules once the address is confirmed', async () => {
  const { nora, content_id } = await withLetter();
  await unconfirm(web.query, nora.email);
  const send = (change: Record<string, string> = {}) => nora.post('/schedule?new', { content_id, ...WISH, ...change });

  const refused = await send();
  expect(refused.status).toBe(403);
  const page = await text(refused);
  expect(page).toContain(`Please confirm ${nora.email} first: open the link we emailed there`);
  expect(page).toContain('Error scheduling delivery');
  expect(page).toMatch(OFFER);
  for (const value of ['Ana', 'ana@example.com', '2031-05-04', '09:00']) expect(page).toContain(`value="${value}"`);

  await web.query('delete from jobs');
  const resent = await send({ resend: '' });
  const again = await text(resent);
  expect([resent.status, again.includes('We’ve emailed the link again')]).toEqual([200, true]);
  for (const value of ['Ana', 'ana@example.com', '2031-05-04', '09:00']) expect(again).toContain(`value="${value}"`);
  expect(await web.query('select kind from account_mails where email = ?', [nora.email])).toHaveLength(2);
  expect(await web.query('select 1 from deliveries')).toEqual([]);

  await web.query('update users set email_confirmed_at = now() where email = ?', [nora.email]);
  const confirmed = await text(await send({ resend: '' }));
  expect(confirmed).toContain('Your email is confirmed. You can go on.');
  expect(confirmed).not.toContain('name="resend"');
  expect((await send()).headers.get('location')).toBe('/schedule');
});

test.each(['edit', 'retry'])(
  'the page /schedule/<id>/%s offers to mail the link again too, and keeps what was typed',
  async (verb) => {
    const { nora, content_id } = await withLetter();
    await nora.post('/schedule?new', { content_id, ...WISH });
    const [delivery] = await web.query<{ id: string }>(
      'select delivery_id as id from delivery_contents where content_id = ?',
      [content_id],
    );
    if (verb === 'retry')
      await web.query(
        `update deliveries set status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null
         where id = ?`,
        [delivery?.id],
      );
    await unconfirm(web.query, nora.email);
    const send = (change: Record<string, string> = {}) =>
      nora.post(`/schedule/${delivery?.id}/${verb}`, { ...WISH, recipient_email: 'rui@example.com', ...change });

    const refused = await send();
    const page = await text(refused);
    expect([refused.status, OFFER.test(page)]).toEqual([403, true]);
    expect(page).toContain('value="rui@example.com"');

    const again = await text(await send({ resend: 'yes' }));
    expect(again).toContain('We’ve emailed the link again');
    expect([OFFER.test(again), again.includes('value="rui@example.com"')]).toEqual([true, true]);

    await web.query('update users set email_confirmed_at = now() where email = ?', [nora.email]);
    expect((await send()).headers.get('location')).toBe('/schedule');
  },
);

test('a message is not sent again, and the page of its delivery says why', async () => {
  const { nora, content_id } = await withLetter();
  await nora.post('/schedule?new', { content_id, ...WISH });
  const [delivery] = await web.query<{ id: string }>(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null
     where id = (select delivery_id from delivery_contents where content_id = ?) returning id`,
    [content_id],
  );
  await unconfirm(web.query, nora.email);
  const refused = await nora.post(`/schedule/${delivery?.id}/resend`);
  expect([refused.status, refused.headers.get('location')]).toEqual([302, `/schedule/${delivery?.id}`]);
  const page = await text(await nora.get(`/schedule/${delivery?.id}`));
  expect(page).toContain(`Please confirm ${nora.email} first`);
  expect(page).toContain('Resend email');
});

test('a program is refused with address-unconfirmed, and can still delete', async () => {
  const nora = await newClient(web);
  const content_id = await newLetter(nora);
  const wish = { content_id, recipient_email: 'ana@example.com', scheduled_time: '2031-05-04T09:00:00Z' };
  const schedule = () =>
    nora.call<{ id: string }>('POST /delivery/schedule', { json: { ...wish, delivery_type: 'email' } });
  const { id } = (await schedule()).body;
  const failed = await finishedDelivery(nora, web, 'failed');
  const sent = await finishedDelivery(nora, web, 'sent');
  await unconfirm(web.query, nora.id);
  const refused = [
    await schedule(),
    await nora.call(`PUT /delivery/${id}`, { json: { recipient_email: 'rui@example.com' } }),
    await nora.call(`POST /delivery/${failed}/retry`, { json: { recipient_email: 'rui@example.com' } }),
    await nora.call(`POST /delivery/${sent}/resend`),
  ];
  for (const { status, body } of refused)
    expect([status, (body as Record<string, unknown>).code]).toEqual([403, 'address-unconfirmed']);
  expect((await nora.call(`DELETE /delivery/${id}`)).status).toBe(204);
});
