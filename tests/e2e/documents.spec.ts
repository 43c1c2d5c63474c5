/** Documents in the browser: the first page of a PDF, its viewer in a tab of its own, and the archive of everything. */
import { beforeAll, expect, test } from 'vitest';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { TEAL } from '#tests/media/pdfs.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

let helena: Awaited<ReturnType<Web['person']>>;
// A wrong password comes back as a 401, which the browser notes.
const product = productInBrowser(startWeb, /status of 401/);
beforeAll(async () => {
  helena = await product.web.person();
});

/** @returns the address of the page of a document */
async function keep(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const fileId = await keptFile(await upload(helena, bytes, { type: 'file', name, title: 'The deed' }));
  await product.web.query(
    `update thumbnails set state = 'ready', width = 840, height = 420, sealed = 'x' where file_id = ?`,
    [fileId],
  );
  const [content] = await product.web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]);
  return `/dashboard/content/${content?.id}`;
}

test('a PDF shows its first page, and opens in a new tab', async () => {
  const address = await keep(new Uint8Array(TEAL), 'deed.pdf');
  const page = await product.open({ as: helena });
  await page.route('**/thumbnail', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await goto(page, address);
  await page.getByText('A PDF. Browsers and almost all phones and computers open it.').waitFor();
  await page.getByRole('img', { name: 'The deed: its first page' }).waitFor();
  await inspect(page);
  const answered = page.context().waitForEvent('response', (response) => response.url().endsWith('?read'));
  await page.getByRole('link', { name: 'Read it in a new tab' }).click();
  const headers = await (await answered).allHeaders();
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/pdf',
    'inline; filename=deed.pdf',
  ]);
  expect(page.url()).toContain(address);
});

test('another document says what opens it, and is only downloaded', async () => {
  const address = await keep(new TextEncoder().encode('{\\rtf1 The deed.}'), 'deed.rtf');
  const page = await product.open({ as: helena });
  await goto(page, address);
  await page.getByText('A formatted text. Word, Pages and LibreOffice open it.').waitFor();
  expect(await page.getByRole('link', { name: 'Read it in a new tab' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
});

test('everything is downloaded as one archive, and the page stays', async () => {
  await keep(new Uint8Array(TEAL), 'deed.pdf');
  const page = await product.open({ as: helena });
  await goto(page, '/profile/delete');
  await page.getByRole('link', { name: 'Download everything' }).click();
  await page.getByRole('heading', { name: 'Download everything', exact: true }).waitFor();
  await inspect(page);
  const submit = page.getByRole('button', { name: 'Download the ZIP' });
  await page.getByLabel('Password').fill('not-this-one');
  await submit.click();
  await page.getByText('That isn’t your password').waitFor();
  await page.getByLabel('Password').fill('stillhere');
  const [download] = await Promise.all([page.waitForEvent('download'), submit.click()]);
  expect(download.suggestedFilename()).toMatch(/^Stillhere, \d+ \w+ \d{4}\.zip$/);
  expect(await download.failure()).toBeNull();
  await submit.waitFor();
});
