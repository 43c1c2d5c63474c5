/** The gallery: public items, items that are private again, and reports. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seal } from '#services/crypto/seal.ts';
import { eventually } from '#tests/harness/process.ts';
import { holds } from '#tests/spec/holds.ts';
import { keptFile, PNG, upload } from './files.ts';
import { startWebOnCable, type WebOnCable } from './web.ts';

const SOME_ID = '01980000-0000-7000-8000-000000000000';
const EMPTY = 'No content in this category yet.';
const LONG = 'Enough flour that the table looks like February. '.repeat(8);

let web: WebOnCable;
let owner: Awaited<ReturnType<WebOnCable['person']>>;
let picture: { id: string; file: string };
beforeAll(async () => {
  web = await startWebOnCable();
  owner = await web.person('Zuleika Quintanilha', 'premium');
  picture = await publicPicture('The last evening of the old boat');
  await write('A recipe without numbers', LONG);
  await owner.post('/create', { type: 'text', title: 'Only mine', content: 'Nobody else reads this.' });
});
afterAll(() => web?.stop());

async function write(title: string, content = 'A few lines.'): Promise<string> {
  const fields = { type: 'text', title, content, is_public: 'on' };
  const { status } = await owner.post('/create', fields);
  expect(status).toBe(302);
  const [row] = await web.query<{ id: string }>('select id from contents order by created_at desc, id desc limit 1');
  return row?.id ?? '';
}

async function publicPicture(title: string): Promise<{ id: string; file: string }> {
  const file = await keptFile(await upload(owner, PNG, { type: 'image', title, name: 'boat.png', isPublic: true }));
  const [row] = await web.query<{ id: string }>('select id from contents where file_id = ?', [file]);
  return { id: row?.id ?? '', file };
}

/** Gives a picture its thumbnail, as the worker would. */
async function drawThumbnail(file: string): Promise<void> {
  const [user] = await web.query<{ id: string; wrapped_key: Buffer }>(
    'select id, wrapped_key from users where email = ?',
    [owner.email],
  );
  if (!user) throw new Error('the owner is gone');
  const sealed = seal(web.keyring.openPersonKey(user.wrapped_key, user.id), { kind: 'thumbnail', id: file }, PNG);
  await web.query(
    `insert into thumbnails (file_id, state, width, height, sealed) values (?, 'ready', 1, 1, ?)
     on conflict (file_id) do update set state = 'ready', width = 1, height = 1, sealed = excluded.sealed`,
    [file, sealed],
  );
}

async function page(path: string, from = web.visitor()): Promise<string> {
  const response = await from.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const titlesOf = (html: string) => [...html.matchAll(/<h2 class="name"><a[^>]*>([^<]*)/g)].map(([, title]) => title);

describe('the gallery', () => {
  test('shows visitors what is public, the newest first, by category', async () => {
    holds('S1-5', 'S2-2', 'S2-52', 'S2-55');
    const all = ['A recipe without numbers', 'The last evening of the old boat'];
    expect(titlesOf(await page('/shared'))).toEqual(all);
    expect(titlesOf(await page('/shared?type=text'))).toEqual(all.slice(0, 1));
    expect(titlesOf(await page('/shared?type=image'))).toEqual(all.slice(1));
    expect(await page('/shared?type=file')).toContain('<title>Documents · Shared Memories · Stillhere</title>');
    for (const unknown of ['type=poem', 'type=', 'type=text%00', 'type=__proto__', 'cursor=nonsense']) {
      const { status, headers } = await web.visitor().get(`/shared?${unknown}`);
      expect([unknown, status, headers.get('location')]).toEqual([unknown, 302, '/shared']);
    }
    for (const type of ['video', 'audio', 'file']) {
      const html = await page(`/shared?type=${type}`);
      expect(titlesOf(html)).toEqual([]);
      expect(html).toContain(EMPTY);
    }
  });

  test('shows the first 150 characters of a text', async () => {
    holds('S2-53', 'S9-3');
    const html = await page('/shared?type=text');
    expect(html).toContain(`<p class="excerpt">${LONG.slice(0, 150)}…</p>`);
    expect(html.split('Enough flour').length).toBeLessThan(10);
  });

  test('gives visitors their own ways to go, and signed-in people theirs', async () => {
    const visitors = await page('/shared');
    expect(visitors).toMatch(/href="\/auth"[^>]*>Sign In</);
    expect(visitors).not.toContain('Logout');
    const theirs = await page('/shared', owner);
    expect(theirs).toContain('Logout');
    expect(theirs).not.toContain('Sign In');
    expect(titlesOf(theirs)).toEqual(titlesOf(visitors));
  });

  test('does not say whose it is', async () => {
    const [{ id = '' } = {}] = await web.query<{ id: string }>('select id from users where email = ?', [owner.email]);
    for (const path of ['/shared', `/shared/${picture.id}`]) {
      const response = await web.visitor().get(path);
      const text = await response.text();
      expect(text).toContain('The last evening of the old boat');
      for (const secret of ['Zuleika', owner.email, id, 'Only mine', 'is_emergency', 'is_public', 'wrapped'])
        expect(text).not.toContain(secret);
    }
  });

  test('goes on page by page, each thing once', async () => {
    for (let n = 1; n <= 26; n++) await write(`Letter ${n}`);
    const seen: (string | undefined)[] = [];
    let path: string | undefined = '/shared?type=text';
    for (let pages = 0; path && pages < 5; pages++) {
      const html: string = await page(path);
      expect(titlesOf(html).length).toBeLessThanOrEqual(24);
      seen.push(...titlesOf(html));
      path = /href="([^"]*)"[^>]*>Older</.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual([...Array.from({ length: 26 }, (_, n) => `Letter ${26 - n}`), 'A recipe without numbers']);
    await web.query(
      `delete from contents where type = 'text' and created_at > (select min(created_at) from contents where type = 'text')`,
    );
  });

  test.each(['x', '%00', 'bm90IGEgY3Vyc29y'])('begins at its top where %s is asked for', async (cursor) => {
    const response = await web.visitor().get(`/shared?type=text&cursor=${cursor}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/shared?type=text']);
  });
});

describe('what is public', () => {
  test('is kept by no shared cache, and asked for again each time', async () => {
    for (const path of ['/shared', `/shared/${picture.id}`, `/api/content/file/${picture.file}`]) {
      const control = (await web.visitor().get(path)).headers.get('cache-control');
      expect([path, control]).toEqual([path, expect.stringMatching(/^private, no-(cache|store)$/)]);
    }
  });

  test('is for everyone, and for nobody else as soon as it is private again', async () => {
    holds('C-10', 'C-16');
    const { id, file } = await publicPicture('For an hour');
    await drawThumbnail(file);
    const [look, bytes] = [`/shared/${id}`, `/api/content/file/${file}`];
    const visitor = web.visitor();
    const before = await visitor.get(bytes);
    const etag = before.headers.get('etag') ?? '';
    expect(Buffer.from(await before.arrayBuffer()).equals(PNG)).toBe(true);
    expect((await visitor.get(bytes, { 'if-none-match': etag })).status).toBe(304);
    expect(await page(look)).toContain('For an hour');
    expect((await visitor.get(`${bytes}/thumbnail`)).status).toBe(200);

    await web.query('update contents set is_public = false where id = ?', [id]);
    const stranger = await web.person('A stranger');
    for (const from of [visitor, stranger]) {
      for (const path of [look, bytes, `${bytes}?download`, `${bytes}/thumbnail`, `${look}/report`]) {
        const answer = await from.get(path, { 'if-none-match': etag, range: 'bytes=0-10' });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(await answer.text()).not.toContain('For an hour');
      }
      expect((await from.send(bytes, { method: 'HEAD' })).status).toBe(404);
      expect(await page('/shared', from)).not.toContain('For an hour');
    }
    expect((await owner.get(bytes)).status).toBe(200);
    expect((await owner.get(look)).status).toBe(404);
  });

  test.each([SOME_ID, 'not-an-id', '%00', "'--"])('does not exist as %s, and a page of ours says so', async (id) => {
    const response = await web.visitor().get(`/shared/${id}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This isn’t in the gallery.');
  });
});

describe('a report', () => {
  const reports = () => web.query<{ content_id: string; reason: string }>('select content_id, reason from reports');

  test('is taken from anyone, and thanked for; sent twice it is one', async () => {
    const visitor = web.visitor();
    const path = `/shared/${picture.id}/report`;
    const opened = await page(path, visitor);
    expect(opened).toContain('The last evening of the old boat');
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(opened) ?? [];
    const said = { reason: 'stolen', words: 'That is my boat.\r\nTruly.', once };
    for (const answer of await Promise.all([visitor.post(path, said), visitor.post(path, said)]))
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/shared']);
    expect(await page('/shared', visitor)).toContain('Thank you. We’ll look at it.');
    expect(await reports()).toEqual([{ content_id: picture.id, reason: 'stolen\nThat is my boat.\nTruly.' }]);
  });

  test('comes back with every word when it says not what is wrong', async () => {
    await web.query('delete from reports');
    const path = `/shared/${picture.id}/report`;
    for (const fields of [{}, { reason: 'boredom' }, { reason: 'other', length: '1001' }] as Record<string, string>[]) {
      const words = 'w'.repeat(Number(fields.length ?? 20));
      const answer = await web.visitor().post(path, { ...fields, words });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(`${words}</textarea>`);
    }
    expect((await web.visitor().post(`/shared/${SOME_ID}/report`, { reason: 'other' })).status).toBe(404);
    const forged = await web.visitor().post(path, { reason: 'other' }, { 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(403);
    expect(await reports()).toEqual([]);
  });
});

test('while the database is away the gallery is empty and silent', async () => {
  holds('S8-32');
  await web.database.cut();
  for (const from of [web.visitor(), owner]) {
    const response = await from.get('/shared');
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain('Shared Memories');
    expect(html).toContain(EMPTY);
    expect(html).not.toMatch(/Error|Something went wrong/);
  }
  const one = await web.visitor().get(`/shared/${picture.id}`);
  expect([one.status, await one.text()]).toEqual([
    503,
    expect.stringContaining('We can’t reach the gallery right now.'),
  ]);
  const report = await web.visitor().post(`/shared/${picture.id}/report`, { reason: 'other', words: 'Every word.' });
  expect([report.status, await report.text()]).toEqual([503, expect.stringContaining('can’t reach the gallery')]);
  await web.database.mend();
  await eventually(
    async () => titlesOf(await (await web.visitor().get('/shared')).text()),
    (titles) => titles.length > 0,
  );
});
