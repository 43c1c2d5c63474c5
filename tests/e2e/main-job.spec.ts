import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';

let page: Page;

// What is too large is a 413: the browser notes that, and it is meant.
const product = productInBrowser(startWeb, /status of 413/);

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the main job, $javaScriptEnabled',
  ({ javaScriptEnabled }) => {
    beforeEach(async () => {
      page = await product.open({ javaScriptEnabled });
      await signUp(javaScriptEnabled);
    });

    test('a letter is written, scheduled, changed and taken back', async () => {
      holds('S1-3', 'S8-26');
      await writeLetter();
      await page.getByLabel('Recipient name').fill('Ana');
      await page.getByLabel('Recipient email').fill('Ana@Example.com');
      await chooseTime('2031-05-04', '09:00');
      await page.getByRole('button', { name: 'Schedule Delivery' }).click();
      await sees('Delivery scheduled successfully!');
      await sees('Sunday 4 May 2031 at 09:00, to Ana, ana@example.com');

      await page.getByRole('link', { name: 'Change How we chose your name' }).click();
      await chooseTime('2032-05-04', '10:30');
      await page.getByRole('button', { name: 'Save' }).click();
      await sees('Tuesday 4 May 2032 at 10:30');

      await page.goto('/dashboard');
      await sees('Tuesday 4 May 2032 at 10:30, to Ana, ana@example.com');

      await page.goto('/schedule');
      await page.getByRole('button', { name: 'Delete How we chose your name' }).click();
      await page.getByRole('heading', { name: 'Delete Scheduled Delivery?' }).waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await sees('Delivery deleted');
      await sees('Nothing is waiting to be sent.');
    });

    test('errors stand at their fields, and nothing typed is lost', async () => {
      holds('S5-2');
      await page.goto('/create');
      await page.getByLabel('Message').fill('Dear Ana,\n\nonce.');
      await page.getByRole('button', { name: 'Save' }).click();
      await sees('Please enter a title');
      expect(await page.getByLabel('Message').inputValue()).toBe('Dear Ana,\n\nonce.');
      expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');

      await writeLetter();
      await page.getByLabel('Recipient email').fill('ana@example.com');
      await chooseTime('2031-05-04', '09:00');
      await page.getByLabel('Recipient name').fill('A'.repeat(121));
      await page.getByRole('button', { name: 'Schedule Delivery' }).click();
      await sees('A name can have 120 characters');
      expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe('2031-05-04');
    });

    test('an hour that the clocks skip is told before it is kept', async () => {
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

test('five megabytes are refused where they were typed, with the text still there', async () => {
  page = await product.open({ javaScriptEnabled: false });
  // A browser takes its time to lay out so much text, twice as long on a busy machine.
  page.setDefaultTimeout(50_000);
  await signUp(false);
  const long = 'word '.repeat(1_048_576);
  await page.goto('/create');
  await page.getByLabel('Title').fill('All of it');
  await page.getByLabel('Message').fill(long);
  await page.getByRole('button', { name: 'Save' }).click();
  await sees('A letter can have up to 1 MB of text.');
  expect((await page.getByLabel('Message').inputValue()).length).toBe(long.length);
});

test('the envelope and its sentence follow the fields', async () => {
  page = await product.open();
  await signUp(true);
  await writeLetter();
  await page.getByLabel('Recipient name').fill('Ana');
  await chooseTime('2031-05-04', '09:00');
  await sees('On 4 May 2031 at 09:00 (Lisbon) we will email this to Ana.');
  expect(await page.getByRole('figure').textContent()).toContain('MAY42031Ana');
});

async function signUp(hasJavaScript: boolean): Promise<void> {
  await page.goto('/auth?mode=sign-up');
  await page.getByLabel('Full name').fill('Helena Duarte');
  const email = `helena-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('three plain words');
  if (!hasJavaScript) await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard*');
  await givePlan(product.web.query, email, 'plus');
}

/** Leaves the page at the form that schedules it. */
async function writeLetter(): Promise<void> {
  await page.goto('/create');
  await page.getByLabel('Title').fill('How we chose your name');
  await page.getByLabel('Message').fill('Dear Ana,\n\nonce.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Schedule Delivery' }).waitFor();
}

async function chooseTime(date: string, time: string): Promise<void> {
  await page.getByLabel('Date', { exact: true }).fill(date);
  await page.getByLabel('Time', { exact: true }).fill(time);
}

async function sees(text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}
