import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { startWebOnCable } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { notices, productInBrowser } from './browser.ts';
import { hasFocus } from './focus.ts';
import { goto } from './hydrated.ts';
import { saidAt } from './inspect.ts';

let page: Page;
let people = 0;

// Refusals are noted by the browser, and meant.
const product = productInBrowser(startWebOnCable, /status of (401|409|503)/);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const saidAtField = (label: string) => expect.poll(() => saidAt(page.getByLabel(label)));
const newEmail = () => `ana-${++people}@example.com`;

/** A toast goes after four seconds, so it is looked for before the page that it was left for. */
async function arrives(words: string, at: RegExp): Promise<void> {
  await page.getByText(words).first().waitFor();
  await page.waitForURL(at);
}

/** A person who has not confirmed their address yet, and the link that does. */
async function newcomer() {
  const person = await product.web.person();
  await unconfirm(product.web.query, person.email);
  const [secret] = await product.web.query<{ id: string }>(
    "select id from secrets where email = ? and purpose = 'confirm-email'",
    [person.email],
  );
  return { person, link: `/auth/confirm/${linkSecret(product.web.keyring, 'confirm-email', secret?.id ?? '', 0)}` };
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_with, javaScriptEnabled) => {
  beforeEach(async () => {
    page = await product.open({ javaScriptEnabled, timezoneId: 'Asia/Tokyo' });
  });

  test('a person signs up, is signed in, logs out, and signs in again', async () => {
    const email = newEmail();
    await goto(page, '/auth');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'Start Free' }).waitFor();
    await fill({ 'Full name': 'Ana Búzio', Email: email, Password: 'three plain words' });
    if (javaScriptEnabled) await page.locator('input[name=time_zone]').waitFor({ state: 'attached' });
    else await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await button('Sign Up').click();
    await arrives('Registration successful!', /\/dashboard(#|$)/);
    expect(await product.web.query('select time_zone from users where email = ?', [email])).toEqual([
      { time_zone: 'Asia/Tokyo' },
    ]);

    await button('Logout').first().click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.goBack();
    // With scripts the page that comes back from the browser's memory is loaded anew.
    const shown = async () => {
      const content = await page.content();
      return { landing: content.includes('Start Free'), name: content.includes('Ana Búzio') };
    };
    await expect.poll(shown).toEqual({ landing: true, name: false });

    await goto(page, '/auth?to=%2Fcreate');
    await fill({ Email: email, Password: 'three plain words' });
    await button('Sign In').click();
    await arrives('Login successful!', /\/create(#|$)/);
  });

  test('an error is at its field, which gets the focus', async () => {
    holds('S5-1', 'S9-1');
    await goto(page, '/auth?mode=sign-up');
    await fill({ 'Full name': 'Ana', Email: 'not an address', Password: '12345' });
    await button('Sign Up').click();
    await saidAtField('Email').toContain('Please enter a valid email');
    await saidAtField('Password').toContain('Your password needs at least 6 characters');
    await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true);
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ana');
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');

    await fill({ Email: newEmail(), Password: '123456' });
    await button('Sign Up').click();
    await saidAtField('Password').toContain('Many people use this password');
    await fill({ Password: 'kelp 7' });
    if (javaScriptEnabled) await page.getByText('Weak. Longer is better.').waitFor();
    await button('Sign Up').click();
    await page.waitForURL(/\/dashboard(#|$)/);
  });

  test('a wrong password says so, and keeps the email', async () => {
    holds('S8-1');
    await goto(page, '/auth');
    await fill({ Email: 'nobody@example.com', Password: 'not it at all' });
    await button('Sign In').click();
    // Without scripts it is said once.
    if (javaScriptEnabled) await notices(page).getByText('That email and password don’t match.').first().waitFor();
    await page.getByRole('alert').getByText('That email and password don’t match.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
    expect(await page.content()).not.toContain('not it at all');
  });

  test('an email with an account is refused at its field', async () => {
    const { email } = await product.web.person();
    await goto(page, '/auth?mode=sign-up');
    await fill({ 'Full name': 'Ana', Email: email, Password: 'three plain words' });
    await button('Sign Up').click();
    await saidAtField('Email').toContain('This email already has an account. Sign in instead.');
    await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true);
  });

  test('an address is confirmed by one press where its owner is signed in', async () => {
    const { person, link } = await newcomer();
    await product.become(page, person);
    await goto(page, link);
    await button('Confirm this address').click();
    await arrives('Your address is confirmed', /\/dashboard$/);
  });

  test('an address is confirmed in another browser with the password, or with a new one', async () => {
    const { link } = await newcomer();
    await goto(page, link);
    await fill({ 'Your password': 'not it at all' });
    await button('Confirm this address').click();
    await saidAtField('Your password').toContain('That isn’t your password');
    expect(await page.content()).not.toContain('not it at all');
    await fill({ 'Your password': 'stillhere' });
    await button('Confirm this address').click();
    await page.getByRole('heading', { name: 'Thank you. Your address is confirmed.' }).waitFor();

    const other = await newcomer();
    await goto(page, other.link);
    await page.getByRole('link', { name: 'choose a new one' }).click();
    await fill({ 'New password': 'three plain words' });
    await button('Confirm, and set this password').click();
    await arrives('Sign in with your new password', /\/auth$/);
    await fill({ Email: other.person.email, Password: 'three plain words' });
    await button('Sign In').click();
    await page.waitForURL(/\/dashboard(#|$)/);
  });

  test('an outage says that it is our fault, and nothing typed is lost', async () => {
    holds('S8-1');
    const { email } = await product.web.person();
    await goto(page, '/auth');
    await fill({ Email: email, Password: 'stillhere' });
    await product.web.database.cut();
    await button('Sign In').click();
    await notices(page).getByText('An error occurred').first().waitFor();
    await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await product.web.database.mend();
    await fill({ Password: 'stillhere' });
    await button('Sign In').click();
    await page.waitForURL(/\/dashboard(#|$)/);
  });
});

describe('with scripts', () => {
  beforeEach(async () => {
    page = await product.open();
  });

  test('a button that is pressed twice is pressed once', async () => {
    const email = newEmail();
    await goto(page, '/auth?mode=sign-up');
    await fill({ 'Full name': 'Ana', Email: email, Password: 'three plain words' });
    await button('Sign Up').dblclick();
    await arrives('Registration successful!', /\/dashboard(#|$)/);
    expect(await product.web.query('select 1 from users where email = ?', [email])).toHaveLength(1);
  });

  test('an error disappears while the person corrects it', async () => {
    await goto(page, '/auth');
    await fill({ Email: 'ana@', Password: '12345' });
    await button('Sign In').click();
    await saidAtField('Email').toContain('Please enter a valid email');
    await page.getByLabel('Email').fill('ana@example.com');
    await saidAtField('Email').not.toContain('Please enter a valid email');
    await page.getByText('Your password needs at least 6 characters').waitFor();
  });

  test('a session that ended elsewhere loses no letter: the form stays, and is sent again after signing in', async () => {
    const person = await product.web.person();
    await product.become(page, person);
    await goto(page, '/create');
    await fill({ Title: 'For Ana', Message: 'Dear Ana, every word.' });
    await product.web.query('delete from sessions');
    await button('Save').click();
    await page
      .getByText('Your session ended before we could save. Sign in in a new tab, then try again here')
      .waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Dear Ana, every word.');
    await person.post('/auth', { email: person.email, password: 'stillhere' });
    await product.become(page, person);
    await button('Save').click();
    await page.waitForURL('**/dashboard?content=*');
  });
});
