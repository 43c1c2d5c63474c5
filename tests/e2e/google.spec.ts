import { expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { productBesideVendors } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';

const product = productBesideVendors();

test('a person cancels at Google, tries again, and reaches the wanted page', async () => {
  holds('S2-14');
  const page = await product.open({ timezoneId: 'Asia/Tokyo' });
  await goto(page, '/auth?to=%2Fcreate');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You didn’t sign in with Google, so nothing was changed.').first().waitFor();
  await page.waitForURL('**/auth?to=%2Fcreate');

  // The link learns the time zone from a script.
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /Inês Sampaio/ }).click();
  await page.getByText('Registration successful!').first().waitFor();
  await page.waitForURL('**/create');
  expect(await product.web.query('select email, time_zone, password_hash from users')).toEqual([
    { email: 'ines.sampaio@example.com', time_zone: 'Asia/Tokyo', password_hash: null },
  ]);
});
