/** A release of more than a page, as its contact meets it: pages with plain links, and one archive of everything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { createText } from '#services/vault/change-content.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { releaseMany } from './large-release.ts';
import { unzip } from './unzip.ts';

const COPIES = 219;
const LETTER = 'The keys are in the blue box.';

let web: Web;
let link: string;
beforeAll(async () => {
  web = await startWeb();
  const { id: ownerId } = await web.account('cookie', 'Helena Duarte', 'premium');
  const services = { em: web.fork(), keyring: web.keyring, now: new Date() };
  const letter = await createText(services, ownerId, { title: 'Where things are', content: LETTER, is_public: false });
  const id = await releaseMany(web.fork(), ownerId, letter.id, COPIES);
  link = `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;
});
afterAll(async () => {
  await web?.stop();
});

const lettersIn = (markup: string) => markup.split('<h2 dir="auto">Where things are</h2>').length - 1;

test('shows nothing by its links before it was opened', async () => {
  const page = await (await web.visitor().get(`${link}?from=0`)).text();
  expect([lettersIn(page), page.includes(LETTER)]).toEqual([0, false]);
});

test('is read page after page by plain links, without scripts', async () => {
  const rui = web.visitor();
  let page = await (await rui.post(link, { intent: 'open' })).text();
  const counts: number[] = [];
  for (;;) {
    counts.push(lettersIn(page));
    expect(page).not.toMatch(/<script/);
    expect(page).toContain(`href="${link}/all.zip"`);
    const [, next] = /<a href="([^"]+)">Next page<\/a>/.exec(page) ?? [];
    if (!next) break;
    const answer = await rui.get(next);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    page = await answer.text();
  }
  expect(counts).toEqual([100, 100, 20]);
  expect(page).toContain('This page shows 20 of 220 items.');
  expect(page).toContain(`<a href="${link}?from=0">First page</a>`);
});

test('an archive of it holds every letter', async () => {
  const rui = web.visitor();
  await rui.post(link, { intent: 'open' });
  const response = await rui.get(`${link}/all.zip`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
  const files = unzip(bytes);
  expect(new Set(files.map(({ name }) => name)).size).toBe(COPIES + 1);
  for (const { bytes: text } of files) expect(text.toString()).toContain(LETTER);
});

test('a saved copy holds every letter, and an address that is no page shows the invitation', async () => {
  const rui = web.visitor();
  const copy = await (await rui.post(link, { intent: 'save' })).text();
  expect(copy.split(LETTER).length - 1).toBe(COPIES + 1);
  for (const from of ['x', '-1', '99999999999']) {
    const page = await rui.get(`${link}?from=${from}`);
    expect([page.status, lettersIn(await page.text())]).toEqual([200, 0]);
  }
});
