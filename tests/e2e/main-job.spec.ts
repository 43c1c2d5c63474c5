import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { startWeb } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';

let page: Page;
let hasScripts = true;

const product = productInBrowser(startWeb);

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the main job, $javaScriptEnabled',
  ({ javaScriptEnabled }) => {
    beforeEach(async () => {
      await begin(javaScriptEnabled);
    });

    test('an owner writes a letter, schedules it, changes the delivery and deletes it', async () => {
      holds('S1-3', 'S8-26');
      await writeLetter();
      await page.getByLabel('Recipient name').fill('Ana');
      await page.getByLabel('Recipient email').fill('Ana@Example.com');
      await chooseTime('2031-05-04', '09:00');
      await page.getByRole('button', { name: 'Schedule Delivery' }).click();
      await sees('Delivery scheduled successfully!');
      await sees('Sunday 4 May 2031 at 09:00, to Ana, ana@example.com');

      await page.getByRole('link', { name: 'Change How we chose your name' }).click();
      await page.getByRole('heading', { name: 'Change a delivery' }).waitFor();
      await chooseTime('2032-05-04', '10:30');
      await page.getByRole('button', { name: 'Save' }).click();
      await sees('Tuesday 4 May 2032 at 10:30');

      await open('/dashboard');
      await sees('Tuesday 4 May 2032 at 10:30, to Ana, ana@example.com');

      await open('/schedule');
      await page.getByRole('button', { name: 'Delete How we chose your name' }).click();
      await page.getByRole('heading', { name: 'Delete Scheduled Delivery?' }).waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await sees('Delivery deleted');
      await sees('Nothing is scheduled.');
    });

    test('errors are at their fields, and nothing typed is lost', async () => {
      holds('S5-2');
      await open('/create');
      await page.getByLabel('Message').fill('Dear Ana,\n\nonce.');
      await page.getByRole('button', { name: 'Save' }).click();
      await sees('Please enter a title');
      await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Dear Ana,\n\nonce.');
      expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');

      await writeLetter();
      await page.getByLabel('Recipient email').fill('ana@example.com');
      await chooseTime('2031-05-04', '09:00');
      await page.getByLabel('Recipient name').fill('A'.repeat(121));
      await page.getByRole('button', { name: 'Schedule Delivery' }).click();
      await sees('A name can have 120 characters');
      await expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe('2031-05-04');
    });

    test('an hour that daylight saving skips is explained before it is saved', async () => {
      await writeLetter();
      await page.getByLabel('Recipient email').fill('ana@example.com');
      await chooseTime('2031-03-30', '01:30');
      const send = page.getByRole('button', { name: 'Schedule Delivery' });
      if (!javaScriptEnabled) await send.click();
      await sees(
        'On 30 March 2031 the clocks in Lisbon go forward, and 01:30 is skipped. It goes out at 02:30 instead.',
      );
      await send.click();
      await sees('Sunday 30 March 2031 at 02:30, to ana@example.com');
    });
  },
);

test('the envelope and its sentence follow the fields', async () => {
  await begin(true);
  await writeLetter();
  await page.getByLabel('Recipient name').fill('Ana');
  await chooseTime('2031-05-04', '09:00');
  await sees('On 4 May 2031 at 09:00 (Lisbon), we’ll email “How we chose your name” to Ana.');
  await expect.poll(() => page.getByRole('figure').textContent()).toContain('MAY42031AnaHow we chose your name');
});

test('the sentence below the envelope names the weekday of a day in the same week', async () => {
  await begin(true);
  await writeLetter();
  const now = Date.now();
  const inDays = (days: number) => new Date(now + days * DAY);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
  await chooseTime(inDays(3).toISOString().slice(0, 10), '12:00');
  await sees(`That’s this ${weekday.format(inDays(3))}, in `);
  await chooseTime(inDays(20).toISOString().slice(0, 10), '12:00');
  await page.getByText('That’s this ').waitFor({ state: 'hidden' });
  await sees('That’s ');
});

test('a browser in another zone than the account is named, and its zone is one click away', async () => {
  page = await product.open({ timezoneId: 'America/New_York', as: await product.web.person() });
  hasScripts = true;
  await writeLetter();
  await chooseTime('2031-05-04', '09:00');
  await sees('Your browser is in New York.');
  await page.getByRole('button', { name: 'Use New York time' }).click();
  await sees('On 4 May 2031 at 09:00 (New York)');
  await page.getByText('Your browser is in New York.').waitFor({ state: 'hidden' });
});

/** A new person on Plus, in a browser of their own. */
async function begin(javaScriptEnabled: boolean): Promise<void> {
  hasScripts = javaScriptEnabled;
  page = await product.open({ javaScriptEnabled, as: await product.web.person() });
}

async function open(path: string): Promise<void> {
  if (hasScripts) await goto(page, path);
  else await page.goto(path);
}

/** Leaves the page at the form that schedules it. */
async function writeLetter(): Promise<void> {
  await open('/create');
  await page.getByLabel('Title').fill('How we chose your name');
  await page.getByLabel('Message').fill('Dear Ana,\n\nonce.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Choose who and when' }).first().click();
  await page.getByRole('heading', { name: 'Schedule Delivery' }).waitFor();
}

async function chooseTime(date: string, time: string): Promise<void> {
  await page.getByLabel('Date', { exact: true }).fill(date);
  await page.getByLabel('Time', { exact: true }).fill(time);
}

async function sees(text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}
