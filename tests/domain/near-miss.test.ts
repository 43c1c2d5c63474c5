import { expect, test } from 'vitest';
import { probablyMeant } from '#domain/contacts/near-miss.ts';

test.each([
  ['typo@gmial.con', 'typo@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gmail.cm', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@iclould.com', 'ana@icloud.com'],
  ['ana@protonmail.con', 'ana@protonmail.com'],
  ['"a@b"@gmai.com', '"a@b"@gmail.com'],
])('%s probably means %s', (typed, meant) => {
  expect(probablyMeant(typed)).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@ymail.com',
  'ana@mail.com',
  'ana@hotmail.fr',
  'ana@yahoo.ca',
  'ana@yahoo.co.uk',
  'ana@outlook.com.br',
  'ana@live.nl',
  'ana@love.org',
  'ana@example.com',
  'ana@sapo.pt',
  'ana@stillhere.example',
])('%s looks right', (email) => {
  expect(probablyMeant(email)).toBeNull();
});
