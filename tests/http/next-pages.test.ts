import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { fetchAfterLoad, nextPages } from '#app/http/next-pages.ts';
import routes from '#app/routes.ts';

const BUILT = {
  'routes/visitors': { module: '/assets/visitors.js', imports: ['/assets/base.js'] },
  'routes/landing': { module: '/assets/landing.js', imports: ['/assets/base.js', '/assets/art.js'] },
  'routes/auth': { module: '/assets/auth.js', imports: ['/assets/base.js', '/assets/art.js', '/assets/form.js'] },
};

test('what the next page needs and this one has not is fetched ahead', () => {
  expect(nextPages(BUILT, ['root', 'routes/visitors', 'routes/landing'])).toEqual([
    ...['/assets/auth.js', '/assets/form.js'],
  ]);
});

test('nothing is fetched ahead where nothing is likely, or it is there', () => {
  expect(nextPages(BUILT, ['routes/visitors'])).toEqual([]);
  expect(nextPages({ ...BUILT, 'routes/auth': { module: '/assets/landing.js' } }, ['routes/landing'])).toEqual([]);
});

test('each page that is thought likely exists', () => {
  const ids = JSON.stringify(routes).matchAll(/"file":"(routes\/[\w-]+)\.tsx?"/g);
  const all = Object.fromEntries([...ids].map(([, id = '']) => [id, { module: id }]));
  const ahead = (id: string) => nextPages(all, [id]).length;
  expect(['landing', 'auth', 'dashboard', 'create', 'shared'].map((name) => ahead(`routes/${name}`))).toEqual([
    ...[1, 2, 2, 1, 1],
  ]);
});

test('it is asked for when the page is all there, and not before', () => {
  const head: object[] = [];
  const later: (() => void)[] = [];
  runInNewContext(fetchAfterLoad(['/assets/auth.js', '/assets/form.js']), {
    addEventListener: (event: string, hear: () => void) => event === 'load' && later.push(hear),
    document: { createElement: (tag: string) => ({ tag }), head: { append: (link: object) => head.push(link) } },
  });
  expect(head).toEqual([]);
  for (const hear of later) hear();
  const link = { tag: 'link', rel: 'prefetch', as: 'script', crossOrigin: '' };
  expect(head).toEqual([
    { ...link, href: '/assets/auth.js' },
    { ...link, href: '/assets/form.js' },
  ]);
});
