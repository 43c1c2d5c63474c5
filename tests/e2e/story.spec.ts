/** A delivery's own page as people use it: from the list to its story, and the link closed from there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { axe, signIn, startBrowser } from './browser.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

test('from the list to what happened; closing the link asks first, and Escape leaves it open', async () => {
  const page = await browser.open({ baseURL: web.origin });
  await signIn(page);
  await page.goto('/schedule', { waitUntil: 'networkidle' });
  await page.getByRole('region', { name: 'Gone out' }).getByRole('link', { name: 'The soup, exactly' }).click();
  await page.getByRole('heading', { level: 1, name: 'The soup, exactly' }).waitFor();
  expect(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('time') })
      .allInnerTexts(),
  ).toEqual([
    expect.stringContaining('You wrote it.'),
    expect.stringContaining('You scheduled it.'),
    expect.stringContaining('It went out by email.'),
    expect.stringContaining('It reached their mailbox.'),
    expect.stringContaining('João opened it.'),
  ]);

  await page.getByRole('button', { name: 'Revoke Link' }).click();
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  const { link } = web.delivery('theSoup');
  expect((await fetch(link)).status).toBe(200);

  await page.getByRole('button', { name: 'Revoke Link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Link' }).click();
  await page.getByText('You revoked the link.').waitFor();
  expect((await fetch(link)).status).toBe(410);

  await page.getByRole('button', { name: 'Send again' }).click();
  // Twice in one breath, as hands do.
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).dblclick();
  await page.getByText('You had us send it once more, with a new link.').waitFor();
  const [row] = await web.query<{ revision: number }>('select revision from deliveries where id = ?', [
    web.delivery('theSoup').id,
  ]);
  expect(row).toEqual({ revision: 2 });
  await page.context().close();
  expect(browser.complaints()).toEqual([]);
});

test.each([
  [320, 'light'],
  [1440, 'dark'],
] as const)('stories and their questions fit %i pixels, by %s, and shut nobody out', async (width, colorScheme) => {
  const page = await browser.open({ baseURL: web.origin, colorScheme, viewport: { width, height: 800 } });
  await signIn(page);
  const [sent, failed, waiting] = [LETTER_IDS.onThePlatform, LETTER_IDS.aboutTheBoat, FILE_IDS.fiveCandles].map(
    (id) => `/schedule/${deliveryId(id)}`,
  );
  for (const path of [sent, failed, waiting, `${sent}/resend`, `${sent}/revoke`, `${failed}/retry`]) {
    await page.goto(`${path}`, { waitUntil: 'networkidle' });
    const { violations } = await axe(page);
    expect([path, violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)]).toEqual([
      path,
      [],
    ]);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)]).toEqual([
      path,
      0,
    ]);
  }
  await page.context().close();
  expect(browser.complaints()).toEqual([]);
});
