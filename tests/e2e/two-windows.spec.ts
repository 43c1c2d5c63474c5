/** The same letter in two windows. */
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { hasFocus } from './focus.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

const product = productInBrowser(startWeb, /status of 412/);

test('the second window that saves a letter shows both texts, and saves the one that is chosen', async () => {
  const helena = await product.web.person();
  const { headers } = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const id = headers.get('location')?.split('=')[1] ?? '';
  const [one, other] = [await product.open({ as: helena }), await product.open({ as: helena })];
  for (const page of [one, other]) await goto(page, `/content/${id}/edit`);
  await one.getByLabel('Message').fill('From the first window');
  await one.getByRole('button', { name: 'Save' }).click();
  await one.waitForURL(`**/dashboard/content/${id}`);

  await other.getByLabel('Message').fill('From the second window');
  await other.getByRole('button', { name: 'Save' }).click();
  const heading = other.getByRole('heading', { name: 'This version was saved in another window' });
  await expect.poll(() => hasFocus(heading)).toBe(true);
  await other.getByText('From the first window').waitFor();
  expect(await other.getByLabel('Message').inputValue()).toBe('From the second window');
  await inspect(other);
  await other.getByRole('button', { name: 'Save' }).click();
  await other.waitForURL(`**/dashboard/content/${id}`);
  await other.getByRole('link', { name: 'Earlier versions' }).click();
  await other.getByText('From the first window').waitFor();
  await other.getByRole('link', { name: 'For Ana' }).first().click();
  await other.getByRole('button', { name: 'Restore this version' }).click();
  await other.waitForURL(`**/dashboard/content/${id}`);
  await other.getByText('From the first window').waitFor();
});
