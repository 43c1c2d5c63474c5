/** A sheet in front of a camera: Chromium takes a film of it for its camera. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import encodeQR from 'qr';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inGroups } from '#app/sealed/parcel-number.ts';
import { codeOf } from '#app/sealed/shares.ts';
import { launchBrowser } from '#dev/browsers.ts';
import { newClient } from '#tests/api/client.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { openedDelivery } from '#tests/sealed/delivered.ts';
import { makeParcel, type TestParcel } from '#tests/sealed/make.ts';
import { upload } from '#tests/sealed/upload.ts';
import { choose, expectNothingLeft, noteRequests, pressOpen, trouble } from './open-sealed-page.ts';

const [WIDTH, HEIGHT] = [640, 480];
const TITLE = 'On your eighteenth birthday';
const folder = mkdtempSync(join(tmpdir(), 'camera-'));

let web: Web;
let parcel: TestParcel;
let address: string;
let browser: Browser | null = null;
beforeAll(async () => {
  web = await startWeb();
  const owner = await newClient(web);
  parcel = await makeParcel('Dear Ana');
  const item = await upload(owner, parcel);
  address = `${web.origin}${(await openedDelivery(web, owner, item)).link}/open/${item.file_id}`;
});
afterEach(async () => browser?.close());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await web?.stop();
});

/** One picture as an uncompressed film: a code in the middle of grey paper. */
function filmOf(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const dot = Math.floor((HEIGHT - 40) / rows.length);
  const [left, top] = [(WIDTH - dot * rows.length) >> 1, (HEIGHT - dot * rows.length) >> 1];
  const light = Buffer.alloc(WIDTH * HEIGHT, 190);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; line < dot; line++) {
        const start = (top + y * dot + line) * WIDTH + left + x * dot;
        light.fill(isDark ? 30 : 215, start, start + dot);
      }
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: 5 }, () => [Buffer.from('FRAME\n'), light, colours]).flat()]);
}

async function pageWithCamera(text: string | null): Promise<{ page: Page; sent: string[] }> {
  const film = join(folder, 'sheet.y4m');
  if (text) writeFileSync(film, filmOf(text));
  const camera = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ];
  browser = await launchBrowser(text ? camera : []);
  const context = await browser.newContext({ permissions: text ? ['camera'] : [] });
  const sent = noteRequests(context);
  const page = await context.newPage();
  await page.goto(address);
  await choose(page, 'One sheet');
  await page
    .getByRole('group', { name: 'The sheet', exact: true })
    .getByRole('button', { name: 'Use the camera' })
    .click();
  return { page, sent };
}

test('reads a sheet, and nothing of it leaves the browser', async () => {
  const { page, sent } = await pageWithCamera(codeOf('A', parcel.number, parcel.shares.a));
  await page.getByText('The sheet was read. You can open the item now.').waitFor();
  // The camera is off again.
  expect(await page.locator('video').first().isVisible()).toBe(false);
  await pressOpen(page);
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await expectNothingLeft(page, sent, parcel);
});

test('another code is named as such, and the camera goes on', async () => {
  const { page } = await pageWithCamera('https://example.com/menu');
  expect(await trouble(page)).toContain('This is not the square of a sheet');
  expect(await page.locator('video').first().isVisible()).toBe(true);
});

test('a sheet of another item is named as such', async () => {
  const { page } = await pageWithCamera(codeOf('A', '0000ABCD', parcel.shares.a));
  const said = await trouble(page);
  expect(said).toContain('This is a sheet of another item');
  expect(said).toContain(inGroups(parcel.number));
});

test('without a camera, or where it is not allowed, the page says to type', async () => {
  const { page } = await pageWithCamera(null);
  expect(await trouble(page)).toContain('Please type the six lines');
});
