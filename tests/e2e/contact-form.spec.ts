/** The page that changes a trusted contact, by keyboard. */
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

const product = productInBrowser(startWeb);

test('Enter never saves an address that the page asks about; the address typed last is the one that is saved', async () => {
  const helena = await product.web.person();
  await helena.post('/profile/contacts', { name: 'Rui Duarte', email: 'rui@example.com' });
  const saved = () =>
    product.web.query<{ email: string }>(
      'select c.email from trusted_contacts c join users u on u.id = c.owner_id where u.email = ?',
      [helena.email],
    );
  const page = await product.open({ as: helena });
  await goto(page, '/profile');
  await page.getByRole('link', { name: 'Edit Rui Duarte' }).click();
  await page.getByRole('heading', { name: 'Edit contact' }).waitFor();
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('rui@gmial.con');
  await email.press('Enter');
  const suggested = page.getByRole('button', { name: 'Use rui@gmail.com' });
  await suggested.waitFor();
  await inspect(page);

  await Promise.all([page.waitForResponse((response) => response.status() === 422), email.press('Enter')]);
  await suggested.waitFor();
  expect(await saved()).toEqual([{ email: 'rui@example.com' }]);

  await email.fill('rui.duarte@example.com');
  await email.press('Enter');
  await page.waitForURL('**/profile');
  expect(await saved()).toEqual([{ email: 'rui.duarte@example.com' }]);
});
