/** What was picked can be heard and seen before any of it is sent. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { startBrowser } from './browser.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');

let web: Web;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

test('a recording plays, a film shows itself, and what this browser does not know is a sign', async () => {
  const person = await web.person();
  const page = await browser.open({ baseURL: web.origin });
  await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: web.origin })));
  let sent = 0;
  await page.route('**/create/upload', (route) => {
    sent += 1;
    return route.abort();
  });
  const pick = async (type: string, name: string) => {
    await page.goto(`/create?type=${type}`, { waitUntil: 'networkidle' });
    // What shows files has been fetched.
    await page.locator('input[type=file][multiple]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'File', exact: true }).setInputFiles(resolve(FIXTURES, name));
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  };
  const length = (tag: string) =>
    page.locator(`${tag}.preview`).evaluate((element) => (element as HTMLMediaElement).duration);
  await pick('audio', 'fading.mp3');
  await expect.poll(() => length('audio')).toBeGreaterThan(0.5);
  await pick('video', 'teal.mp4');
  await expect.poll(() => length('video')).toBeGreaterThan(0.1);
  await pick('video', 'teal.avi');
  await page.locator('.preview-sign').waitFor();
  expect([await page.locator('video').count(), sent]).toEqual([0, 0]);
  expect(await web.query('select id from files')).toEqual([]);
});
