/** What every page has to be that people open from a message. */
import { readFile, stat } from 'node:fs/promises';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';
import { STATUS } from '#app/http/errors.ts';
import { StaticDocument } from '#app/static-pages/layout.tsx';
import type { ErrorCode } from '#domain/errors.ts';

/** As much as a slow line brings soon, in bytes. */
const LIMIT = 30 * 1024;

/** The codes of all refusals. */
export const CODES = Object.keys(STATUS) as ErrorCode[];

/** @returns the whole page, as the server renders it; the system decides about its theme */
export function markupOf(page: ReactNode): string {
  return renderToStaticMarkup(<StaticDocument theme={null}>{page}</StaticDocument>);
}

/** @returns the page's title, without our name */
export function titleOf(page: ReactNode): string | undefined {
  return /<title>(.*) · Stillhere<\/title>/.exec(markupOf(page))?.[1];
}

/** Nothing to run and nothing from elsewhere, one heading, found by no search engine, and light. */
export async function expectToBeStatic(page: ReactNode): Promise<void> {
  const markup = markupOf(page);
  expect(markup).not.toMatch(/<(script|iframe|style|object|embed|img)\b|<[^>"]*\s(style|on\w+)=|https?:|\/\//i);
  expect(markup.match(/<h1>/g)).toHaveLength(1);
  expect(markup.match(/<title>/g)).toHaveLength(1);
  expect(markup).toContain('<meta name="robots" content="noindex, nofollow"/>');
  await expectToBeLight(markup);
}

/** With the style sheets that it names, and with its font. */
export async function expectToBeLight(markup: string): Promise<void> {
  const paths = [...markup.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => `public${path}`);
  const always = paths.filter((path) => path !== 'public/static-pages/languages.css');
  expect(always).toEqual(['public/static-pages/base.css', 'public/static-pages/dark.css']);
  const styles = await Promise.all(paths.map((path) => readFile(path)));
  const font = await stat('public/static-pages/newsreader-letter.woff2');
  const total = styles.reduce((all, { byteLength }) => all + byteLength, Buffer.byteLength(markup) + font.size);
  expect(total).toBeLessThan(LIMIT);
}
