/** What comes after a letter was scheduled, with the keyboard alone: its story, the links in mails, the way back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { keysOn } from './keys.ts';

const product = productInBrowser(startWeb);
let page: Page;
const { reach, press, answer, type, sees, heading } = keysOn(() => page);

const go = (path: string) => goto(page, path);
async function signIn(): Promise<void> {
  page = await product.open({ as: await demoPerson(product.web) });
}
const OWNER = ACCOUNT_IDS.premium;

test('by keyboard: open and save a letter, check in, confirm an address, reset a password', async () => {
  page = await product.open();
  await page.goto(product.web.delivery('onThePlatform').link);
  await press('button', 'Open the letter');
  await heading('What I did not say on the platform');
  const [download] = await Promise.all([page.waitForEvent('download'), press('button', 'Save a copy')]);
  expect(download.suggestedFilename()).toBe('What I did not say on the platform.txt');
  await page.goto(`/check-in/${product.web.secret('check-in', OWNER, 1)}`);
  await press('button', "Check In - I'm Still Here");
  await page.getByRole('button', { name: "Check In - I'm Still Here" }).waitFor({ state: 'detached' });
  await page.goto(`/address/${product.web.secret('address', deliveryId(LETTER_IDS.yourKey), 1)}`);
  await press('button', 'Yes, it’s still right');
  await page.getByRole('button', { name: 'Yes, it’s still right' }).waitFor({ state: 'detached' });
  await go('/auth');
  await press('link', 'Forgot your password?');
  await type('Email', 'premium@example.com');
  await page.keyboard.press('Enter');
  await heading('Check your inbox.');
  const [row] = await product.web.query<{ id: string }>("select id from secrets where purpose = 'reset-password'");
  await page.goto(`/auth/reset/${product.web.secret('reset-password', row?.id ?? '', 0)}`);
  // As it was: others of these tests sign in.
  await type('New password', 'stillhere');
  await press('button', 'Set this password');
  await page.getByLabel('New password').waitFor({ state: 'detached' });
});

test('by keyboard: correct a failed delivery, send a delivered one again, revoke its link', async () => {
  await signIn();
  await go('/dashboard');
  await press('link', 'Correct address About the boat');
  await type('Recipient email', 'tomas@example.com');
  await press('button', 'Try again');
  await sees('to Tomás, tomas@example.com');
  await go(`/schedule/${deliveryId(LETTER_IDS.theSoup)}`);
  await press('button', 'Extend Link');
  await sees('You extended the link');
  await press('button', 'Revoke Link');
  await answer('Revoke the link?', 'Revoke Link');
  await sees('You revoked the link.');
  await press('button', 'Send again');
  await answer('Send it again?', 'Send again');
  await sees('You sent it again, with a new link.');
});

test('by keyboard: return after a release; open, close and report a gallery item', async () => {
  await signIn();
  await product.web.query(
    "update emergency_protocols set stage = 'released', released_at = now(), last_check_in = now() where owner_id = ?",
    [OWNER],
  );
  await go('/emergency');
  await press('link', "I'm back");
  await heading('Welcome back');
  await sees('your protocol starts again');
  await press('button', "I'm back");
  await sees('Check-in recorded!');
  await go('/shared');
  await press('link', 'What my mother hummed while she ironed');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/shared');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await go(`/shared/${FILE_IDS.hummed}/report`);
  await reach(page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await press('button', 'Report');
  await sees('Thank you. We’ll look at it.');
});
