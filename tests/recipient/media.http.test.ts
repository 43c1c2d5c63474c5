/** Files of a delivery: only by its link, and only after it was opened. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { checkEveryFile, keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let web: Web;
let helena: Person;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
});
afterAll(() => web?.stop());

/** How a PDF comes to the browser's own viewer, which works in no sandbox. */
const READ = {
  'content-type': 'application/pdf',
  'content-disposition': 'inline; filename=deed.pdf',
  'content-security-policy': "script-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** A file that was sent a moment ago: a picture, unless another is given. */
async function sent(person: Person, file = { bytes: PNG, type: 'image', name: 'sea.png' }) {
  const { bytes, type, name } = file;
  const fileId = await keptFile(await upload(person, bytes, { type, name, title: 'The sea' }));
  const [content] = await web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]);
  const scheduled = await person.post('/schedule', {
    content_id: content?.id ?? '',
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    date: '2040-05-04',
    time: '08:00',
    time_zone: 'Europe/Lisbon',
  });
  expect(scheduled.status).toBe(302);
  const [row] = await web.query<{ delivery_id: string }>(
    `update delivery_contents dc set frozen_head = c.head from contents c
     where c.id = dc.content_id and c.id = ? returning dc.delivery_id`,
    [content?.id],
  );
  const id = row?.delivery_id ?? '';
  await web.query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'accepted', now())`,
    [newId(), id],
  );
  await web.query(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  const link = `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;
  return { id, link, contentId: content?.id ?? '', media: `${link}/file/${fileId}`, fileId };
}

describe('a file that was sent', () => {
  test('is announced as one, and can be had once it was opened: whole, in parts, to keep', async () => {
    const { link, media } = await sent(helena);
    const visitor = web.visitor();
    expect(await (await visitor.get(link)).text()).toContain('Helena Duarte left a picture for you.');
    const before = await visitor.get(media);
    expect([before.status, before.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);

    const page = await (await visitor.post(link, { intent: 'open' })).text();
    expect(page).toContain(`<img src="${media}" alt="The sea" loading="lazy"/>`);
    const whole = await visitor.get(media);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename=sea.png',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex',
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(PNG)).toBe(true);
    const part = await visitor.get(media, { range: 'bytes=0-3' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    expect((await visitor.get(`${media}?download`)).headers.get('content-disposition')).toContain('attachment');
    const head = await visitor.send(media, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, `${PNG.length}`, '']);
  });

  test('and is a document: has its content type, as a sandboxed download', async () => {
    const pdf = { bytes: Buffer.from('%PDF-1.7\n%%EOF\n'), type: 'file', name: 'deed.pdf' };
    const { link, media } = await sent(helena, pdf);
    const visitor = web.visitor();
    await visitor.post(link, { intent: 'open' });
    const response = await visitor.get(media);
    expect([response.status, await response.text()]).toEqual([200, '%PDF-1.7\n%%EOF\n']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=deed.pdf',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const read = await visitor.get(`${media}?read`);
    expect([read.status, Object.fromEntries(read.headers)]).toMatchObject([200, READ]);
    expect((await visitor.get(`${media}?read&download`)).headers.get('content-disposition')).toContain('attachment');
  });

  test('and is no PDF: is a sandboxed download also when it is asked for to be read', async () => {
    const page = { bytes: Buffer.from('<!doctype html><script>alert(1)</script>'), type: 'file', name: 'deed.pdf' };
    const { link, media } = await sent(helena, page);
    const visitor = web.visitor();
    await visitor.post(link, { intent: 'open' });
    expect(Object.fromEntries((await visitor.get(`${media}?read`)).headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=deed.pdf',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('opens by no other link, no other file by its link, and not by the address that its owner uses', async () => {
    const [one, other] = [await sent(helena), await sent(helena)];
    const visitor = web.visitor();
    for (const { link } of [one, other]) await visitor.post(link, { intent: 'open' });
    expect((await visitor.get(one.media)).status).toBe(200);
    expect((await visitor.get(`${one.link}/file/${other.fileId}`)).status).toBe(404);
    expect((await visitor.get(`/api/content/file/${one.fileId}`)).status).toBe(404);
    expect((await visitor.get(one.media.replace(/.{8}\/file/, 'AAAAAAAA/file'))).status).toBe(404);
  });

  test('is gone with its link: refused, or revoked', async () => {
    const { id, link, media } = await sent(helena);
    const visitor = web.visitor();
    await visitor.post(link, { intent: 'open' });
    await web.query('update deliveries set link_epoch = 2 where id = ?', [id]);
    const response = await visitor.get(media);
    expect([response.status, await response.text()]).toMatchObject([410, expect.stringContaining('withdrawn')]);
  });

  test('is withdrawn when its owner deletes it: the link says so kindly', async () => {
    const person = await web.person();
    const { link, media, contentId } = await sent(person);
    const visitor = web.visitor();
    await visitor.post(link, { intent: 'open' });
    const deleted = await person.post(`/content/${contentId}/delete`);
    expect(deleted.status).toBe(302);
    for (const address of [link, media]) {
      const response = await visitor.get(address);
      expect([response.status, await response.text()]).toMatchObject([410, expect.stringContaining('withdrawn')]);
    }
  });

  test('that is damaged says so in its place and at its address, and gives no advice that cannot help', async () => {
    const { link, media, fileId } = await sent(helena);
    await web.query(
      'update files set seal_header = set_byte(seal_header, 9, get_byte(seal_header, 9) # 1) where id = ?',
      [fileId],
    );
    checkEveryFile();
    const visitor = web.visitor();
    const page = await (await visitor.post(link, { intent: 'open' })).text();
    expect([page.includes(say(damageTexts.file)), page.includes('<img'), page.includes(media)]).toEqual([
      true,
      false,
      false,
    ]);
    const response = await visitor.get(`${media}?download`, { accept: 'text/html' });
    const words = await response.text();
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, null]);
    expect(words).toContain(say(damageTexts.file));
    expect(words).not.toMatch(/stays good|is safe|try again/i);
  });
});
