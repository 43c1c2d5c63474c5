/** Passkeys in a browser with an authenticator: added, named, used by the button and by what the browser offers, and removed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';
import { offersNothing, plugIn } from './virtual-authenticator.ts';

const PAGE = '/profile/security';
const SIGN_IN = 'Use a passkey';

const product = productInBrowser(startWeb);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A person on their page, in a browser with an authenticator. */
async function ready({ javaScriptEnabled = true } = {}) {
  const person = await product.web.person();
  const page = await product.open({ as: person, javaScriptEnabled });
  const authenticator = await plugIn(page);
  return { person, page, authenticator };
}

async function add(page: Page): Promise<void> {
  await goto(page, PAGE);
  await button(page, 'Add a passkey').click();
  await notices(page).getByText('can now sign you in').waitFor();
  await button(page, /^Remove/).waitFor();
}

/** Closes the session and opens the page on which people sign in. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(path);
}

const arrives = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

test('a passkey is added, named, used by the button, and removed; then it signs in no longer', async () => {
  const { page, authenticator } = await ready();
  await offersNothing(page);
  await add(page);
  expect(await authenticator.count()).toBe(1);
  await page.getByText('Not used yet.').waitFor();
  await inspect(page);

  await page.getByRole('link', { name: /^Rename/ }).click();
  const name = page.getByLabel('Name');
  await name.fill('My phone');
  await button(page, 'Save').click();
  await page.getByText('My phone', { exact: true }).waitFor();

  await leaveFor(page, '/auth?to=%2Fcreate');
  await button(page, SIGN_IN).click();
  await arrives(page, '/create');
  await goto(page, PAGE);
  await page.getByText(/Last used on/).waitFor();

  await button(page, /^Remove.*My phone/).click();
  await page.getByText('You have no passkeys.').waitFor();
  await leaveFor(page, '/auth');
  await button(page, SIGN_IN).click();
  await notices(page).getByText('This passkey didn’t sign you in').waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});

test('the browser offers the passkey in the email field, and choosing it signs in', async () => {
  const { page, person } = await ready();
  await add(page);
  // The authenticator chooses at once what the browser offers.
  await leaveFor(page, '/auth?to=%2Fschedule');
  await arrives(page, '/schedule');
  const rows = await product.web.query<{ last_used_at: Date | null }>(
    'select last_used_at from passkeys p join users u on u.id = p.user_id where u.email = ?',
    [person.email],
  );
  expect(rows).toEqual([{ last_used_at: expect.any(Date) }]);
});

test('an authenticator that has a passkey of the account makes no second one, and the page says so', async () => {
  const { page, authenticator } = await ready();
  await add(page);
  await button(page, 'Add a passkey').click();
  await page.getByText('This device already has a passkey for your account.').waitFor();
  expect(await authenticator.count()).toBe(1);
});

test('a person whom the authenticator does not know signs in with the password instead', async () => {
  const { page, person, authenticator } = await ready();
  await offersNothing(page);
  await add(page);
  await authenticator.verifies(false);
  await leaveFor(page, '/auth');
  await button(page, SIGN_IN).click();
  await page.getByText('No passkey was chosen. Try again, or use your password.').waitFor();
  await inspect(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill('stillhere');
  await button(page, 'Sign In').click();
  await arrives(page, '/dashboard');
});

test('without scripts the passkeys are listed, named and removed, and the page says what adding one needs', async () => {
  const { page, person } = await ready();
  await add(page);
  const plain = await product.open({ as: person, javaScriptEnabled: false });
  await goto(plain, PAGE);
  const said = plain.locator('noscript p').first();
  await said.waitFor();
  expect(await said.textContent()).toBe('To add a passkey, turn on JavaScript in this browser.');
  expect(await button(plain, 'Add a passkey').count()).toBe(0);
  await plain.getByRole('link', { name: /^Rename/ }).click();
  await plain.getByLabel('Name').fill('My phone');
  await button(plain, 'Save').click();
  await button(plain, /^Remove.*My phone/).click();
  await plain.getByText('You have no passkeys.').waitFor();
  await plain.context().clearCookies();
  await goto(plain, '/auth');
  expect(await button(plain, SIGN_IN).count()).toBe(0);
});
