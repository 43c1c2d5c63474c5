import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '#dev/chromium.ts';
import { axe } from '#tests/e2e/browser.ts';
import { startWeb } from './web.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  web = await startWeb();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await web?.stop();
});

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const opened = await context.newPage();
  opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  opened.on('pageerror', (error) => complaints.push(error.message));
  return opened;
}

describe('without JavaScript', () => {
  beforeEach(async () => {
    page = await openPage({ javaScriptEnabled: false, acceptDownloads: true, viewport: { width: 390, height: 844 } });
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints.splice(0)).toEqual([]);
  });

  test('a letter is opened, read, saved, and opened again', async () => {
    const { link } = web.delivery('onThePlatform');
    await page.goto(link);
    expect(await page.getByRole('heading').textContent()).toBe('Inês, Helena Duarte wrote to you.');
    await page.getByRole('button', { name: 'Open the letter' }).click();
    expect(await page.getByRole('heading').textContent()).toBe('What I did not say on the platform');
    expect(await page.getByText('There were four minutes left').isVisible()).toBe(true);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('What I did not say on the platform.txt');
    expect(await readFile(await download.path(), 'utf8')).toContain('Then the doors closed');

    await page.goto(link);
    expect(await page.getByText('It has been opened before.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Open the letter' }).click();
    expect(await page.getByText('Dear Inês,').isVisible()).toBe(true);
  });

  test('a letter for somebody else is put away, by keyboard alone', async () => {
    const { id, link } = web.delivery('theSoup');
    await web.query('update deliveries set opened_at = null where id = ?', [id]);
    await page.goto(link);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Not for you?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you for telling us.' }).waitFor();
  });
});

test('a picture stands in its place, a film plays, and both can be kept', async () => {
  page = await openPage({ acceptDownloads: true, viewport: { width: 390, height: 844 } });
  await page.goto(web.delivery('yourRoom').link);
  await page.getByRole('button', { name: 'Open the picture' }).click();
  const picture = page.getByRole('img', { name: 'Your room, the winter you were two' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(840);

  const film = web.delivery('fiveCandles');
  await web.query(
    `with frozen as (update delivery_contents dc set frozen_head = c.head from contents c where c.id = dc.content_id and dc.delivery_id = ?)
     update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [film.id, film.id],
  );
  await page.goto(film.link);
  await page.getByRole('button', { name: 'Open the video' }).click();
  const video = page.getByLabel('Five candles');
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.duration)).toBe(4.5);
  await video.evaluate((media: HTMLVideoElement) => {
    media.currentTime = 3;
  });
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => [media.currentTime, media.seeking]))
    .toEqual([3, false]);
  const { violations } = await axe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the video' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('cinco velas.mp4');
  await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([320, 390, 1440])('at %d px nothing sticks out and axe finds nothing', async (width) => {
    page = await openPage({ colorScheme, viewport: { width, height: 844 } });
    const { link } = web.delivery('onThePlatform');
    const visits = [
      () => page.goto(link),
      () => page.goto(`${link}?refuse`),
      async () => {
        await page.goto(link);
        await page.getByRole('button', { name: 'Open the letter' }).click();
        await page.getByRole('button', { name: 'Save a copy' }).waitFor();
      },
    ];
    for (const visit of visits) {
      await visit();
      const { violations } = await axe(page);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
    await page.context().close();
    expect(complaints.splice(0)).toEqual([]);
  });
});
