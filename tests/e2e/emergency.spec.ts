import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { axe, signIn, startBrowser } from './browser.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

test('the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in', async () => {
  const page = await browser.open({ baseURL: web.origin });
  await signIn(page);
  await page.goto('/emergency', { waitUntil: 'networkidle' });
  const missed = page.getByRole('listitem').filter({ hasText: 'Missed' }).locator('.date');
  const before = await missed.textContent();

  // Before saving: the same dates come back with the same days.
  await page.getByLabel('Days without a check-in').fill('45');
  await page.getByText('If you save 45 days now').waitFor();
  expect(await missed.textContent()).not.toBe(before);
  await page.getByLabel('Days without a check-in').fill('3');
  expect(await missed.textContent()).toBe(before);
  await page.getByLabel('Days without a check-in').fill('45');

  // By keyboard alone: the question holds the focus, and Escape leaves the switch as it was.
  const active = page.getByRole('switch', { name: 'Active' });
  await active.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Switch the emergency protocol off?' });
  await question.waitFor();
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await active.isChecked()).toBe(true);

  await active.uncheck();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await question.getByRole('button', { name: 'Switch it off' }).click();
  await page.getByText('Inactive').waitFor();
  expect(await active.isChecked()).toBe(false);
  expect(await page.getByText('45 days', { exact: true }).count()).toBe(1);

  await active.check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByRole('button', { name: 'Switch it on' }).click();
  await page.getByText('Starts the 45 days again, from now.').waitFor();
  await page.getByRole('button', { name: "Check In - I'm Still Here" }).click();
  await page.getByText('Check-in recorded!').first().waitFor();
  await page.context().close();
  expect(browser.complaints()).toEqual([]);
});
