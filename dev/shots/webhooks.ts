/** What the scenes of webhooks do. */
import type { Page } from 'playwright-core';
import { press } from './page-actions.ts';

/** Each size and theme has an address of its own: an account has each once. */
export async function addWebhook(page: Page): Promise<void> {
  await page.getByLabel('Address of your program').fill(`https://hooks.example.com/${crypto.randomUUID()}`);
  await page.getByLabel('you miss a check-in').check();
  await page.getByLabel('a delivery arrives').check();
  await press(page, 'Add it');
  await page.getByText('Copy the secret now').waitFor();
}

/** The page with a message that waits. */
export async function testWebhook(page: Page): Promise<void> {
  await addWebhook(page);
  await page
    .getByRole('button', { name: /^Send a test/ })
    .first()
    .click();
  await page.getByText('A test is on its way').first().waitFor();
  await page.getByText('Last messages').first().click();
}
