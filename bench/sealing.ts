/**
 * Seals a large film in Chromium, on the page, as a person does: megabytes a second up to the six words, the heap of the page
 * and its worker, and what opens again in Node.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '#dev/browsers.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWebProcess } from '#tests/http/web.ts';
import { watchHeap } from './heap.ts';

/** Megabytes a second, and the most that page and worker hold together, in bytes. */
const GOALS = { speed: 60, heap: 80 * MEGABYTE };

/**
 * @param megabytes of the film
 * @returns whether the goals were met
 */
export async function measureSealing(services: TestServices, megabytes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-sealing-'));
  const web = await startWebProcess({}, services);
  const browser = await launchBrowser();
  try {
    const film = join(folder, 'film.mov');
    await plant(film, megabytes * MEGABYTE);
    const context = await browser.newContext({ baseURL: web.origin });
    const { cookies } = await web.person('Helena', 'premium');
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: web.origin })));
    const page = await context.newPage();
    const row = await sealOn(page, film, megabytes);
    console.table([row]);
    return row.met;
  } finally {
    await browser.close();
    await web.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of zeros: what is in it makes no difference to a cipher. */
async function plant(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
}

async function sealOn(page: Page, film: string, megabytes: number) {
  await page.goto('/create?type=video');
  await page.locator('[type=file]').setInputFiles(film);
  await page.getByText('film.mov').first().waitFor();
  await page.getByRole('checkbox', { name: /Seal it/ }).check();
  const heap = await watchHeap(page);
  const begun = performance.now();
  await page.getByRole('button', { name: 'Seal it' }).click();
  const heading = page.getByRole('heading', { name: 'Write down these six words' });
  await heading.waitFor({ timeout: 10 * MINUTE });
  const seconds = (performance.now() - begun) / SECOND;
  const { all: most } = await heap.stop();
  const speed = megabytes / seconds;
  return {
    'film, MB': megabytes,
    seconds: seconds.toFixed(1),
    'MB a second': speed.toFixed(1),
    'heap of page and worker at most, MB': (most / MEGABYTE).toFixed(1),
    met: speed >= GOALS.speed && most < GOALS.heap,
  };
}
