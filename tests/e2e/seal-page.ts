/** The steps of sealing, as a person takes them, and everything that the page sent meanwhile. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openParcel } from '#app/sealed/parcel.ts';
import type { Web } from '#tests/http/web.ts';
import { unzip } from '#tests/recipient/unzip.ts';
import { parcelOf } from '#tests/sealed/make.ts';

export const sealBox = (page: Page) => page.getByRole('checkbox', { name: /^Seal it/ });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

/** What opens a parcel, as the page has shown it. */
export interface Shown {
  words: string[];
  /** As on the sheets; empty without them. */
  sheets: { lines: string[]; code: string }[];
  number: string;
}

/** @returns the words, once it is sealed */
export async function readWords(page: Page): Promise<string[]> {
  await heading(page, 'Write down these six words').waitFor();
  const words = await page.getByRole('list', { name: 'Six words' }).getByRole('listitem').allTextContents();
  expect(words).toHaveLength(6);
  return words;
}

/** Types the two words that are asked for. */
export async function answerCheck(page: Page, words: readonly string[]): Promise<void> {
  for (const field of await page.getByRole('textbox', { name: /^Word \d$/ }).all()) {
    const place = Number(
      (await field.evaluate((one: HTMLInputElement) => one.labels?.[0]?.textContent))?.split(' ')[1],
    );
    await field.fill(words[place - 1] ?? '');
  }
}

/** From the words to the end. @returns what was shown */
export async function finishSealing(page: Page, withSheets = false): Promise<Shown> {
  const words = await readWords(page);
  await press(page, 'I have written them down');
  const { sheets, number } = withSheets ? await readSheets(page) : { sheets: [], number: '' };
  await press(page, withSheets ? 'Continue' : 'No sheets, thank you');
  await answerCheck(page, words);
  await press(page, 'Finish');
  return { words, sheets, number };
}

/** Opens the two sheets, and goes back. */
async function readSheets(page: Page) {
  await page.getByLabel('Sheet A is for').fill('Ana Duarte');
  await page.getByLabel('Sheet B is for').fill('Isabel Moura, notary in Viana');
  await press(page, 'Print the two sheets');
  const papers = await page.getByRole('article').all();
  const sheets = await Promise.all(
    papers.map(async (paper) => ({
      lines: (await paper.locator('.hex').getByRole('listitem').allInnerTexts()).map((line) =>
        line.replace(/\s+/g, ' '),
      ),
      code: await paper
        .getByRole('img')
        .locator('path')
        .last()
        .evaluate((path) => path.getAttribute('d') ?? ''),
    })),
  );
  const [, number = ''] =
    /Parcel (\w{4} \w{4})/.exec((await page.getByRole('article').first().innerText()) ?? '') ?? [];
  await press(page, 'Back');
  return { sheets, number };
}

/** Records all that scripts send: the bytes of forms, which a browser's log leaves out, too. */
export async function recordSent(page: Page): Promise<() => Promise<string>> {
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(request.url(), JSON.stringify(request.headers()), request.postDataBuffer()?.toString('latin1') ?? ''),
  );
  await page.addInitScript(() => {
    const sent: Promise<string>[] = [];
    const textOf = async (body: unknown): Promise<string> => {
      if (!(body instanceof FormData)) return `${body}`;
      const parts = [...body].map(async ([name, value]) => {
        const bytes = typeof value === 'string' ? value : new TextDecoder('latin1').decode(await value.arrayBuffer());
        return `${name}=${bytes}`;
      });
      return (await Promise.all(parts)).join('\n');
    };
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      sent.push(textOf(body));
      return send.call(this, body);
    };
    const { fetch } = window;
    window.fetch = (address, init) => {
      sent.push(textOf(init?.body));
      return fetch(address, init);
    };
    Object.assign(window, { sentByScripts: () => Promise.all(sent) });
  });
  return async () => {
    const bodies = await page.evaluate(() =>
      (window as unknown as { sentByScripts(): Promise<string[]> }).sentByScripts(),
    );
    return [...asked, ...bodies].join('\n');
  };
}

type Person = Awaited<ReturnType<Web['person']>>;

/** @returns the files of the only item, as they come from the server */
export async function storedParcel({ query }: Pick<Web, 'query'>, person: Person) {
  const [row] = await query<{ id: string }>(
    'select id from contents where owner_id = (select id from users where email = ?) and is_sealed',
    [person.email],
  );
  const archive = await person.get(`/content/${row?.id}/parcel.zip`);
  const files = unzip(Buffer.from(await archive.arrayBuffer()));
  const named = (name: string) => files.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0);
  return { content: named('content.age'), meta: named('meta.age'), key: named('key.age') };
}

/** Opens it with the core, from what the server has. */
export async function openedBytes(web: Pick<Web, 'query'>, person: Person, words: readonly string[]) {
  const opened = await openParcel(parcelOf(await storedParcel(web, person)), { words: words.join(' ') });
  return { meta: opened.meta, bytes: Buffer.from(await opened.read(0, opened.meta.size)) };
}

/** @returns the names of the files on the browser's disk */
export const onDisk = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const folder = await navigator.storage
      .getDirectory()
      .then((root) => root.getDirectoryHandle('sealing'))
      .catch(() => null);
    if (!folder) return names;
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
