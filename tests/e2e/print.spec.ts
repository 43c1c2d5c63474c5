import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';

const product = productInBrowser(startWeb);

test('a letter prints as a letter, dark on light, also when it is open over its list', async () => {
  const owner = await product.web.person();
  await owner.post('/create', { type: 'text', title: 'To Ana', content: 'Dear Ana,\n\nthe key is under the stone.' });
  const page = await product.open({ as: owner, colorScheme: 'dark' });
  await page.context().addCookies([{ name: 'theme', value: 'ImRhcmsi', url: product.web.origin }]);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await goto(page, '/dashboard');
  await expect.poll(ink).toMatch(/^oklch\(0\.9/);
  await page.getByRole('link', { name: 'To Ana' }).click();
  await page.getByRole('dialog').waitFor();
  const seen = () => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim());
  const letter = /^To Ana Written on [^.]+\. Dear Ana, the key is under the stone\.$/;
  await page.emulateMedia({ media: 'print' });
  await expect.poll(seen).toMatch(letter);
  await page.reload();
  await hydrated(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(seen).toMatch(letter);
  await expect.poll(ink).toMatch(/^oklch\(0\.2/);
});
