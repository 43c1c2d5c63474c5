import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { startBrowser } from './browser.ts';

let web: Web;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

test('a letter is printed as a letter, dark on light, also where it lies over its list', async () => {
  const owner = await web.person();
  await owner.post('/create', { type: 'text', title: 'To Ana', content: 'Dear Ana,\n\nthe key is under the stone.' });
  const page = await browser.open({ baseURL: web.origin, colorScheme: 'dark' });
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: web.origin }));
  await page.context().addCookies([...cookies, { name: 'theme', value: 'ImRhcmsi', url: web.origin }]);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('link', { name: 'To Ana' }).click();
  await page.getByRole('dialog').waitFor();
  const seen = () => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim());
  const letter = /^To Ana Written on [^.]+\. Dear Ana, the key is under the stone\.$/;
  await page.emulateMedia({ media: 'print' });
  expect(await seen()).toMatch(letter);
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await seen()).toMatch(letter);
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toMatch(/^oklch\(0\.2/);
  await page.context().close();
  expect(browser.complaints()).toEqual([]);
});
