/** The page that opens a sealed item, as a person works it. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { checksumOf, linesOf } from '#app/sealed/shares.ts';
import type { TestParcel } from '#tests/sealed/make.ts';

/** Anyone with these can open it: none of them may leave the browser. */
export function secretsOf({ words, shares }: TestParcel): string[] {
  const texts = [shares.a, shares.b].flatMap((share) => [
    Buffer.from(share).toString('hex'),
    Buffer.from(share).toString('base64'),
    ...linesOf(share).flatMap((line) => [line, line.replaceAll(' ', '')]),
  ]);
  return [...words, ...texts, 'AGE-SECRET-KEY'];
}

/** Notes everything that a browser sends, its service workers included. */
export function noteRequests(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    const headers = JSON.stringify(request.headers());
    sent.push(`${request.method()} ${decodeURIComponent(request.url())} ${headers} ${request.postData() ?? ''}`);
  });
  return sent;
}

/** @returns everything that pages may keep in this browser */
export function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const urls = caches_.flat().map(({ url }) => url);
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, urls, databases]);
  });
}

/**
 * Expects that nothing of what opens the item is in what was sent or kept. One of the words can be in a header or in the name
 * of a file by chance, and is no secret; two of them are a leak.
 */
export async function expectNothingLeft(page: Page, sent: readonly string[], parcel: TestParcel): Promise<void> {
  const everything = `${sent.join('\n')}\n${await kept(page)}`.toLowerCase();
  // In base64 there are signs that mean something else in a pattern.
  const isThere = (secret: string) =>
    new RegExp(`(?<!\\w)${secret.toLowerCase().replace(/[+/=]/g, '\\$&')}(?!\\w)`).test(everything);
  // A word of three letters is in many headers.
  const found = secretsOf(parcel).filter((secret) => secret.length > 4 && isThere(secret));
  const words = found.filter((secret) => parcel.words.includes(secret));
  expect(words.length < 2 ? found.filter((secret) => !words.includes(secret)) : found).toEqual([]);
}

export async function typeWords(page: Page, words: readonly string[]): Promise<void> {
  for (const [index, word] of words.entries()) await page.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
}

/** @param which of the two sheets' fields */
export async function typeSheet(page: Page, share: Uint8Array, which: 'The sheet' | 'The other sheet'): Promise<void> {
  const sheet = page.getByRole('group', { name: which, exact: true });
  for (const [index, line] of linesOf(share).entries())
    await sheet.getByLabel(`Line ${index + 1}`, { exact: true }).fill(line);
  await sheet.getByLabel('Checksum').fill(checksumOf(share));
}

export const choose = (page: Page, way: 'Six words' | 'One sheet' | 'Two sheets') =>
  page.getByRole('radio', { name: way }).check();

export const pressOpen = (page: Page) => page.getByRole('button', { name: 'Open it', exact: true }).click();

/** @returns what the page says is wrong */
export async function trouble(page: Page): Promise<string> {
  const alert = page.getByRole('alert');
  await expect.poll(() => alert.textContent()).not.toBe('');
  return (await alert.textContent()) ?? '';
}
