import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { looksFirst } from '#app/http/looks-first.ts';

const META = '<!DOCTYPE html><html lang="pt"><head><title>Até amanhã</title>';
const FONT = '<link nonce="n" rel="preload" href="/a.woff2" as="font"/>';
const SCRIPT = '<link rel="modulepreload" href="/base.js" nonce="n"/>';
const SHEET = '<link nonce="n" rel="stylesheet" href="/base.css"/>';
const BODY = '</head><body><p>Até amanhã. rel="modulepreload"</p></body></html>';
const pass = (pieces: Buffer[]) => text(Readable.from(pieces).pipe(looksFirst()));

test('the style sheet is named first, and no script is urgent, wherever the page was cut on its way', async () => {
  const page = Buffer.from(`${META}${FONT}${SCRIPT}${SHEET}${BODY}`);
  const later = SCRIPT.replace('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  const expected = `${META}${SHEET}${FONT}${later}${BODY}`;
  for (let at = 0; at <= page.length; at += 1)
    expect(await pass([page.subarray(0, at), page.subarray(at)])).toBe(expected);
});

test('what has no head passes', async () => {
  expect(await pass([Buffer.from('<p>'), Buffer.from('Hello</p>')])).toBe('<p>Hello</p>');
  expect(await pass([])).toBe('');
});
