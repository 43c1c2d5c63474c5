import { expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

const product = productInBrowser(startWeb);

test('the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in', async () => {
  holds('S2-42', 'S2-43', 'S8-29');
  const page = await product.open({ as: await demoPerson(product.web) });
  await goto(page, '/emergency');
  const missed = page.getByRole('listitem').filter({ hasText: 'Missed' });
  const before = await missed.textContent();

  // Before saving: the same dates come back with the same days.
  await page.getByLabel('Days without a check-in').fill('45');
  await page.getByText('If you save 45 days now').waitFor();
  await expect.poll(() => missed.textContent()).not.toBe(before);
  await page.getByLabel('Days without a check-in').fill('3');
  await expect.poll(() => missed.textContent()).toBe(before);
  await page.getByLabel('Days without a check-in').fill('45');

  // By keyboard alone: the question holds the focus, and Escape leaves the switch as it was.
  const active = page.getByRole('switch', { name: 'Active' });
  await active.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Switch the emergency protocol off?' });
  await question.waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await active.isChecked()).toBe(true);

  await active.uncheck();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await question.getByRole('button', { name: 'Switch it off' }).click();
  await page.getByText('Inactive').waitFor();
  await question.waitFor({ state: 'hidden' });
  expect(await active.isChecked()).toBe(false);
  await page.getByText('45 days', { exact: true }).waitFor();

  await active.check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByRole('button', { name: 'Switch it on' }).click();
  await page.getByText('Starts the 45 days again, from now.').waitFor();
  await page.getByRole('button', { name: "Check In - I'm Still Here" }).click();
  await page.getByText('Check-in recorded!').first().waitFor();
});
