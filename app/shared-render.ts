import type { EntryContext } from 'react-router';
import { currentLocale } from '#messages/say.ts';

/** The pages that visitors open most, in some forms each; a page of the gallery has up to 24 KB. */
const PAGES_MAX = 64;
/** An address of a stranger can be as long as its headers allow. */
const KEY_MAX = 32_768;

const pages = new Map<string, Buffer<ArrayBuffer>>();

/**
 * Remembers the HTML of pages that visitors share: rendering one takes ten times as long as everything else about it. It
 * depends on the language, the address and the data of the loaders only, which are the key, so it is never stale.
 * Only for pages without a nonce and without anything of one person: what is kept here stays in memory.
 * @returns null for a page that cannot be remembered, such as one with an error
 */
export function sharedKey(url: string, { staticHandlerContext }: EntryContext): string | null {
  const { loaderData, actionData, errors, statusCode } = staticHandlerContext;
  if (errors || actionData || statusCode !== 200) return null;
  const key = JSON.stringify([currentLocale(), url, loaderData]);
  return key.length > KEY_MAX ? null : key;
}

/** @returns the HTML that was remembered for the key */
export function rememberedHtml(key: string): Buffer<ArrayBuffer> | undefined {
  return pages.get(key);
}

/** Remembers a page; the oldest goes when there are too many. */
export function rememberHtml(key: string, html: Buffer<ArrayBuffer>): void {
  const [oldest] = pages.keys();
  if (pages.size >= PAGES_MAX && oldest !== undefined) pages.delete(oldest);
  pages.set(key, html);
}
