/** What was picked can be heard and seen before any of it is sent. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { filesReady, picker } from './create-page.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');

const product = productInBrowser(startWeb);

test('a picked recording plays, a video shows a preview, and a type that the browser cannot show is an icon', async () => {
  const person = await product.web.person();
  const page = await product.open({ as: person });
  let sent = 0;
  await page.route('**/create/upload', (route) => {
    sent += 1;
    return route.abort();
  });
  const pick = async (type: string, name: string) => {
    await page.goto(`/create?type=${type}`);
    await filesReady(page);
    await picker(page).setInputFiles(resolve(FIXTURES, name));
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  };
  const preview = (name: string) => page.getByLabel(`Preview of ${name}`);
  const length = (name: string) => preview(name).evaluate((element: HTMLMediaElement) => element.duration);
  await pick('audio', 'fading.mp3');
  await expect.poll(() => length('fading.mp3')).toBeGreaterThan(0.5);
  await pick('video', 'teal.mp4');
  await expect.poll(() => length('teal.mp4')).toBeGreaterThan(0.1);
  await pick('video', 'teal.avi');
  await preview('teal.avi').waitFor({ state: 'detached' });
  expect(sent).toBe(0);
  expect(await product.web.query('select id from files')).toEqual([]);
});
