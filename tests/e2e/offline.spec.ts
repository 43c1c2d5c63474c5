import { expect, test } from 'vitest';
import { startWebProcess } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';

// While it is away, whatever is asked of it fails; what was under way when it went may fail in other words.
const product = productInBrowser(startWebProcess, /net::ERR_|fetch/);

test('without a connection our own page says so, and the requested page loads when the connection is back', async () => {
  const page = await product.open({ serviceWorkers: 'allow' });
  await page.clock.install();
  await goto(page, '/pricing');
  await page.getByRole('link', { name: 'Shared Content' }).click();
  await page.getByRole('heading', { name: 'Shared Memories' }).waitFor();
  // It is kept three seconds after the page came.
  await page.clock.fastForward(3_000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Whatever it has kept of a visit is the same for everyone.
  const kept = await page.evaluate(async () => {
    const requests = await (await caches.open((await caches.keys())[0] ?? '')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual([
    '/offline',
    '/static-pages/base.css',
    '/static-pages/dark.css',
    '/static-pages/newsreader-letter.woff2',
    '/favicon.svg',
  ]);
  await goto(page, '/auth');
  await product.web.process.kill();

  // The page says it itself; asked for anew, the browser has one that does.
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'We can’t reach Stillhere', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'We can’t reach Stillhere.', exact: true }).waitFor();
  const font = () => page.getByRole('heading').evaluate((heading) => getComputedStyle(heading).fontFamily);
  await expect.poll(font).toMatch(/^"?Newsreader Letter/);
  await product.web.process.start();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Start Free' }).waitFor();
  expect(new URL(page.url()).search).toBe('?mode=sign-up');
});
