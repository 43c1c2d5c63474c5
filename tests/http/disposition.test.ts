import { expect, test } from 'vitest';
import { disposition } from '#app/http/file-response.ts';

test.each([
  ['How we chose your name.txt', `filename="How we chose your name.txt"`],
  [
    'Às nove, em São João.txt',
    `filename="As nove, em Sao Joao.txt"; filename*=UTF-8''%C3%80s%20nove%2C%20em%20S%C3%A3o%20Jo%C3%A3o.txt`,
  ],
  ['../../etc/"passwd".txt', `filename=-..-etc--passwd-.txt`],
  ["it's (100%).txt", `filename="it's (100-).txt"; filename*=UTF-8''it%27s%20%28100%25%29.txt`],
  ['\ud800.txt', `filename=-.txt; filename*=UTF-8''%EF%BF%BD.txt`],
])('%s has a name that old and new browsers take', (name, expected) => {
  expect(disposition('attachment', name)).toBe(`attachment; ${expected}`);
  expect(disposition('inline', name)).toBe(`inline; ${expected}`);
  expect(() => new Headers({ 'content-disposition': disposition('attachment', name) })).not.toThrow();
});
