/** What every page that is opened from a message has to be. */
import { readFile, stat } from 'node:fs/promises';
import { expect } from 'vitest';
import { type PlainPage, plainResponse } from '#app/plain/page.ts';

/** As much as a slow line brings soon, in bytes. */
const LIMIT = 30 * 1024;

/** Nothing to run and nothing from elsewhere, one heading, kept by nobody, and light. */
export async function expectToBePlain(page: PlainPage): Promise<void> {
  const response = plainResponse(page);
  const markup = await response.text();
  expect(markup).not.toMatch(/<(script|iframe|style|object|embed|img)\b|<[^>"]*\s(style|on\w+)=|https?:|\/\//i);
  expect(markup.match(/<h1>/g)).toHaveLength(1);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*script-src)/);
  await expectToBeLight(markup);
}

/** With the style sheets that it names, and with its font. */
export async function expectToBeLight(markup: string): Promise<void> {
  const paths = [...markup.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => `public${path}`);
  expect(paths).toEqual(['public/plain/plain.css', 'public/plain/dark.css']);
  const styles = await Promise.all(paths.map((path) => readFile(path)));
  const font = await stat('public/plain/newsreader-letter.woff2');
  const total = styles.reduce((all, { byteLength }) => all + byteLength, Buffer.byteLength(markup) + font.size);
  expect(total).toBeLessThan(LIMIT);
}
