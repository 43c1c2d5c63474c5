import { expect, test } from 'vitest';
import { nextPages } from '#app/http/next-pages.ts';
import routes from '#app/routes.ts';

const BUILT = {
  'routes/visitors': { module: '/assets/visitors.js', imports: ['/assets/base.js'] },
  'routes/landing': { module: '/assets/landing.js', imports: ['/assets/base.js', '/assets/art.js'] },
  'routes/auth': { module: '/assets/auth.js', imports: ['/assets/base.js', '/assets/art.js', '/assets/form.js'] },
};

test('what the next page needs and this one has not is fetched ahead', () => {
  expect(nextPages(BUILT, ['root', 'routes/visitors', 'routes/landing'])).toBe(
    '</assets/auth.js>; rel=prefetch; as=script; crossorigin, </assets/form.js>; rel=prefetch; as=script; crossorigin',
  );
});

test('nothing is fetched ahead where nothing is likely, or it is there', () => {
  expect(nextPages(BUILT, ['routes/visitors'])).toBe('');
  expect(nextPages({ ...BUILT, 'routes/auth': { module: '/assets/landing.js' } }, ['routes/landing'])).toBe('');
});

test('each page that is thought likely exists', () => {
  const ids = JSON.stringify(routes).matchAll(/"file":"(routes\/[\w-]+)\.tsx?"/g);
  const all = Object.fromEntries([...ids].map(([, id = '']) => [id, { module: id }]));
  const ahead = (id: string) => nextPages(all, [id]).match(/rel=prefetch/g)?.length ?? 0;
  expect(['landing', 'auth', 'dashboard', 'create', 'shared'].map((name) => ahead(`routes/${name}`))).toEqual([
    ...[1, 2, 2, 1, 1],
  ]);
});
