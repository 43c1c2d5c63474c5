/** What a public page is called where its address is passed on, and that no other page is called anything. */
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';

const PUBLIC = ['/', '/pricing', '/shared', '/shared/:id'];

let web: Web;
let owner: Awaited<ReturnType<Web['person']>>;
let id: string;
beforeAll(async () => {
  web = await startWeb();
  owner = await web.person('Helena Duarte', 'premium');
  await owner.post('/create', { type: 'text', title: 'A recipe', content: 'Flour.', is_public: 'on' });
  id = (await web.query<{ id: string }>('select id from contents'))[0]?.id ?? '';
});
afterAll(() => web?.stop());

/** What the head of a page says by a property or a name. */
const said = (page: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];

test('each public page has a card: what it is called, what it is about, and a picture that is there', async () => {
  const cards = await Promise.all(
    PUBLIC.map(async (path) => {
      const page = await (await web.visitor().get(path.replace(':id', id))).text();
      expect(page).toContain(`<link rel="canonical" href="${web.origin}${path.replace(':id', id)}"/>`);
      expect(said(page, 'og:description')).toBe(said(page, 'description'));
      return [said(page, 'og:title'), said(page, 'og:url'), said(page, 'og:image')];
    }),
  );
  const picture = `${web.origin}/icons/card.png`;
  expect(cards).toEqual([
    ['Stillhere: say it now, it will still be here', `${web.origin}/`, picture],
    ['Pricing', `${web.origin}/pricing`, picture],
    ['Shared Memories', `${web.origin}/shared`, picture],
    ['A recipe · Shared Memories', `${web.origin}/shared/${id}`, picture],
  ]);
  const { width, height } = await sharp(Buffer.from(await (await fetch(picture)).arrayBuffer())).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('no other page has a card', async () => {
  const files = (await readdir('app', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const asking: string[] = [];
  for (const name of files)
    if (/socialCard\(|'og:/.test(await readFile(`app/${name}`, 'utf8'))) asking.push(name.replace('routes/', ''));
  expect(asking.sort()).toEqual([
    'gallery/social-card.ts',
    'landing.tsx',
    'pricing.tsx',
    'shared-content.tsx',
    'shared.tsx',
  ]);
});

test('the application can be kept on a phone: its manifest names icons of the size that they have', async () => {
  expect(await (await web.visitor().get('/auth')).text()).toMatch(
    /<link [^>]*rel="manifest" href="\/site.webmanifest"/,
  );
  const answer = await fetch(`${web.origin}/site.webmanifest`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json']);
  const { icons, start_url } = (await answer.json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect((await owner.get(start_url)).status).toBe(200);
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const { width, height } = await sharp(await readFile(`public${src}`)).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
});
