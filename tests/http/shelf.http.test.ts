/** How each kind of thing looks, on the shelf and whole: as the server sends it, before any script. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { keptFile, PNG, upload } from './files.ts';
import { rawRequest } from './raw.ts';
import { startWeb, type Web } from './web.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');
const LONG = 'Enough flour that the table looks like February. '.repeat(8);

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
});
afterAll(() => web?.stop());

async function page(path: string): Promise<string> {
  const response = await helena.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.text()).replaceAll('<!-- -->', '');
}

/** @returns the page of something that is kept now, and the id of its file */
async function kept(type: string, name: string, bytes?: Buffer): Promise<{ html: string; file: string }> {
  const given = new Uint8Array(bytes ?? (await readFile(resolve(FIXTURES, name))));
  const file = await keptFile(await upload(helena, given, { type, title: `A ${type}`, name }));
  const [row] = await web.query<{ id: string }>('select id from contents where file_id = ?', [file]);
  return { html: await page(`/dashboard/content/${row?.id}`), file };
}

const facts = (html: string) => [...html.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, fact]) => fact);
const download = (file: string) => `href="/api/content/file/${file}?download"`;

describe('whole', () => {
  test('a recording has a player, its filename, its size in MB and a way to have it', async () => {
    holds('S2-27', 'S2-30');
    const { html, file } = await kept('audio', 'fading.mp3');
    expect(html).toMatch(new RegExp(`<audio[^>]*src="/api/content/file/${file}"[^>]*controls=""`));
    expect(html).toMatch(/take-name">fading\.mp3 <span[^>]*>\d+\.\d\d MB</);
    expect(html).toContain(download(file));
    expect(facts(html)).toEqual(['fading.mp3', 'Audio, audio/mpeg', expect.stringMatching(/^\d+\.\d\d MB$/)]);
  });

  test('a film has a player', async () => {
    holds('S2-26');
    const { html, file } = await kept('video', 'teal.mp4');
    expect(html).toMatch(new RegExp(`<video[^>]*src="/api/content/file/${file}"[^>]*controls=""`));
    expect(html).toContain(download(file));
    expect(facts(html).slice(0, 2)).toEqual(['teal.mp4', 'Video, video/mp4']);
  });

  test('a document is a link to have it, and nothing that would open it here', async () => {
    holds('S2-28');
    const { html, file } = await kept('file', 'deed.html', Buffer.from('<!doctype html><script>alert(1)</script>'));
    expect(html).toContain(download(file));
    expect(html).not.toMatch(new RegExp(`src="/api/content/file/${file}`));
    expect(html).not.toMatch(/<(iframe|embed|object|audio|video)/);
    expect(facts(html)).toEqual(['deed.html', 'File, application/octet-stream', '0.01 MB']);
  });

  test('says when it was kept, and what can be done', async () => {
    const { html } = await kept('image', 'sea.png', PNG);
    expect(html).toMatch(/Saved on \d{1,2} \w+ \d{4}\./);
    expect(html).toMatch(/>Make Public<.*>Make Private<.*>Delete</s);
  });
});

test('the dashboard shows the newest six: badge, title, date, and a hundred characters or “File content”', async () => {
  holds('S2-20', 'S9-2', 'C-11');
  const ana = await web.person();
  for (let n = 1; n <= 6; n++) await ana.post('/create', { title: `Letter ${n}`, content: LONG });
  await keptFile(await upload(ana, PNG, { type: 'image', title: 'Your room', name: 'room.png' }));
  const html = (await (await ana.get('/dashboard')).text()).replaceAll('<!-- -->', '');
  const cards = html.match(/<li class="keep".*?<\/li>/gs) ?? [];
  const titles = cards.map((card) => /<h3[^>]*><a[^>]*>([^<]*)/.exec(card)?.[1]);
  expect(titles).toEqual(['Your room', 'Letter 6', 'Letter 5', 'Letter 4', 'Letter 3', 'Letter 2']);
  expect(cards[0]).toMatch(/class="badge">.*Image<.*File content/s);
  expect(cards[1]).toMatch(/class="badge">.*Text</s);
  expect(cards[1]).toContain(`>${LONG.slice(0, 100).trimEnd()}…<`);
  expect(cards[1]).not.toContain('File content');
  for (const card of cards) expect(card).toMatch(/<time dateTime="[^"]+">\d{1,2} \w+ \d{4}</i);
  expect(html).toMatch(/Total Content<\/dt><dd>7</);
});

test('what has a thumbnail is shown by it, on every shelf and in the gallery', async () => {
  holds('S2-20');
  const ana = await web.person();
  const file = await keptFile(await upload(ana, PNG, { type: 'image', title: 'Your room', name: 'room.png' }));
  await web.query('update contents set is_public = true where file_id = ?', [file]);
  await web.query(`update thumbnails set state = 'ready', width = 64, height = 48, sealed = 'x' where file_id = ?`, [
    file,
  ]);
  for (const path of ['/dashboard', '/dashboard/content', '/shared']) {
    const html = await (await ana.get(path)).text();
    const [image] = new RegExp(`<img[^>]*src="/api/content/file/${file}/thumbnail"[^>]*>`).exec(html) ?? [];
    expect([path, image]).toEqual([path, expect.stringMatching(/width="64" height="48" loading="lazy"/)]);
  }
});

test('the gallery has its six categories, in their order', async () => {
  holds('S2-52');
  const html = await page('/shared');
  const [tabs = ''] = /<nav[^>]*aria-label="Category".*?<\/nav>/s.exec(html) ?? [];
  const labels = [...tabs.matchAll(/<a[^>]*>([^<]*)</g)].map(([, label]) => label);
  expect(labels).toEqual(['All', 'Texts', 'Images', 'Videos', 'Audio', 'Documents']);
});

test('keeping has Save, and Cancel leads back', async () => {
  holds('S2-33');
  for (const type of ['text', 'image']) {
    const html = await page(`/create?type=${type}`);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Save<\/button><a[^>]*href="\/dashboard"[^>]*>Cancel<\/a>/);
  }
});

test('a picture that is a script as well is a picture in its own box, and nothing else', async () => {
  const script = Buffer.concat([
    Buffer.from('GIF89a/*'),
    PNG.subarray(0, 30),
    Buffer.from('*/=1;alert(document.domain)'),
  ]);
  const file = await keptFile(await upload(helena, script, { type: 'image', title: 'x', name: 'sea.js' }));
  const { status, headers } = await helena.get(`/api/content/file/${file}`);
  expect([status, Object.fromEntries(headers)]).toMatchObject([
    200,
    {
      'content-type': 'image/gif',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  ]);
});

test('a form that is longer than it says is cut where it says, and nothing of it is kept', async () => {
  const ana = await web.person();
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const field = (name: string, value: string) =>
    `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = `${field('title', 'x')}${field('type', 'file')}--B\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(5_000)}\r\n--B--\r\n`;
  const head = [
    'POST /create/upload HTTP/1.1',
    'host: x',
    `cookie: ${cookie}`,
    'sec-fetch-site: same-origin',
    'content-type: multipart/form-data; boundary=B',
    `content-length: ${body.length - 2_000}`,
    'connection: close',
  ];
  const { status } = await rawRequest(web.origin, `${head.join('\r\n')}\r\n\r\n`, Buffer.from(body));
  expect(status).toBe(400);
  const own = 'from files where owner_id = (select id from users where email = ?)';
  expect(await web.query(`select id ${own}`, [ana.email])).toEqual([]);
});
