import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './web.ts';

/** The Brotli-compressed script of a first visit: of the application, and of a page that does not run it. */
const APP_MAX = 115 * 1024;
const VISITORS_MAX = 3 * 1024;

let web: Web;
let person: Awaited<ReturnType<Web['person']>>;
let letter: string;
let delivery: string;
beforeAll(async () => {
  web = await startWeb();
  person = await web.person();
  const kept = await person.post('/create', { title: 'A letter', content: 'Dear Ana,' });
  letter = kept.headers.get('location')?.split('=')[1] ?? '';
  await web.query('update contents set is_public = true where id = ?', [letter]);
  await person.post('/schedule', {
    ...{ content_id: letter, delivery_type: 'email', recipient_email: 'ana@example.com' },
    ...{ date: '2040-05-04', time: '08:00', time_zone: 'Europe/Lisbon' },
  });
  delivery = (await web.query<{ id: string }>('select id from deliveries'))[0]?.id ?? '';
});
afterAll(() => web?.stop());

test.each([
  '/auth',
  '/auth?mode=sign-up',
  '/dashboard',
  '/dashboard/content',
  '/dashboard/content/:id',
  '/create',
  '/create?type=video',
  '/content/:id/edit',
  '/content/:id/unpublish',
  '/content/:id/delete',
  '/schedule',
  '/schedule?new',
  '/schedule/:delivery',
  '/schedule/:delivery/edit',
  '/profile',
  '/profile/plan',
  '/emergency',
  '/emergency/arm',
  '/emergency/pause?days=20',
  '/profile/email',
  '/profile/password',
  '/profile/contacts',
  '/profile/picture',
  '/profile/delete',
])('a first visit to %s loads at most 115 KB of compressed script', async (path) => {
  const page = await pageAt(path, path.startsWith('/auth') ? web.visitor() : person);
  const sizes = await scriptsOf(page);
  const total = sum(sizes);
  // React alone: what is not counted would hide a page that is too heavy.
  expect(total).toBeGreaterThan(APP_MAX / 2);
  expect(total, JSON.stringify(sizes)).toBeLessThan(APP_MAX);
});

const PUBLIC = ['/shared', '/shared/:id', '/shared/:id/report', '/pricing', '/pricing?plan_type=plus_yearly'];
const RETURNS = ['/subscription/success?token=cs_1', '/subscription/cancel'];

test.each(['visitor', 'signed-in person'])('a %s gets the pages for everyone without the framework', async (who) => {
  const isVisitor = who === 'visitor';
  const asker = isVisitor ? web.visitor() : person;
  for (const path of ['/nowhere', ...(isVisitor ? ['/'] : [])])
    expect([path, await scriptTags(path, asker)]).toEqual([path, []]);
  for (const path of [...PUBLIC, ...(isVisitor ? [] : RETURNS)]) {
    expect([path, await scriptTags(path, asker)]).toEqual([
      path,
      [expect.stringMatching(/^<script type="module" src="\/assets\/visitor-script-[\w-]+\.js"/)],
    ]);
    const sizes = await scriptsOf(await pageAt(path, asker));
    expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(VISITORS_MAX);
  }
});

type Asker = Pick<Awaited<ReturnType<Web['person']>>, 'get'>;

async function pageAt(address: string, asker: Asker): Promise<Response> {
  const answer = await asker.get(address.replace(':id', letter).replace(':delivery', delivery));
  expect([address, answer.status]).toEqual([address, address === '/nowhere' ? 404 : 200]);
  return answer;
}

/** @returns the scripts of a page, whose policy allows no others */
async function scriptTags(path: string, asker: Asker): Promise<string[]> {
  const answer = await pageAt(path, asker);
  const page = await answer.text();
  const tags = page.match(/<script[^>]*>/g) ?? [];
  const allowed = answer.headers.get('content-security-policy')?.match(/script-src [^;]*/)?.[0];
  expect([path, allowed]).toEqual([path, tags.length > 0 ? "script-src 'self'" : undefined]);
  expect(page).not.toMatch(/modulepreload|nonce|__reactRouter/);
  return tags;
}

/** @returns the compressed size of each script that a page loads at first, with all that these import */
async function scriptsOf(answer: Response): Promise<Record<string, number>> {
  // Except what it fetches after it has loaded, and files that it only names.
  const page = (await answer.text()).replace(/addEventListener\("load".*?<\/script>/s, '');
  const loaded = page.matchAll(
    /(?:rel="modulepreload" href=|<script[^>]* src=|from |import[ (])"(\/assets\/[^"]+\.js)"/g,
  );
  const files = new Set([...loaded].map((match) => match[1] ?? ''));
  for (const file of files) {
    const source = await (await fetch(`${web.origin}${file}`)).text();
    for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) files.add(`/assets/${name}`);
  }
  const entries = [...files].map(async (file) => [file, await compressedSize(file)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function compressedSize(file: string): Promise<number> {
  const response = await fetch(`${web.origin}${file}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect([file, response.headers.get('content-encoding')]).toEqual([file, 'br']);
  return Number(response.headers.get('content-length'));
}

function sum(sizes: Record<string, number>): number {
  return Object.values(sizes).reduce((all, size) => all + size, 0);
}
