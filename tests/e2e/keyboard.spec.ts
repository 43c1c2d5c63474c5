/** All that people come here to do, with the keyboard alone: what has the focus is found by its name, and never clicked. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { filesReady, NOTES } from './create-page.ts';
import { waitForFocus } from './focus.ts';
import { goto, hydrated } from './hydrated.ts';
import { keysOn } from './keys.ts';

let page: Page;
const product = productInBrowser(startWeb);

const { reach, press, answer, type, turnTo, sees, heading } = keysOn(() => page);

/** A person on Premium whose address is confirmed, on one of their pages. */
async function open(path: string): Promise<void> {
  const helena = await product.web.person('Helena', 'premium');
  await product.web.query('update users set email_confirmed_at = now() where email = ?', [helena.email]);
  await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
  page = await product.open({ as: helena });
  await goto(page, path);
}

/** The browser goes to a part of a page, and moves the keyboard's place there, when it draws the next frame. */
const nextFrame = () =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

test('by keyboard: sign in past the navigation, and log out', async () => {
  page = await product.open();
  await goto(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await waitForFocus(skip);
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#main');
  await nextFrame();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await goto(page, '/auth');
  await press('link', 'Sign Up');
  await heading('Start Free');
  await type('Full name', 'Ana Búzio');
  await type('Email', 'ana@example.com');
  await type('Password', 'three plain words');
  await page.keyboard.press('Enter');
  await sees('Registration successful!');
  await hydrated(page);
  await press('button', 'Logout');
  await page.waitForURL(`${product.web.origin}/`);
});

test('by keyboard: save a letter and a file; edit, publish and delete the letter', async () => {
  await open('/create');
  await type('Title', 'Eighteen');
  await type('Message', 'Dear Ana, once.');
  await press('button', 'Save');
  await sees('“Eighteen” is in your vault.');
  await press('link', 'Add another');
  await heading('Create');
  await turnTo('Text', 'ArrowLeft', 'File');
  await filesReady(page);
  await type('Title', 'What to water');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('button', 'File')]);
  await chooser.setFiles(NOTES);
  await page.getByRole('button', { name: `Remove ${NOTES.name}` }).waitFor();
  await press('button', 'Save');
  await sees('“What to water” is in your vault.');

  await goto(page, '/dashboard');
  await press('link', 'Eighteen');
  await page.getByRole('dialog', { name: 'Eighteen' }).waitFor();
  await press('button', 'Make Public');
  await answer('Share “Eighteen” publicly?', 'Make Public');
  await sees('Content is now public');
  // The button that was pressed is gone: the words that tell what is new have the focus.
  await waitForFocus(page.getByText('Public: everyone can see it'));
  await press('link', 'Edit');
  await type('Message', 'Dear Ana, twice.');
  await press('button', 'Save');
  await press('button', 'Delete');
  await answer('Delete “Eighteen”?', 'Delete');
  await sees('Content deleted');
});

test('by keyboard: schedule a delivery for a chosen day, change it, delete it', async () => {
  await open('/schedule?new');
  await reach(page.getByLabel('Content'));
  await page.keyboard.press('ArrowDown');
  await turnTo('Email', 'ArrowRight', 'WhatsApp');
  await type('Recipient phone', '912 345 678');
  await type('Recipient name (optional)', 'Ana');
  await type('Recipient email', 'ana@example.com');
  await press('button', 'In a year', 'Space');
  await sees('we’ll send “How we chose your name” to Ana by WhatsApp');
  await press('button', 'Schedule Delivery');
  await sees('Delivery scheduled successfully!');
  await press('link', 'Change How we chose your name');
  await heading('Change a delivery');
  await turnTo('WhatsApp', 'ArrowLeft', 'Email');
  await type('Date', '05042032');
  await press('button', 'Save');
  await sees('Tuesday 4 May 2032');
  await press('button', 'Delete How we chose your name');
  await answer('Delete Scheduled Delivery?', 'Delete');
  await sees('Delivery deleted');
});

test('by keyboard: add a contact, set an item aside, switch the protocol on, check in', async () => {
  await open('/profile');
  await type('Name', 'Rui');
  await reach(page.getByRole('region', { name: 'Trusted Contacts' }).getByLabel('Email'));
  await page.keyboard.type('rui@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Rui' }).waitFor();
  await press('link', 'Emergency');
  await heading('Emergency Content');
  await press('button', 'Add to emergency content');
  await page.getByRole('button', { name: 'Remove How we chose your name' }).waitFor();
  await type('Days without a check-in', '45');
  await reach(page.getByRole('switch', { name: 'Active' }));
  await page.keyboard.press('Space');
  await press('button', 'Save Settings');
  await answer('Switch the emergency protocol on?', 'Switch it on');
  await press('button', "Check In - I'm Still Here");
  await sees('Check-in recorded!');
  await type('Days to pause', '20');
  await page.keyboard.press('Enter');
  // Both pages have a button of this name.
  await page.getByRole('heading', { name: /^Pause until/ }).waitFor();
  await press('button', 'Pause');
  await press('button', 'End the pause');
  await sees('Starts your 45 days again from now.');
});

test('by keyboard: change name and password, delete a contact, delete the account', async () => {
  await open('/profile');
  await type('Full name', 'Helena D.');
  await page.keyboard.press('Enter');
  await sees('Profile updated!');
  await type('Name', 'Rui');
  await reach(page.getByRole('region', { name: 'Trusted Contacts' }).getByLabel('Email'));
  await page.keyboard.type('rui@example.com');
  await page.keyboard.press('Enter');
  await press('button', 'Delete Rui');
  await answer('Delete Rui?', 'Delete');
  await sees('Contact deleted');
  await press('link', 'Change it');
  await type('Current password', 'stillhere');
  await type('New password', 'three plain words');
  await press('button', 'Save');
  await heading('Security');
  await press('link', 'Delete account');
  await type('Password', 'three plain words');
  await press('button', 'Delete everything');
  await page.waitForURL(`${product.web.origin}/`);
});

test('by keyboard: browse the gallery, show yearly prices, choose the dark theme', async () => {
  await open('/shared');
  await press('link', 'Texts');
  await page.waitForURL('**/shared?type=text');
  await press('link', 'Pricing');
  await heading('Three plans, no surprises');
  await turnTo('Monthly', 'ArrowRight', 'Yearly 2 Months Free');
  await press('link', 'Profile');
  // Both pages have a button of this name.
  await heading('Helena');
  await press('button', 'Dark', 'Space');
  await page.getByRole('button', { name: 'Dark', pressed: true }).waitFor();
  // The page that came is announced, as one that the browser loads would be.
  await press('link', 'Schedule');
  await page.getByRole('status').filter({ hasText: 'Schedule · Stillhere' }).waitFor();
});
