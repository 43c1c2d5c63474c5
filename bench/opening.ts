/**
 * A large film, sealed, opened in Chromium on a recipient's page: the heap of the page and its workers while it is saved,
 * the pace of it, and how long seeking takes. The film is sealed in Node, by the same code as in browsers.
 */
import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { sealParcel } from '#app/sealed/parcel.ts';
import { generateWords } from '#app/sealed/words.ts';
import { launchBrowser } from '#dev/browsers.ts';
import { ROOT } from '#dev/build.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWebProcess, type Web } from '#tests/http/web.ts';
import { openedDelivery } from '#tests/sealed/delivered.ts';
import { watchHeap } from './heap.ts';
import { largeFilm } from './large-film.ts';
import { memoryOf } from './memory.ts';

const GOALS = { heap: 80 * MEGABYTE, pace: 60 * MEGABYTE, seek: 300 };
const SEEKS = 30;

/**
 * @param bytes about how long the film shall be
 * @returns whether all goals were met
 */
export async function measureOpening(services: TestServices, bytes: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'opening-'));
  const web = await startWebProcess({}, services);
  const browser = await launchBrowser();
  try {
    const { page, size, seconds } = await openFilm(web, browser, folder, bytes);
    const seeks = await measureSeeks(page, seconds);
    const before = await pagesUse(browser);
    const saving = await measureSaving(page, size);
    const after = await pagesUse(browser);
    log('the memory of all pages grew by', megabytes(after.memory - before.memory));
    // On a machine that does other work, too, this says what it would be alone.
    log('saved in each second of a core', perSecond(size, (after.cpu - before.cpu) * SECOND));
    return report({ ...seeks, ...saving });
  } finally {
    await browser.close();
    await web.stop();
    rmSync(folder, { recursive: true });
  }
}

async function openFilm(web: Web, browser: Browser, folder: string, bytes: number) {
  const film = largeFilm(readFileSync(join(ROOT, 'dev/seed/files/candles.mp4')), bytes);
  const words = generateWords();
  const source = Readable.toWeb(Readable.from(film.read(), { objectMode: false })) as ReadableStream<Uint8Array>;
  const original = { bytes: source, name: 'film.mp4', type: 'video/mp4', title: 'Film' };
  const made = await sealParcel(original, words, new Date());
  const path = join(folder, 'content.age');
  const began = performance.now();
  await pipeline(Readable.fromWeb(made.content as never), createWriteStream(path));
  log(`sealed ${megabytes(film.size)} in Node`, perSecond(film.size, performance.now() - began));
  const form = new FormData();
  form.append('sealed', 'true');
  form.append('file', await openAsBlob(path), 'content.age');
  const owner = await premiumOwner(web);
  const parts = { meta: await made.meta(), key: made.key };
  const item = await send(web, owner, form, parts);
  log('uploaded', `${megabytes(statSync(path).size)} as content.age`);
  const { link } = await openedDelivery(web, owner, item);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${web.origin}${link}/open/${item.file_id}`);
  for (const [index, word] of words.entries()) await page.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Open it', exact: true }).click();
  const player = page.locator('[data-part=shown] video');
  await player.or(page.getByRole('alert')).first().waitFor();
  if ((await player.count()) === 0) throw new Error(`The page says: ${await page.getByRole('alert').textContent()}`);
  await player.evaluate(metadataOf);
  return { page, size: film.size, seconds: film.seconds };
}

/** An owner with room for the film, and a program. */
async function premiumOwner(web: Web) {
  const { id, secret } = await web.account('token', undefined, 'premium');
  const headers = { authorization: `Bearer ${secret}` };
  return {
    id,
    headers,
    async call(line: string, { json }: { json?: unknown } = {}) {
      const [method = '', path = ''] = line.split(' ');
      const sent = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) };
      const answer = await fetch(`${web.origin}/api${path}`, sent);
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
  };
}

type Owner = Awaited<ReturnType<typeof premiumOwner>>;

async function send(web: Web, { headers }: Owner, form: FormData, parts: Record<'meta' | 'key', Uint8Array>) {
  for (const [name, bytes] of Object.entries(parts))
    form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.age`);
  const answer = await fetch(`${web.origin}/api/content/upload-file`, { method: 'POST', body: form, headers });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; file_id: string };
}

async function measureSeeks(page: Page, seconds: number): Promise<{ seek: number; slowest: number }> {
  const times: number[] = [];
  for (let index = 0; index < SEEKS; index++) {
    // Far from the place before, and each in a part of the film that was not read yet.
    const to = seconds * (((index * 7) % SEEKS) / SEEKS) + 0.3;
    times.push(await page.locator('[data-part=shown] video').evaluate(seekTo, to));
  }
  times.sort((a, b) => a - b);
  return { seek: times[Math.floor(SEEKS / 2)] ?? Number.NaN, slowest: times.at(-1) ?? Number.NaN };
}

/** Runs in the page, until the player knows how long the film is. */
async function metadataOf(video: HTMLVideoElement | SVGElement): Promise<void> {
  const player = video as HTMLVideoElement;
  if (player.readyState >= HTMLMediaElement.HAVE_METADATA) return;
  await new Promise((resolve) => player.addEventListener('loadedmetadata', resolve, { once: true }));
}

/** Runs in the page. @returns milliseconds until the picture of that moment is there */
function seekTo(video: HTMLVideoElement | SVGElement, to: number): Promise<number> {
  const player = video as HTMLVideoElement;
  const began = performance.now();
  return new Promise((resolve) => {
    player.addEventListener('seeked', () => resolve(performance.now() - began), { once: true });
    player.currentTime = to;
  });
}

async function measureSaving(page: Page, size: number): Promise<{ pace: number; heap: number }> {
  const watched = await watchHeap(page);
  const began = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 0 }),
    page.getByRole('link', { name: 'Save a copy' }).click(),
  ]);
  const saved = statSync(await download.path()).size;
  const took = performance.now() - began;
  const heap = await watched.stop();
  if (heap.workers === 0) throw new Error('The browser shows no worker of this page.');
  log('of the heap, in workers', megabytes(heap.workers));
  if (saved !== size) throw new Error(`${saved} of ${size} bytes were saved.`);
  return { pace: size / (took / SECOND), heap: heap.all };
}

/** @returns what all processes for pages hold, in bytes, and the seconds of a core that they have used; Linux only */
async function pagesUse(browser: Browser): Promise<{ memory: number; cpu: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return {
    memory: pages.reduce((sum, { id }) => sum + memoryOf(id, 'VmRSS'), 0),
    cpu: pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  };
}

function report({ seek, slowest, pace, heap }: Record<'seek' | 'slowest' | 'pace' | 'heap', number>): boolean {
  const rows = [
    { what: 'heap at most', measured: megabytes(heap), goal: `< ${megabytes(GOALS.heap)}`, met: heap < GOALS.heap },
    { what: 'saved', measured: `${megabytes(pace)}/s`, goal: `>= ${megabytes(GOALS.pace)}/s`, met: pace >= GOALS.pace },
    { what: 'seek, median', measured: `${Math.round(seek)} ms`, goal: `< ${GOALS.seek} ms`, met: seek < GOALS.seek },
    {
      what: 'seek, slowest',
      measured: `${Math.round(slowest)} ms`,
      goal: `< ${GOALS.seek} ms`,
      met: slowest < GOALS.seek,
    },
  ];
  console.table(rows);
  return rows.every(({ met }) => met);
}

const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const perSecond = (bytes: number, took: number) => `${megabytes(bytes / (took / SECOND))}/s`;
const log = (what: string, how: string) => console.log(`${what}: ${how}`);
