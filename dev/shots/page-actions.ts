/** What the scenes do on a page. */
import type { Page } from 'playwright-core';

const OTHER_SITE = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** Presses the first button of this name in the main part. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name }).first().click();
  await page.waitForLoadState('networkidle');
}

/** Opens a link that shows a dialog. */
export async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the menu, which only a phone has. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Places' }).getByText('Menu');
  if (await menu.isVisible()) await menu.click();
}

/** Picks a picture that most browsers do not show, under the name that a phone gave it. */
export async function pickPhonePicture(page: Page): Promise<void> {
  const picture = { name: 'IMG_4711.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(2_400_000, 7) };
  await page.locator('[type=file]').setInputFiles([picture]);
  await page.getByText('IMG_4711.HEIC').first().waitFor();
}

/** Posts a form as a page of another site would. */
export async function postFromOtherSite(page: Page): Promise<void> {
  await page.route('**/auth', async (route) => {
    const headers = { ...route.request().headers(), ...OTHER_SITE };
    await route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) });
  });
  await Promise.all([
    page.waitForURL('**/auth'),
    page.evaluate(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/auth';
      document.body.append(form);
      form.submit();
    }),
  ]);
}
