/** The main flows and every page in Firefox, as Mozilla or Debian made it: nothing is in its console. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { ROOT } from '#dev/build.ts';
import { newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { makeParcel } from '#tests/sealed/make.ts';
import { upload } from '#tests/sealed/upload.ts';
import { fill, press, productInFirefox } from './firefox.ts';
import { everyPage } from './pages.ts';

const product = productInFirefox(startWeb);
/** Some seventy pages. What a page waits for has its own, short limit. */
const A_WALK = 900_000;
const EMAIL = 'marta.firefox@example.com';
const LETTER = 'Dear Ana, the key is under the stone.';

test('what the policy of a page refuses is in the console', async () => {
  const page = await product.open();
  await page.goto(`${product.web.origin}/offline`);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' })),
  );
  await expect.poll(() => product.shown).toEqual([expect.stringContaining('Content-Security-Policy')]);
  product.shown.length = 0;
});

test('a person signs up, confirms the address, writes a letter, schedules it, and arms the protocol', {
  timeout: A_WALK,
}, async () => {
  const page = await product.open();
  await signUp(page);
  await givePlan(product.web.query, EMAIL, 'premium');

  await product.goto(page, '/create');
  await fill(page, '#letter-form', { title: 'How we chose your name', content: 'Dear Ana, once.' });
  await press(page, '#letter-form [type=submit].btn-primary', 'main a[href^="/schedule?content="]');
  await press(page, 'main a[href^="/schedule?content="]', '#schedule-form');
  const recipient = { recipient_name: 'Ana', recipient_email: 'ana@example.com' };
  await fill(page, '#schedule-form', { ...recipient, date: '2031-05-04', time: '09:00' });
  await press(page, '#schedule-form .btn-primary', 'main a[href^="/schedule/"][href$="/edit"]');

  await product.goto(page, '/profile/contacts');
  await fill(page, '#contact-form', { name: 'Rui', email: 'rui@example.com' });
  await press(page, '#contact-form [type=submit]', '.person');

  await product.goto(page, '/emergency');
  await press(page, '[name=verb][value=add]', '#contents [name=verb][value=remove]');
  await page.focus('[name=is_active]');
  await page.keyboard.press(' ');
  await press(page, '#settings [type=submit]', 'dialog[open] form');
  await page.locator('dialog[open] [type=submit]').click();
  // Until the question has closed, a click on the page reaches only the question.
  await page.waitForSelector('dialog[open]', { hidden: true });
  await page.waitForNetworkIdle({ idleTime: 200 });
  await expect.poll(protocol).toMatchObject({ is_active: true });

  const { checked_in: before } = await protocol();
  await page.locator('main form[action="/emergency/check-in"] [type=submit]').click();
  await expect.poll(async () => (await protocol()).checked_in > before).toBe(true);
});

test('a recipient opens a letter', async () => {
  const page = await product.open();
  await product.goto(page, product.web.delivery('onThePlatform').link);
  await press(page, 'form[method=post] [type=submit]', '::-p-text(There were four minutes left)');
});

test('a person seals a letter', async () => {
  const helena = await product.web.person('Helena Duarte', 'premium');
  const page = await product.open(helena.cookies);
  await product.goto(page, '/create');
  await fill(page, '#letter-form', { title: 'Where the key is', content: LETTER });
  await press(page, '.seal-choice [type=checkbox]', '.seal-in');
  await press(page, '#letter-form [type=submit].btn-primary', '.words');
  const words = await page.$$eval('.words .word', (all) => all.map((word) => word.textContent ?? ''));
  await press(page, '.create-acts .btn-primary', '.tri-fig');
  await press(page, '.create-acts .btn-quiet', '.word-in');
  for (const field of await page.$$('.word-in')) {
    const label = await field.evaluate((one) => (one as HTMLInputElement).labels?.[0]?.textContent ?? '');
    await field.type(words[Number(label.replace(/\D/g, '')) - 1] ?? '');
  }
  await page.locator('form.stack [type=submit]').click();
  await page.waitForFunction(() => location.pathname === '/dashboard' && location.search.startsWith('?content='));

  const sealed = await product.web.query(
    'select id from contents where owner_id = (select id from users where email = ?) and is_sealed',
    [helena.email],
  );
  expect(sealed).toHaveLength(1);
});

test('a sealed letter opens with its words', async () => {
  const helena = await newClient(product.web, 'premium');
  const parcel = await makeParcel(LETTER);
  const { id } = await upload(helena, parcel);
  const { visitor } = await byPage(product.web, helena);
  const page = await product.open(visitor.cookies);
  await product.goto(page, `/content/${id}/open`);
  for (const [index, word] of parcel.words.entries()) await page.locator(`#word-${index + 1}`).fill(word);
  await press(page, '[data-part=submit]', '[data-part=shown] .letter');
  expect(await page.$eval('[data-part=shown] .letter', (letter) => letter.textContent)).toBe(LETTER);
});

test('a sealed recording comes out of the service worker byte by byte as it was', async () => {
  const helena = await newClient(product.web, 'premium');
  // Players skip what follows, so it is long enough to come in several pieces.
  const tune = Buffer.concat([readFileSync(join(ROOT, 'dev/seed/files/tune.mp3')), Buffer.alloc(2_500_000)]);
  const parcel = await makeParcel(tune, { name: 'tune.mp3', type: 'audio/mpeg', title: 'The tune' });
  const { id } = await upload(helena, parcel);
  const { visitor } = await byPage(product.web, helena);
  const page = await product.open(visitor.cookies);
  await product.goto(page, `/content/${id}/open`);
  for (const [index, word] of parcel.words.entries()) await page.locator(`#word-${index + 1}`).fill(word);
  await press(page, '[data-part=submit]', '[data-part=shown] audio');
  await page.waitForFunction(
    () => (document.querySelector('audio')?.readyState ?? 0) >= HTMLMediaElement.HAVE_METADATA,
  );
  const hash = await page.$eval('audio', async ({ src }) => {
    const whole = await (await fetch(`${src}?download`)).arrayBuffer();
    return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)));
  });
  expect(Buffer.from(hash).equals(createHash('sha256').update(tune).digest())).toBe(true);
});

test('every page has nothing in the console', { timeout: A_WALK }, async () => {
  for (const { person, paths } of await everyPage(product.web)) {
    const page = await product.open(person?.cookies);
    for (const path of paths) {
      await product.goto(page, path);
      expect.soft(product.shown.splice(0), path).toEqual([]);
    }
  }
});

/** Leaves the page at the dashboard, signed in, with a confirmed address. */
async function signUp(page: Page): Promise<void> {
  await product.goto(page, '/auth?mode=sign-up');
  await fill(page, '#sign-up-form', { name: 'Marta Sousa', email: EMAIL, password: 'three plain words' });
  await press(page, '#sign-up-form [type=submit]', 'html[data-hydrated] form[action="/logout"]');
  await page.waitForFunction(() => localStorage.getItem('session_token'));
  const [secret] = await product.web.query<{ id: string }>(
    "select s.id from secrets s join users u on u.id = s.user_id where u.email = ? and s.purpose = 'confirm-email'",
    [EMAIL],
  );
  await product.goto(page, `/auth/confirm/${product.web.secret('confirm-email', secret?.id ?? '', 0)}`);
  await press(page, 'form[method=post] [type=submit]', 'html[data-hydrated] form[action="/logout"]');
}

/** The protocol of the person who signed up. */
async function protocol(): Promise<{ is_active: boolean; checked_in: Date }> {
  const [row] = await product.web.query<{ is_active: boolean; checked_in: Date }>(
    `select is_active, last_check_in as checked_in from emergency_protocols
     where owner_id = (select id from users where email = ?)`,
    [EMAIL],
  );
  return row ?? { is_active: false, checked_in: new Date(0) };
}
