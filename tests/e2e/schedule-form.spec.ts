/** The form of a delivery, as it helps while one fills it in. */
import { beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

let helena: Awaited<ReturnType<Web['person']>>;
const product = productInBrowser(startWeb);
beforeAll(async () => {
  helena = await product.web.person();
  await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
});

async function openForm(options: { colorScheme: 'light' | 'dark'; width: number }) {
  const { colorScheme, width } = options;
  const page = await product.open({ as: helena, colorScheme, viewport: { width, height: 900 } });
  await goto(page, '/schedule?new');
  return page;
}

test('the form groups a phone number, computes a birthday and explains a skipped hour, before it is saved', async () => {
  const page = await openForm({ colorScheme: 'light', width: 1440 });
  const sees = (text: string) => page.getByText(text).first().waitFor();
  await page.getByLabel('Content').selectOption({ label: 'Text: How we chose your name' });
  await page.getByLabel('WhatsApp').check();
  const country = page.getByLabel('Country code');
  await page.getByLabel('Recipient phone').fill('+55 11 96123-4567');
  await sees('We’ll message +55 11 96123 4567.');
  await expect.poll(() => country.inputValue()).toBe('BR');
  await country.selectOption('PT');
  await page.getByLabel('Recipient phone').fill('912 000 417');
  await sees('We’ll message +351 912 000 417.');
  await page.getByLabel('Recipient name').fill('Ana');
  await page.getByLabel('Recipient email').fill('ana@example.com');

  await page.getByText('Their 18th birthday').click();
  await page.getByLabel('Their birth date').fill('2020-02-29');
  await page.getByRole('button', { name: 'Choose the birthday' }).click();
  await sees('There’s no 29 February in 2038, so we chose 1 March. They’re 18 from that day.');
  await sees('On 1 March 2038 at 09:00 (Lisbon), we’ll send “How we chose your name” to Ana by WhatsApp.');

  await page.getByLabel('Date', { exact: true }).fill('2031-03-30');
  await page.getByLabel('Time', { exact: true }).fill('01:30');
  await sees('On 30 March 2031 the clocks in Lisbon go forward, and 01:30 is skipped. It goes out at 02:30 instead.');
  await sees('On 30 March 2031 at 02:30 (Lisbon)');
  await inspect(page);

  // Enter sends the form, not the first of the buttons that choose a day.
  await page.getByLabel('Recipient name').press('Enter');
  await sees('Delivery scheduled successfully!');
  await sees('Sunday 30 March 2031 at 02:30, to Ana, +351 912 000 417, by WhatsApp');
});

test('on a phone in the dark theme the form is accessible, and nothing is wider than the page', async () => {
  const page = await openForm({ colorScheme: 'dark', width: 390 });
  expect(await page.getByLabel('Recipient phone').isVisible()).toBe(false);
  await page.getByLabel('WhatsApp').check();
  await page.getByText('Their 18th birthday').click();
  await page.getByRole('button', { name: 'Choose the birthday' }).click();
  await page.getByText('Please enter their birth date.').waitFor();
  await inspect(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
