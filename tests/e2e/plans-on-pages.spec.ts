/** What pages say of plans, seen in a browser: nobody is shut out of it, and nothing typed is lost when a plan ends. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { GIGABYTE } from '#domain/content/content.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { choose, NOTES, picker, sees, shelfOf } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspect, inspectEverywhere } from './inspect.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let page: Page;
// What a plan does not have is a 402: the browser notes that, and it is meant.
const product = productInBrowser(startWeb, /status of 402/);
beforeEach(async () => {
  page = await product.open({ viewport: { width: 390, height: 900 } });
});

/** A person on Plus with a letter that waits to be sent. */
async function withDelivery(): Promise<Person> {
  const person = await product.web.person();
  const kept = await person.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
  const content_id = new URL(kept.headers.get('location') ?? '', product.web.origin).searchParams.get('content') ?? '';
  await person.post('/schedule', {
    ...{ content_id, delivery_type: 'email', recipient_email: 'ana@example.com' },
    ...{ date: '2040-05-04', time: '09:00', time_zone: 'Europe/Lisbon' },
  });
  return person;
}

/** Seven pages, each looked at in each way that it has. */
const A_WALK = 180_000;

test('pages on Free, after a plan, over the quota and after a failed payment are accessible: light, dark and forced colours', {
  timeout: A_WALK,
}, async () => {
  const free = await product.web.person('Helena Duarte', 'free');
  const late = await withDelivery();
  await product.web.query(
    `update subscriptions set status = 'past-due' where owner_id = (select id from users where email = ?)`,
    [late.email],
  );
  const lapsed = await withDelivery();
  await shelfOf(product.web, lapsed.email).fill(3 * GIGABYTE);
  await givePlan(product.web.query, lapsed.email, 'free');
  const walks = [
    [free, ['/dashboard', '/schedule', '/emergency', '/create']],
    [lapsed, ['/dashboard', '/dashboard/content']],
    [late, ['/dashboard']],
  ] as const;
  for (const [person, paths] of walks) {
    await product.become(page, person);
    for (const path of paths) {
      await goto(page, path);
      await inspectEverywhere(page);
    }
  }
  await product.become(page, lapsed);
  await goto(page, '/dashboard/content');
  await page.emulateMedia({ forcedColors: 'active' });
  const words = await page.evaluate(() => getComputedStyle(document.body).color);
  // The parts of a drawing have no names: the films are the first.
  const bar = page
    .getByRole('img', { name: /^Storage: video/ })
    .locator('rect')
    .first();
  await expect.poll(() => bar.evaluate((one) => getComputedStyle(one).fill)).toBe(words);
});

test('a plan ends while a delivery is written: everything typed stays, and is sent once there is a plan again', async () => {
  const helena = await withDelivery();
  await product.become(page, helena);
  await goto(page, '/schedule?new');
  await page.getByLabel('Content').selectOption({ label: 'Text: How we chose your name' });
  await page.getByLabel('Recipient name').fill('Ana');
  await page.getByLabel('Recipient email').fill('ana@example.com');
  await page.getByLabel('Date', { exact: true }).fill('2041-05-04');
  await page.getByLabel('Time', { exact: true }).fill('08:30');
  await givePlan(product.web.query, helena.email, 'free');
  const send = page.getByRole('button', { name: 'Schedule Delivery' }).last();
  await send.click();
  // Brought there from the far end of the form.
  const notice = page.getByText('Nothing you typed is lost.');
  await notice.waitFor();
  await expect.poll(() => notice.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0);
  expect(await page.getByLabel('Recipient email').inputValue()).toBe('ana@example.com');
  expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe('2041-05-04');
  expect(await page.getByRole('link', { name: 'See plans (opens in a new tab)' }).getAttribute('target')).toBe(
    '_blank',
  );
  await inspect(page);
  await givePlan(product.web.query, helena.email, 'plus');
  await send.click();
  await sees(page, 'Delivery scheduled successfully!');
  await sees(page, '4 May 2041 at 08:30');
});

test('a file without room for it is not sent on any plan, and the page names the plan that would help', async () => {
  const helena = await withDelivery();
  await shelfOf(product.web, helena.email).fill(3 * GIGABYTE);
  await givePlan(product.web.query, helena.email, 'free');
  await product.become(page, helena);
  const asked: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
  await goto(page, '/create');
  await sees(page, 'Your vault holds more than the Free plan includes.');
  await choose(page, 'File');
  await picker(page).setInputFiles(NOTES);
  await sees(page, 'This needs 0.01 MB. You already use 3072.00 MB, which is more than the 50.00 MB of your plan.');
  const helps = page.getByRole('link', { name: 'Premium (opens in a new tab)' });
  expect(await helps.getAttribute('href')).toBe('/pricing?to=/create');
  // By the keyboard: a toast about it may lie over the button.
  const save = page.getByRole('button', { name: 'Save' });
  await save.press('Enter');
  expect(asked).toEqual([]);
  await shelfOf(product.web, helena.email).fill(0);
  // Again and again: the page listens for it only once it has shown that there is no room.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      return page.getByText('Your vault holds more').count();
    })
    .toBe(0);
  await save.press('Enter');
  await page.waitForURL('**/dashboard?content=*');
});
