/** The page of one delivery as a browser without scripts meets it, and what its buttons do to the recipient's link. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { holds } from '#tests/spec/holds.ts';
import { keptFile, PNG, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let sent: Awaited<ReturnType<typeof sentPicture>>;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  helena = await web.person();
  sent = await sentPicture();
});
afterAll(() => web?.stop());

/** A picture that went to Ana on 4 May 2026, nine o'clock in Lisbon. */
async function sentPicture() {
  const fileId = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png', title: 'The sea' }));
  const [content] = await web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]);
  await helena.post('/schedule', {
    ...{ content_id: content?.id ?? '', delivery_type: 'email', recipient_email: 'ana@example.com' },
    ...{ recipient_name: 'Ana', date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' },
  });
  const [row] = await web.query<{ delivery_id: string }>(
    `update delivery_contents dc set frozen_head = c.head from contents c
     where c.id = dc.content_id and c.id = ? returning dc.delivery_id`,
    [content?.id],
  );
  const id = row?.delivery_id ?? '';
  const at = '2026-05-04T08:00:00Z';
  await web.query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'accepted', ?)`,
    [newId(), id, at],
  );
  await web.query(
    `update deliveries set status = 'sent', scheduled_time = ?, sent_at = ?, finished_at = ?, next_attempt_at = null where id = ?`,
    [at, at, at, id],
  );
  await web.query(
    `insert into timeline (id, owner_id, at, kind, actor, delivery_id, detail)
     select ?, owner_id, ?, 'delivery-sent', 'stillhere', id, '{"revision": 1}' from deliveries where id = ?`,
    [newId(), at, id],
  );
  const link = (epoch = 1) => `/m/${linkSecret(web.keyring, 'delivery', id, epoch)}`;
  return { id, page: `/schedule/${id}`, link, file: `/file/${fileId}` };
}

const row = async () =>
  (await web.query<Record<string, unknown>>('select * from deliveries where id = ?', [sent.id]))[0] ?? {};
const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replace(/<script[\s\S]*?<\/script>/g, '');
const page = async (path = sent.page) => textOf(await helena.get(path));
const recipient = () => web.visitor();
const statusOf = async (path: string) => (await recipient().get(path)).status;

describe('the page', () => {
  test('shows what happened, in its owner’s time zone, and by which channel', async () => {
    holds('C-9', 'C-14');
    const html = await page();
    expect(html).toContain('<h1>The sea</h1>');
    expect(html).toContain('Times are in Lisbon time.');
    expect(html).toMatch(
      /<time dateTime="2026-05-04T08:00:00.000Z">4 May 2026 at 09:00<\/time><p>It went out by email\.<\/p>/,
    );
    expect(html).toContain('It works until 4 May 2028.');
    expect(await page('/schedule')).toContain(`href="${sent.page}"`);
  });

  test('is its owner’s alone, as are its buttons', async () => {
    const stranger = await web.person();
    for (const path of ['', '/resend', '/revoke']) {
      expect([path, (await stranger.get(`${sent.page}${path}`)).status]).toEqual([path, 404]);
      expect([path, (await web.visitor().get(`${sent.page}${path}`)).headers.get('location')]).toEqual([path, '/']);
    }
    for (const act of ['resend', 'revoke', 'extend'])
      expect([act, (await stranger.post(`${sent.page}/${act}`, {})).status]).toEqual([act, 404]);
    expect(await row()).toMatchObject({ revision: 1, link_epoch: 1, link_expires_at: null });
  });
});

describe('its buttons', () => {
  test('send it again, once for one press', async () => {
    const question = await page(`${sent.page}/resend`);
    expect(question).toContain('We’ll send the same message to ana@example.com again, with the same link');
    const [, revision = ''] = /name="revision" value="(\d+)"/.exec(question) ?? [];
    const answers = [];
    for (let n = 0; n < 2; n++) answers.push(await helena.post(`${sent.page}/resend`, { revision }));
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [302, sent.page],
      [302, sent.page],
    ]);
    expect(await row()).toMatchObject({ revision: 2, status: 'pending' });
    expect(await page()).toContain('You sent it again.');
    expect(await statusOf(sent.link())).toBe(200);
    const late = await helena.post(`${sent.page}/resend`, {});
    expect([late.status, await textOf(late)]).toEqual([409, expect.stringContaining('is being sent again')]);
  });

  test('close the link at once, with every file behind it', async () => {
    await recipient().post(sent.link(), { intent: 'open' });
    expect(await statusOf(`${sent.link()}${sent.file}`)).toBe(200);
    expect(await page(`${sent.page}/revoke`)).toContain('Revoke the link?');
    expect((await helena.post(`${sent.page}/revoke`, {})).headers.get('location')).toBe(sent.page);
    for (const path of ['', sent.file, `${sent.file}/thumbnail`, '/all.zip'])
      expect([path, await statusOf(`${sent.link()}${path}`)]).toEqual([path, 410]);
    expect(await textOf(await recipient().get(sent.link()))).toContain('This link was withdrawn');
    expect(await page()).toContain('You revoked the link.');
    expect((await helena.get(`${sent.page}/revoke`)).status).toBe(409);
    expect((await helena.post(`${sent.page}/extend`, {})).status).toBe(409);
  });

  test('let it open again when its time has passed', async () => {
    await web.query("update deliveries set sent_at = now() - interval '25 months' where id = ?", [sent.id]);
    expect(await statusOf(sent.link())).toBe(410);
    expect(await page()).toContain('Extend it to make it work again.');
    expect((await helena.post(`${sent.page}/extend`, {})).headers.get('location')).toBe(sent.page);
    expect(await statusOf(sent.link())).toBe(200);
    expect(await page()).toMatch(/You extended the link: it works until \d+ \w+ \d{4}\./);
  });
});

test('what failed is tried again by another way, with the number asked for where it is missing', async () => {
  await web.query("update deliveries set status = 'failed', failure_code = 'bounced' where id = ?", [sent.id]);
  const shown = async (query: string) => {
    const form = await page(`${sent.page}/retry${query}`);
    return [...form.matchAll(/<input[^>]*name="(recipient_\w+)"[^>]*>/g)].map(([input, name]) => [
      name,
      input.includes('type="hidden"'),
      input.includes('autofocus'),
    ]);
  };
  // To the same recipient with one button; to another with the address to begin at.
  expect(await shown('')).toEqual([
    ['recipient_phone', true, false],
    ['recipient_email', true, false],
  ]);
  expect(await shown('?correct')).toEqual([
    ['recipient_phone', false, false],
    ['recipient_email', false, true],
  ]);
  const wish = { recipient_email: 'ana.duarte@example.com', delivery_type: 'whatsapp', phone_country: 'PT' };
  const refused = await helena.post(`${sent.page}/retry`, wish);
  expect([refused.status, await textOf(refused)]).toEqual([422, expect.stringContaining('it’s needed for WhatsApp')]);
  expect((await helena.post(`${sent.page}/retry`, { ...wish, recipient_phone: '912345678' })).status).toBe(302);
  expect(await row()).toMatchObject({
    ...{ status: 'pending', revision: 2, channel: 'whatsapp', recipient_phone: '+351912345678' },
    ...{ recipient_email: 'ana.duarte@example.com', link_epoch: 2 },
  });
  expect(await page('/schedule')).toContain('+351 912 345 678, by WhatsApp');
  // The mail about the failure is still there, and its link leads to what came of it.
  expect((await helena.get(`${sent.page}/retry`)).headers.get('location')).toBe(sent.page);
});

describe('what its recipient saves', () => {
  const isNoted = async () => (await row()).downloaded_at !== null;
  const noted = () => expect.poll(isNoted).toBe(true);

  test('is in the timeline, and neither a preview nor a later part is', async () => {
    await recipient().post(sent.link(), { intent: 'open' });
    const file = `${web.origin}${sent.link()}${sent.file}`;
    for (const request of [
      new Request(file),
      new Request(`${file}?download`, { method: 'HEAD' }),
      new Request(`${file}?download`, { headers: { range: 'bytes=9-' } }),
    ])
      await (await fetch(request)).arrayBuffer();
    expect(await isNoted()).toBe(false);
    await (await fetch(`${file}?download`, { headers: { range: 'bytes=0-' } })).arrayBuffer();
    await noted();
    expect(await page()).toContain('A copy of some of it was saved.');
  });

  test('is served whether or not that can be recorded', async () => {
    await recipient().post(sent.link(), { intent: 'open' });
    await web.query('alter table timeline rename to away');
    try {
      const response = await fetch(`${web.origin}${sent.link()}/all.zip`);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      expect(response.status).toBe(200);
    } finally {
      await web.query('alter table away rename to timeline');
    }
    await (await fetch(`${web.origin}${sent.link()}/all.zip`)).arrayBuffer();
    await noted();
  });
});
