/** A delivery's own page as people use it: from the list to its story, and the link closed from there. */
import { expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere } from './inspect.ts';

const product = productInBrowser(startWeb);

test('the list leads to the timeline; revoking the link asks first, and Escape leaves it valid', async () => {
  const page = await product.open({ as: await demoPerson(product.web) });
  await goto(page, '/schedule');
  await page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: 'The soup, exactly' }).click();
  await page.getByRole('heading', { level: 1, name: 'The soup, exactly' }).waitFor();
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('time') });
  await expect
    .poll(() => lines.allInnerTexts())
    .toEqual([
      expect.stringContaining('You wrote it.'),
      expect.stringContaining('You scheduled it.'),
      expect.stringContaining('It went out by email.'),
      expect.stringContaining('It reached their mailbox.'),
      expect.stringContaining('It was opened.'),
    ]);

  await page.getByRole('button', { name: 'Revoke Link' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the link?' });
  await question.waitFor();
  await inspectEverywhere(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  const { link } = product.web.delivery('theSoup');
  expect((await product.web.fetch(link)).status).toBe(200);

  await page.getByRole('button', { name: 'Revoke Link' }).click();
  await question.getByRole('button', { name: 'Revoke Link' }).click();
  await page.getByText('You revoked the link.').waitFor();
  expect((await product.web.fetch(link)).status).toBe(410);

  await page.getByRole('button', { name: 'Send again' }).click();
  // A double click.
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).dblclick();
  await page.getByText('You sent it again, with a new link.').waitFor();
  const [row] = await product.web.query<{ revision: number }>('select revision from deliveries where id = ?', [
    product.web.delivery('theSoup').id,
  ]);
  expect(row).toEqual({ revision: 2 });
});
