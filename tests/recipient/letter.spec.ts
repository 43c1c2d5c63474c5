import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { productInBrowser } from '#tests/e2e/browser.ts';
import { inspect, inspectEverywhere } from '#tests/e2e/inspect.ts';
import { keysOn } from '#tests/e2e/keys.ts';
import { startWeb } from './web.ts';

// What is gone is a 410: the browser notes that, and it is meant.
const product = productInBrowser(startWeb, /status of 410/);
let page: Page;
const { press, sees, heading } = keysOn(() => page);

describe('without JavaScript', () => {
  beforeEach(async () => {
    page = await product.open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  });

  test('a letter is opened, read, saved, and opened again', async () => {
    const { link } = product.web.delivery('onThePlatform');
    await page.goto(link);
    await heading('Inês, Helena Duarte wrote to you.');
    await page.getByRole('button', { name: 'Open the letter' }).click();
    await heading('What I did not say on the platform');
    await sees('There were four minutes left');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('What I did not say on the platform.txt');
    expect(await readFile(await download.path(), 'utf8')).toContain('Then the doors closed');

    await page.goto(link);
    await sees('It has been opened before.');
    await page.getByRole('button', { name: 'Open the letter' }).click();
    await sees('Dear Inês,');
  });

  test('a letter for someone else is closed unread, by keyboard alone', async () => {
    const { id, link } = product.web.delivery('theSoup');
    await product.web.query('update deliveries set opened_at = null where id = ?', [id]);
    await page.goto(link);
    await press('link', 'This is not for me');
    await heading('Not for you?');
    await press('button', 'This isn’t for me: close it');
    await heading('Thank you for telling us.');
  });
});

test('an image is shown in place, a video plays, and both can be saved', async () => {
  page = await product.open({ viewport: { width: 390, height: 844 } });
  await page.goto(product.web.delivery('yourRoom').link);
  await page.getByRole('button', { name: 'Open the picture' }).click();
  const picture = page.getByRole('img', { name: 'Your room, the winter you were two' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(840);

  const film = product.web.delivery('fiveCandles');
  await product.web.query(
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
  await inspect(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the video' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('cinco velas.mp4');
});

test('in each state that a link can be in, its page fits everywhere and can be used by everyone', async () => {
  page = await product.open();
  const { id, link } = product.web.delivery('onThePlatform');
  const setLink = (to: string) => product.web.query(`update deliveries set ${to} where id = ?`, [id]);
  await setLink('opened_at = null');
  const states = [
    ['wrote to you', () => page.goto(link)],
    ['Not for you?', () => page.goto(`${link}?refuse`)],
    ['Dear Inês', () => openLetter()],
    ['It has been opened before.', () => page.goto(link)],
    ['That date has passed.', () => setLink("link_expires_at = now() - interval '1 day'").then(() => page.goto(link))],
    ['This is no longer here.', () => setLink('link_revoked_at = now()').then(() => page.goto(link))],
  ] as const;
  const openLetter = async () => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Open the letter' }).click();
  };
  for (const [words, come] of states) {
    await come();
    await sees(words);
    await inspectEverywhere(page);
  }
});
