import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#dev/build.ts';
import { demoPerson } from '#tests/e2e/demo.ts';
import { OWN, VISITORS } from '#tests/e2e/pages.ts';
import { startWeb } from '#tests/recipient/web.ts';
import type { Visitor } from './visitor.ts';

type Web = Awaited<ReturnType<typeof startWeb>>;

/** The Brotli-compressed script of a first visit: of the application, and of a page that does not run it. */
const APP_MAX = 115 * 1024;
const VISITORS_MAX = 3 * 1024;
/** The steps, and the worker with age and its list of words. */
const SEALING_MAX = 90 * 1024;

let web: Web;
let demo: Visitor;
beforeAll(async () => {
  web = await startWeb();
  demo = await demoPerson(web);
});
afterAll(() => web?.stop());

/** Pages for everyone, with or without an account. */
const isPublic = (path: string) => /^\/(shared|pricing|subscription)\b/.test(path);
/** The only pages for visitors that run the application. */
const SIGN_IN = ['/auth', '/auth?mode=sign-up'];

/** Leads to /emergency until there was a release. */
const AFTER_RELEASE = '/emergency/return';

test.each([...SIGN_IN, ...OWN.filter((path) => !isPublic(path) && path !== AFTER_RELEASE)])(
  'a first visit to %s loads at most 115 KB of compressed script',
  async (path) => {
    await expectLight(path, SIGN_IN.includes(path) ? web.visitor() : demo);
  },
);

test('a first visit to the page that ends a release loads at most 115 KB of compressed script', async () => {
  await web.query(
    "update emergency_protocols set stage = 'released', missed_at = now(), released_at = now() where owner_id = ?",
    [web.ownerId],
  );
  await expectLight(AFTER_RELEASE, demo);
});

test.each(VISITORS.filter((path) => !isPublic(path) && !SIGN_IN.includes(path)))(
  'a visitor gets %s without any script',
  async (path) => {
    expect(await scriptTags(path, web.visitor())).toEqual([]);
  },
);

test.each([
  ['visitor', VISITORS.filter(isPublic)],
  ['signed-in person', [...VISITORS, ...OWN].filter(isPublic)],
] as const)('a %s gets the pages for everyone without the framework', async (who, paths) => {
  const asker = who === 'visitor' ? web.visitor() : demo;
  for (const path of paths) {
    expect([path, await scriptTags(path, asker)]).toEqual([
      path,
      [expect.stringMatching(/^<script type="module" src="\/assets\/visitor-script-[\w-]+\.js"/)],
    ]);
    const sizes = await scriptsOf(await pageAt(path, asker));
    expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(VISITORS_MAX);
  }
});

test('a signed-in person gets the page of an unknown address without any script', async () => {
  expect(await scriptTags('/nothing-here', demo)).toEqual([]);
});

test('sealing loads at most 90 KB of compressed script, and none of it before it is chosen', async () => {
  const first = Object.keys(await scriptsOf(await pageAt('/create', demo)));
  const names = await readdir(join(ROOT, 'build/client/assets'));
  const own = names
    .filter((name) => /^(seal-panel|seal-worker)-[\w-]+\.js$/.test(name))
    .map((name) => `/assets/${name}`);
  expect(own).toHaveLength(2);
  expect(first.filter((file) => own.includes(file))).toEqual([]);
  const files = new Set(own);
  for (const file of files)
    for (const imported of await importsOf(file)) if (!first.includes(imported)) files.add(imported);
  const entries = [...files].map(async (file) => [file, await compressedSize(file)] as const);
  const sizes = Object.fromEntries(await Promise.all(entries));
  expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(SEALING_MAX);
});

type Asker = Pick<Visitor, 'get'>;

async function expectLight(path: string, asker: Asker): Promise<void> {
  const sizes = await scriptsOf(await pageAt(path, asker));
  const total = sum(sizes);
  // React alone: what is not counted would hide a page that is too heavy.
  expect(total).toBeGreaterThan(APP_MAX / 2);
  expect(total, JSON.stringify(sizes)).toBeLessThan(APP_MAX);
}

/** A page may say what is not to be had: not every provider is set up here. It never leads elsewhere. */
async function pageAt(path: string, asker: Asker): Promise<Response> {
  const answer = await asker.get(path);
  expect([path, answer.headers.get('location')]).toEqual([path, null]);
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
  for (const file of files) for (const imported of await importsOf(file)) files.add(imported);
  const entries = [...files].map(async (file) => [file, await compressedSize(file)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** @returns what a script imports at once */
async function importsOf(file: string): Promise<string[]> {
  const source = await (await fetch(`${web.origin}${file}`)).text();
  return [...source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => `/assets/${name}`);
}

async function compressedSize(file: string): Promise<number> {
  const response = await fetch(`${web.origin}${file}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect([file, response.headers.get('content-encoding')]).toEqual([file, 'br']);
  return Number(response.headers.get('content-length'));
}

function sum(sizes: Record<string, number>): number {
  return Object.values(sizes).reduce((all, size) => all + size, 0);
}
