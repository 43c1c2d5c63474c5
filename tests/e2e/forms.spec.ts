/** Forms as a person meets them: what is wrong is found at once, and what is written is never lost. */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { message, save, sees, title } from './create-page.ts';
import { hasFocus } from './focus.ts';
import { goto, hydrated } from './hydrated.ts';
import { inspect } from './inspect.ts';

let helena: Awaited<ReturnType<Web['person']>>;
let page: Page;

// A session that ended is a 401, a refusal can be a 403, and connections are cut on purpose; the browser logs all three.
const product = productInBrowser(startWeb, /status of 40[13]|ERR_FAILED/);
beforeEach(async () => {
  helena = await product.web.person();
  page = await product.open({ as: helena });
});

test('errors are listed above the form, each links to its field, and the first field has the focus', async () => {
  await goto(page, '/create');
  await save(page);
  const list = page.getByRole('alert');
  await list.getByText('Please fix 2 things:').waitFor();
  await expect.poll(() => hasFocus(title(page))).toBe(true);
  await inspect(page);
  await list.getByRole('link', { name: 'Please write a message' }).click();
  await expect.poll(() => hasFocus(message(page))).toBe(true);
  await message(page).fill('Dear Ana,');
  await list.waitFor({ state: 'detached' });
  await page.getByText('Please enter a title').waitFor();
});

test('without scripts, what was typed when the session ended is sent again by a reload, once signed in', async () => {
  page = await product.open({ as: helena, javaScriptEnabled: false });
  await page.goto('/create');
  await title(page).fill('For Ana');
  await message(page).fill('Dear Ana, every word of this.');
  await product.web.query('delete from sessions where user_id = (select id from users where email = ?)', [
    helena.email,
  ]);
  await save(page);
  await sees(page, 'Your session ended before we could save.');
  expect(await page.getByRole('link', { name: 'Sign In (new tab)' }).getAttribute('target')).toBe('_blank');
  const { email } = helena;
  await helena.post('/auth', { email, password: 'stillhere' });
  await product.become(page, helena);
  await page.reload();
  await page.waitForURL('**/dashboard?content=*');
  await sees(page, '“For Ana” is in your vault.');
});

/** The button fetches the script that fills in the day. */
const dayIsChosen = () => expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).not.toBe('');

test('without a connection a form keeps what was typed, and is sent when the connection is back', async () => {
  const kept = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  await goto(page, `/schedule?content=${kept.headers.get('location')?.split('=')[1]}`);
  await page.getByLabel('Recipient email').fill('ana@example.com');
  await page.getByRole('button', { name: 'In a year', exact: true }).click();
  await dayIsChosen();
  await page.route('**/schedule.data*', (route) => route.abort());
  await page.getByRole('button', { name: 'Schedule Delivery', exact: true }).click();
  await sees(page, 'We lost the connection. Nothing you wrote is lost. Please try again.');
  expect(await page.getByLabel('Recipient email').inputValue()).toBe('ana@example.com');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Schedule Delivery', exact: true }).click();
  await sees(page, 'Delivery scheduled successfully!');
});

test('a second click does not send a form again', async () => {
  const kept = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const sent: string[] = [];
  const line = Promise.withResolvers<void>();
  await page.route('**/delete.data*', async (route) => {
    sent.push(route.request().method());
    await line.promise;
    await route.continue();
  });
  await goto(page, `/content/${kept.headers.get('location')?.split('=')[1]}/delete`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('button[aria-disabled="true"]').click({ force: true });
  line.resolve();
  await sees(page, 'Content deleted successfully');
  expect(sent).toEqual(['POST']);
});

test('a new person schedules a first letter within three minutes, apart from choosing a plan', async () => {
  await page.context().clearCookies();
  // Who types forty words a minute, and looks around before each click.
  const A_CHARACTER = 0.3;
  const A_LOOK = 6;
  let seconds = 0;
  const found = async (one: Locator) => {
    await one.waitFor();
    await hydrated(page);
    return one;
  };
  const type = async (label: string, text: string) => {
    await (await found(page.getByLabel(label, { exact: true }))).fill(text);
    seconds += text.length * A_CHARACTER;
  };
  const press = async (role: 'button' | 'link', name: string) => {
    await (await found(page.getByRole(role, { name, exact: true }).first())).click();
    seconds += A_LOOK;
  };
  const email = `ines-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto('/');
  await press('link', 'Start Free');
  await type('Full name', 'Inês Duarte');
  await type('Email', email);
  await type('Password', 'three plain words');
  await press('button', 'Sign Up');
  await press('link', 'Write the first letter');
  await type('Title', 'For Ana, at eighteen');
  await type('Message', 'Dear Ana,\n\nyou are four, and asleep in the next room with one sock on. '.repeat(3));
  await press('button', 'Save');
  await sees(page, 'Sending comes with Plus or Premium');
  await givePlan(product.web.query, email, 'plus');
  await page.goto('/dashboard');
  await press('link', 'Choose who and when');
  await type('Recipient email', 'ana@example.com');
  await press('button', 'In a year');
  await dayIsChosen();
  await press('button', 'Schedule Delivery');
  await sees(page, `Please confirm ${email} first`);
  // The one beside the refusal, and the one above every page.
  for (const place of [1, 0]) {
    // The first toast has the same words as the second, and each new link ends the one before.
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Resend email' }).nth(place).click(),
    ]);
    await sees(page, 'We’ve emailed the link again');
    expect(await page.getByLabel('Recipient email').inputValue()).toBe('ana@example.com');
  }
  await inspect(page);
  const [secret] = await product.web.query<{ id: string }>(
    "select id from secrets where email = ? and purpose = 'confirm-email' order by created_at desc limit 1",
    [email],
  );
  const inbox = await page.context().newPage();
  await inbox.goto(`/auth/confirm/${linkSecret(product.web.keyring, 'confirm-email', secret?.id ?? '', 0)}`);
  await inbox.getByRole('button', { name: 'Confirm' }).click();
  await sees(inbox, 'is confirmed');
  seconds += 2 * A_LOOK;
  await press('button', 'Schedule Delivery');
  await sees(page, 'Delivery scheduled successfully!');
  expect(seconds).toBeLessThan(180);
});
