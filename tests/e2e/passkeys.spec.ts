/** Passkeys in a browser with an authenticator: added, named, used by the button and by what the browser offers, and removed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHALLENGE_LIFE, type PasskeyUse } from '#domain/accounts/passkeys.ts';
import { newChallenge } from '#services/accounts/passkey-challenges.ts';
import { ageProof } from '#tests/http/old-proof.ts';
import { startWeb } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';
import { offersNothing, plugIn } from './virtual-authenticator.ts';

const PAGE = '/profile/security';
const SIGN_IN = 'Use a passkey';

// A form that needs a proof first is refused to a script.
const product = productInBrowser(startWeb, /status of 403/);

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
  // The page before has a field of that name, too.
  await page.getByRole('heading', { name: 'Rename a passkey' }).waitFor();
  const name = page.getByLabel('Name');
  await name.fill('My phone');
  await button(page, 'Save').click();
  await page.getByText('My phone', { exact: true }).waitFor();

  await leaveFor(page, '/auth?to=%2Fcreate');
  await button(page, SIGN_IN).click();
  await arrives(page, '/create');
  await goto(page, PAGE);
  await page
    .getByRole('region', { name: 'Passkeys' })
    .getByText(/Last used on/)
    .waitFor();

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

test('a password manager whose credentials cannot write themselves as JSON adds a passkey and signs in', async () => {
  const { page } = await ready();
  await page.addInitScript(() => {
    PublicKeyCredential.prototype.toJSON = () => {
      throw new TypeError('Illegal invocation');
    };
  });
  await add(page);
  await leaveFor(page, '/auth');
  await arrives(page, '/dashboard');
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
  await plain.getByRole('heading', { name: 'Rename a passkey' }).waitFor();
  await plain.getByLabel('Name').fill('My phone');
  await button(plain, 'Save').click();
  await button(plain, /^Remove.*My phone/).click();
  await plain.getByText('You have no passkeys.').waitFor();
  await plain.context().clearCookies();
  await goto(plain, '/auth');
  expect(await button(plain, SIGN_IN).count()).toBe(0);
});

test('after ten minutes a passkey is the proof before one is removed, and before one is added', async () => {
  const { page, person } = await ready();
  await add(page);
  await ageProof(product.web, person.email);
  await button(page, /^Remove/).click();
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
  await button(page, 'Use a passkey').waitFor();
  await inspect(page);
  await button(page, 'Use a passkey').click();
  await page.getByText('You have no passkeys.').waitFor();

  await ageProof(product.web, person.email);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Your password').fill('stillhere');
  await button(page, 'Go on').click();
  // The question comes by itself, with a challenge that is new.
  await button(page, /^Remove/).waitFor();
});

const staleChallenge = (use: PasskeyUse, sessionId: string) =>
  newChallenge(
    { keyring: product.web.keyring, now: new Date(Date.now() - CHALLENGE_LIFE - 1_000) },
    { use, sessionId },
  );

/** Lets the first challenge that a page gets be older than it may be. */
async function beginsLate(page: Page, options: string, challenge: string): Promise<void> {
  await page.route(
    `**${options}`,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), challenge } });
    },
    { times: 1 },
  );
}

test('a passkey whose proof took more than five minutes is asked for once more, and added once', async () => {
  const { page, person, authenticator } = await ready();
  await goto(page, PAGE);
  const [session] = await product.web.query<{ id: string }>(
    'select s.id from sessions s join users u on u.id = s.user_id where u.email = ?',
    [person.email],
  );
  await beginsLate(page, `${PAGE}/passkeys/options`, staleChallenge('add', session?.id ?? ''));
  // The proof gets old while the browser asks where to keep the passkey.
  await page.route(
    `**${PAGE}/passkeys.data`,
    async (route) => {
      await ageProof(product.web, person.email);
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Your password').fill('stillhere');
  await button(page, 'Go on').click();
  await notices(page).getByText('can now sign you in').waitFor();
  expect(await button(page, /^Remove/).count()).toBe(1);
  expect(await authenticator.count()).toBe(1);
});

test.each([
  ['by the button', true],
  ['by what the browser offers', false],
])('a passkey that is chosen %s after ten minutes signs in, with a new challenge', async (_, isButton) => {
  const { page } = await ready();
  if (isButton) await offersNothing(page);
  await add(page);
  await page.addInitScript(() => {
    const ask = navigator.credentials.get.bind(navigator.credentials);
    let isFirst = true;
    navigator.credentials.get = async (options) => {
      const answer = await ask(options);
      const { now } = Date;
      if (isFirst) Date.now = () => now() + 600_000;
      isFirst = false;
      return answer;
    };
  });
  await beginsLate(page, '/auth/passkey/options', staleChallenge('sign-in', ''));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await leaveFor(page, '/auth?to=%2Fcreate');
  if (isButton) await button(page, SIGN_IN).click();
  await arrives(page, '/create');
  expect(sent.filter((path) => path === '/auth/passkey')).toEqual(['/auth/passkey']);
});
