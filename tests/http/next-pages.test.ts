import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { fetchAfterLoad, nextPages } from '#app/next-pages.ts';
import routes from '#app/routes.ts';

const BUILT = {
  'routes/signed-in': { module: '/assets/signed-in.js', imports: ['/assets/base.js'] },
  'routes/create': { module: '/assets/create.js', imports: ['/assets/base.js', '/assets/form.js'] },
  'routes/schedule': {
    module: '/assets/schedule.js',
    imports: ['/assets/base.js', '/assets/form.js', '/assets/day.js'],
  },
};

test('what the next page needs and this one has not is fetched ahead', () => {
  expect(nextPages(BUILT, ['root', 'routes/signed-in', 'routes/create'])).toEqual([
    ...['/assets/schedule.js', '/assets/day.js'],
  ]);
});

test('nothing is fetched ahead where nothing is likely, or it is there', () => {
  expect(nextPages(BUILT, ['routes/signed-in'])).toEqual([]);
  expect(nextPages({ ...BUILT, 'routes/schedule': { module: '/assets/create.js' } }, ['routes/create'])).toEqual([]);
});

test('each page that is thought likely exists', () => {
  const ids = JSON.stringify(routes).matchAll(/"file":"(routes\/[\w-]+)\.tsx?"/g);
  const all = Object.fromEntries([...ids].map(([, id = '']) => [id, { module: id }]));
  const ahead = (id: string) => nextPages(all, [id]).length;
  expect(['auth', 'dashboard', 'create'].map((name) => ahead(`routes/${name}`))).toEqual([...[2, 2, 1]]);
});

test('scripts are fetched once the page has loaded, and one that fails is no error', async () => {
  const fetched: [string, object][] = [];
  const read: string[] = [];
  const onLoad: (() => void)[] = [];
  const fetchScript = async (path: string, options: object) => {
    fetched.push([path, options]);
    if (path === '/assets/auth.js') throw new TypeError('no connection');
    return { arrayBuffer: async () => void read.push(path) };
  };
  runInNewContext(fetchAfterLoad(['/assets/auth.js', '/assets/form.js']), {
    addEventListener: (event: string, listener: () => void) => event === 'load' && onLoad.push(listener),
    fetch: fetchScript,
  });
  expect(fetched).toEqual([]);
  for (const listener of onLoad) listener();
  expect(fetched).toEqual([
    ['/assets/auth.js', { priority: 'low' }],
    ['/assets/form.js', { priority: 'low' }],
  ]);
  await expect.poll(() => read, { timeout: 15_000 }).toEqual(['/assets/form.js']);
});
