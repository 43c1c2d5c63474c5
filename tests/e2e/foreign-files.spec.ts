/** Files that would like to run: kept and given back as they are, and never run where the product is. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptFile, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';

const SCRIPT = "document.title = 'taken over'; window.top.takenOver = true";
const HOSTILE = {
  'a page': ['page.html', `<!doctype html><title>x</title><script>${SCRIPT}</script>`],
  'a drawing with a script': [
    'drawing.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`,
  ],
  'a page that calls itself a picture': ['picture.png', `<html><script>${SCRIPT}</script></html>`],
  'a script': ['script.js', SCRIPT],
} as const;

let person: Awaited<ReturnType<Web['person']>>;

// What the browser says of such files is its own matter.
const product = productInBrowser(startWeb, /./);
beforeAll(async () => {
  person = await product.web.person();
});

/** The owner's own browser, on a page of the product. */
async function open(): Promise<Page> {
  const page = await product.open({ as: person });
  await goto(page, '/dashboard');
  return page;
}

const isTakenOver = (page: Page) => page.evaluate(() => 'takenOver' in window || document.title === 'taken over');

describe.each(Object.entries(HOSTILE))('%s', (_what, [name, text]) => {
  test('is downloaded when its address is opened, and does nothing in a frame, as a picture or as a script', async () => {
    const id = await keptFile(await upload(person, Buffer.from(text), { type: 'file', name }));
    const path = `/api/content/file/${id}`;
    const page = await open();
    const downloading = page.waitForEvent('download');
    await page.goto(path).catch(() => null);
    expect((await downloading).suggestedFilename()).toBe(name);
    expect(await isTakenOver(page)).toBe(false);

    await page.evaluate(embed, path);
    expect(await isTakenOver(page)).toBe(false);
  });
});

/** Runs in the page: puts a file into each element that could run it, and waits until each has loaded or refused it. */
async function embed(source: string): Promise<void> {
  let refused = 0;
  const ends = ['iframe', 'img', 'script', 'object', 'embed'].map((tag) => {
    const element = document.createElement(tag);
    element.setAttribute(tag === 'object' ? 'data' : 'src', source);
    return new Promise<void>((resolve) => {
      for (const end of ['load', 'error']) element.addEventListener(end, () => resolve());
      // An embed that the policy refuses says nothing itself: it is the second of two, beside the object.
      if (tag === 'embed')
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective === 'object-src' && ++refused === 2) resolve();
        });
      document.body.append(element);
    });
  });
  await Promise.all(ends);
}
