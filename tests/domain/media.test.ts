/** The content type that a file is stored with, and what a browser may show. */
import { describe, expect, test } from 'vitest';
import { GIGABYTE, hasThumbnail, inMegabytes, MEGABYTE } from '#domain/content/content.ts';
import { fittingContentType, isShownInline, plainTextType, servedContentType } from '#domain/content/media.ts';
import { PLANS } from '#domain/subscription/plan.ts';

describe('a picked file', () => {
  test.each([
    ['image', 'image/png', 'image/png'],
    ['image', 'image/heic', 'image/heic'],
    ['image', 'video/mp4', null],
    ['image', 'image/svg+xml', null],
    ['image', 'text/html', null],
    ['image', null, null],
    ['video', 'video/mp4', 'video/mp4'],
    ['video', 'video/vnd.avi', 'video/x-msvideo'],
    ['video', 'application/ogg', 'video/ogg'],
    ['video', 'image/gif', null],
    ['video', null, null],
    ['audio', 'audio/mpeg', 'audio/mpeg'],
    ['audio', 'audio/vnd.wave', 'audio/wav'],
    // A voice that a phone has put into a container of film.
    ['audio', 'video/mp4', 'audio/mp4'],
    ['audio', 'application/ogg', 'audio/ogg'],
    ['audio', 'video/x-msvideo', null],
    ['audio', 'image/png', null],
    ['file', 'application/pdf', 'application/pdf'],
    ['file', 'image/svg+xml', 'image/svg+xml'],
    ['file', null, 'application/octet-stream'],
  ] as const)('picked as %s, with the bytes of %s, is stored as %s', (type, sniffed, stored) => {
    expect(fittingContentType(type, sniffed)).toBe(stored);
  });
});

describe('a browser shows in the page', () => {
  test.each([
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'audio/mpeg',
    'audio/wav',
    'audio/ogg',
  ])('%s', (contentType) => expect(isShownInline(contentType)).toBe(true));

  test.each([
    'image/svg+xml',
    'text/html',
    'text/xml',
    'application/xml',
    'application/xhtml+xml',
    'application/pdf',
    'application/javascript',
    'application/octet-stream',
    'text/plain',
    'image/heic',
    'image/tiff',
    'video/x-msvideo',
    'image/png; charset=x',
    'IMAGE/PNG',
    '',
  ])('not “%s”', (contentType) => expect(isShownInline(contentType)).toBe(false));
});

describe('a file is served', () => {
  test.each([
    'application/pdf',
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'application/epub+zip',
    'image/heic',
    'video/x-msvideo',
    'text/plain',
    'image/png',
  ])('as %s, which runs no script', (contentType) => expect(servedContentType(contentType)).toBe(contentType));

  test.each([
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'text/xsl',
    'application/rss+xml',
    'text/javascript',
    'application/x-javascript',
    'application/ecmascript',
    'multipart/related',
  ])('as bytes without a type where %s could run a script', (contentType) =>
    expect(servedContentType(contentType)).toBe('application/octet-stream'),
  );
});

describe('plain text', () => {
  const cut = Buffer.from('Água').subarray(0, 1);
  test.each([
    ['notes.txt', Buffer.from('Water the lemon tree.\r\n\tAt nine.'), 'text/plain'],
    ['NOTES.TXT', Buffer.from('\ufeffÀs nove'), 'text/plain'],
    ['cut-within-a-letter.txt', cut, 'text/plain'],
    ['page.html', Buffer.from('<p>Hello'), null],
    ['latin1.txt', Buffer.from('\xc0s nove', 'latin1'), null],
    ['binary.txt', Buffer.from([0x4e, 0, 1]), null],
  ])('%s', (name, head, type) => expect(plainTextType(name, head)).toBe(type));
});

test('images, videos, recordings and PDFs have a thumbnail, other documents have none', () => {
  expect((['image', 'video', 'audio', 'file'] as const).map((type) => hasThumbnail(type, 'any/type'))).toEqual([
    ...[true, true, true, false],
  ]);
  expect(hasThumbnail('file', 'application/pdf')).toBe(true);
});

test('each plan has its storage, and says whether its owner may publish', () => {
  expect(Object.values(PLANS).map(({ name, storage, publicSharing }) => [name, storage, publicSharing])).toEqual([
    ['Free', 50 * MEGABYTE, false],
    ['Plus', 3 * GIGABYTE, false],
    ['Premium', 10 * GIGABYTE, true],
  ]);
});

test.each([
  [0, '0.00 MB'],
  [1, '0.01 MB'],
  [5_242, '0.01 MB'],
  [MEGABYTE, '1.00 MB'],
  [3.456 * MEGABYTE, '3.46 MB'],
  [10 * GIGABYTE, '10240.00 MB'],
])('%d bytes are read as %s', (bytes, words) => {
  expect(inMegabytes(bytes)).toBe(words);
});
