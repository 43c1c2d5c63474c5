import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ACCOUNT_IDS } from '#dev/seed/ids.ts';
import { SECOND } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { createText, setEmergency } from '#services/vault/change-content.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

// The browser notes a line that is lost and a server that is away, which are meant here.
const product = productInBrowser(startWeb, /ERR_INTERNET_DISCONNECTED|status of 502/);

/** Of the demo account, in milliseconds. */
async function lastCheckIn(): Promise<number> {
  const [row] = await product.web.query<{ at: Date }>(
    'select last_check_in as at from emergency_protocols where owner_id = ?',
    [ACCOUNT_IDS.premium],
  );
  return row?.at.getTime() ?? 0;
}

test('the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in', async () => {
  holds('S2-42', 'S2-43', 'S8-29');
  const page = await product.open({ as: await demoPerson(product.web) });
  await goto(page, '/emergency');
  const missed = page.getByRole('listitem').filter({ hasText: 'Check-in missed' });
  const before = await missed.textContent();

  // Before saving: the same dates come back with the same days.
  await page.getByLabel('Days without a check-in').fill('45');
  await page.getByText('With 45 days, your next deadline').waitFor();
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

  // A moved switch says so, and leaving the page asks.
  const unsaved = page.getByText('Not saved yet.');
  expect(await unsaved.isVisible()).toBe(false);
  await active.uncheck();
  await unsaved.waitFor();
  await inspect(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  await question.getByRole('button', { name: 'Leave it on' }).click();
  await unsaved.waitFor({ state: 'hidden' });
  expect([await active.isChecked(), new URL(page.url()).pathname]).toEqual([true, '/emergency']);

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
  await page.getByText('Starts your 45 days again from now.').waitFor();
  await page.getByRole('button', { name: "Check In - I'm Still Here" }).click();
  await page.getByText('Check-in recorded!').first().waitFor();
});

test('a check-in without a connection keeps the page, says that it failed, and is recorded when the line is back', async () => {
  holds('S8-13');
  const page = await product.open({ as: await demoPerson(product.web), viewport: { width: 390, height: 844 } });
  await goto(page, '/emergency');
  const before = await lastCheckIn();
  const button = page.getByRole('button', { name: "Check In - I'm Still Here" });

  await page.context().setOffline(true);
  await button.click();
  await page.getByText('Failed to record check-in').waitFor();
  await page.getByText('This check-in isn’t recorded yet.').waitFor();
  await page.getByRole('heading', { name: 'Emergency Protocol' }).waitFor();
  await inspect(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await lastCheckIn()).toBe(before);

  await page.context().setOffline(false);
  await page.getByText('Check-in recorded!').waitFor();
  await page.getByText('Starts your').waitFor();
  expect(await lastCheckIn()).toBeGreaterThan(before);
});

test('a check-in that we cannot take is tried again by itself, also without a word from the browser', async () => {
  const page = await product.open({ as: await demoPerson(product.web) });
  await page.clock.install();
  await goto(page, '/emergency');
  await page.route('**/emergency/check-in', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.getByRole('button', { name: "Check In - I'm Still Here" }).click();
  const retrying = page.getByText('This check-in isn’t recorded yet.');
  await retrying.waitFor();
  const before = await lastCheckIn();
  await page.unroute('**/emergency/check-in');
  // Again and again: its clock begins a moment after it has said so.
  await expect
    .poll(async () => {
      // In one step: on a busy machine the page would draw 30 seconds of frames for as long as this waits.
      await page.clock.fastForward(30 * SECOND);
      return retrying.count();
    })
    .toBe(0);
  expect(await lastCheckIn()).toBeGreaterThan(before);
});

test('switched on right after signing up it says that it is not running, until the last thing is there', async () => {
  const email = `nora-${randomUUID()}@example.com`;
  const page = await product.open({ viewport: { width: 390, height: 844 } });
  await goto(page, '/auth?mode=sign-up');
  for (const [label, value] of [
    ['Full name', 'Nora Duarte'],
    ['Email', email],
    ['Password', 'three plain words'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  const [user] = await product.web.query<{ id: string; secret: string }>(
    `select u.id, s.id as secret from users u join secrets s on s.user_id = u.id and s.purpose = 'confirm-email' where u.email = ?`,
    [email],
  );
  await givePlan(product.web.query, email, 'plus');
  await goto(page, '/emergency/arm');
  await page.getByText('It won’t run yet').waitFor();
  await page.getByRole('button', { name: 'Switch it on anyway' }).click();

  const header = page.getByRole('banner');
  const main = page.getByRole('main');
  await main.getByText('Not running: confirm your email').waitFor();
  await header.getByRole('link', { name: 'Not running' }).waitFor();
  await inspect(page);
  const months = /\d (January|February|March|April|May|June|July|August|September|October|November|December)/;
  expect(await main.innerText()).not.toMatch(months);
  expect(await main.getByRole('button', { name: 'Resend email' }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await goto(page, '/dashboard');
  await main.getByText('Your emergency protocol isn’t running. Confirm your email').waitFor();
  expect(await page.getByText('Active', { exact: true }).count()).toBe(0);
  expect(await page.getByText('Nothing needs you today').count()).toBe(0);

  const context = () => ({ em: product.web.fork(), keyring: product.web.keyring, now: new Date() });
  await addContact(context(), user?.id ?? '', { name: 'Rui Duarte', email: 'rui@example.com' });
  const letter = await createText(context(), user?.id ?? '', {
    is_public: false,
    title: 'Keys',
    content: 'Under the mat.',
  });
  await setEmergency(context(), user?.id ?? '', letter.id, true);
  await goto(page, `/auth/confirm/${linkSecret(product.web.keyring, 'confirm-email', user?.secret ?? '', 0)}`);
  await page.getByRole('button').click();
  await page.getByText('Your address is confirmed').first().waitFor();
  await goto(page, '/emergency');
  await main.getByText('Starts your 30 days again from now.').waitFor();
  await header.getByRole('link', { name: 'Day 0 of 30' }).waitFor();
  expect(await main.innerText()).toMatch(months);
});
