/** A form that needs a proof first, by script and without. */
import { expect, test } from 'vitest';
import { ageProof } from '#tests/http/old-proof.ts';
import { startWeb } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { choose, message, NOTES, PICTURE, pick, picker, save, shelfOf, title } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

const product = productInBrowser(startWeb, /status of 40[13]/);

const contacts = (email: string) =>
  product.web.query(
    'select c.name, c.email from trusted_contacts c join users u on u.id = c.owner_id where u.email = ?',
    [email],
  );

test.each([true, false])('a contact is added after the password, as it was typed (scripts: %s)', async (hasScripts) => {
  const helena = await product.web.person();
  const page = await product.open({ as: helena, javaScriptEnabled: hasScripts });
  if (hasScripts) await goto(page, '/profile/contacts');
  else await page.goto('/profile/contacts');
  await page.getByLabel('Name').fill('Ana & "Nã"');
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com');
  await ageProof(product.web, helena.email);
  await page.getByRole('button', { name: 'Add a trusted contact' }).click();
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
  if (hasScripts) await inspect(page);
  const go = page.getByRole('button', { name: 'Go on' });
  await page.getByLabel('Your password').fill('something else');
  await go.click();
  await page.getByText('That isn’t your password').waitFor();
  expect(await contacts(helena.email)).toEqual([]);
  await page.getByLabel('Your password').fill('stillhere');
  await go.click();
  await page.waitForURL((url) => url.pathname.startsWith('/profile') && !url.pathname.includes('step-up'));
  expect(await contacts(helena.email)).toEqual([{ name: 'Ana & "Nã"', email: 'ana@example.com' }]);
});

test('the days of the emergency page wait for the password, and are saved as they were typed', async () => {
  const helena = await product.web.person();
  const page = await product.open({ as: helena });
  await goto(page, '/emergency');
  await page.getByLabel('Days without a check-in').fill('21');
  await ageProof(product.web, helena.email);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByLabel('Your password').fill('stillhere');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL('**/emergency');
  const rows = () => product.web.query('select inactive_days from emergency_protocols');
  await expect.poll(rows).toContainEqual({ inactive_days: 21 });
});

test('the back button leads from the question to the form, which can be sent again', async () => {
  const helena = await product.web.person();
  const page = await product.open({ as: helena });
  await goto(page, '/emergency/pause?days=20');
  await goto(page, '/profile/contacts');
  await page.getByLabel('Name').fill('Rui');
  await page.getByLabel('Email', { exact: true }).fill('rui@example.com');
  await ageProof(product.web, helena.email);
  await page.getByRole('button', { name: 'Add a trusted contact' }).click();
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Add a trusted contact' }).waitFor();
  await page.getByLabel('Name').fill('Rui');
  await page.getByLabel('Email', { exact: true }).fill('rui@example.com');
  await page.getByRole('button', { name: 'Add a trusted contact' }).click();
  await page.getByLabel('Your password').fill('stillhere');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/profile'));
  expect(await contacts(helena.email)).toEqual([{ name: 'Rui', email: 'rui@example.com' }]);
});

test('a proof in one tab counts in the other, since they are one session', async () => {
  const helena = await product.web.person();
  const one = await product.open({ as: helena });
  const other = await one.context().newPage();
  for (const page of [one, other]) await goto(page, '/profile/contacts');
  await ageProof(product.web, helena.email);
  for (const [page, name] of [
    [one, 'Rui'],
    [other, 'Ana'],
  ] as const) {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email', { exact: true }).fill(`${name.toLowerCase()}@example.com`);
  }
  await one.getByRole('button', { name: 'Add a trusted contact' }).click();
  await one.getByLabel('Your password').fill('stillhere');
  await one.getByRole('button', { name: 'Go on' }).click();
  await one.waitForURL((url) => url.pathname.startsWith('/profile'));
  await other.getByRole('button', { name: 'Add a trusted contact' }).click();
  await expect.poll(() => contacts(helena.email)).toHaveLength(2);
});

test.each(['a letter', 'a picture', 'two files'] as const)(
  '%s that is to be public is saved at once, and shared after the password',
  async (what) => {
    const helena = await product.web.person('Helena Duarte', 'premium');
    const shelf = shelfOf(product.web, helena.email);
    const page = await product.open({ as: helena });
    await goto(page, '/create');
    if (what === 'a letter') {
      await title(page).fill('For everyone');
      await message(page).fill('Good morning.');
    } else {
      await choose(page, 'Image');
      await pick(page, PICTURE);
      if (what === 'two files') await picker(page).setInputFiles(NOTES);
    }
    await page.getByLabel('Share publicly PREMIUM').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share publicly' }).click();
    await ageProof(product.web, helena.email);
    await save(page);
    await page.waitForURL('**/dashboard?content=*');
    expect(new Set(await shelf.shared())).toEqual(new Set([false]));
    if (what === 'two files') {
      await page.getByText('before you share one with everyone, on its page').waitFor();
      return;
    }
    await page.getByRole('link', { name: 'Share it publicly' }).click();
    await page.getByRole('button', { name: 'Make Public' }).click();
    await page.getByLabel('Your password').fill('stillhere');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForURL('**/dashboard/content/*');
    expect(await shelf.shared()).toEqual([true]);
  },
);
