/** Where a file names its location, as it is stored. */
import { expect, it } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { openBlanks, sealBlanks } from '#services/contents/sealed-content.ts';

const KEY = Buffer.alloc(32, 1);
const ID = '01990000-0000-7000-8000-000000000001';
const many: Blank[] = Array.from({ length: 500 }, (_, index) => [index * 100, 4]);

it.each([
  ['no place', []],
  [
    'a place and a checksum',
    [
      [400, 12],
      [900, 1, 171],
    ] as Blank[],
  ],
  ['many places', many],
])('%s comes back', (_, blanks) => {
  expect(openBlanks(KEY, ID, { sealed_blanks: sealBlanks(KEY, ID, blanks), blanks: null })).toEqual(blanks);
});

it('a file without a place and one with some are stored in the same length', () => {
  const some: Blank[] = [
    [400, 12],
    [900, 1, 171],
  ];
  expect(sealBlanks(KEY, ID, []).length).toBe(sealBlanks(KEY, ID, some).length);
});

it('a list in plain, as the version before writes it, is read', () => {
  expect(openBlanks(KEY, ID, { sealed_blanks: null, blanks: [[8, 4]] })).toEqual([[8, 4]]);
});

it('a list is refused under the id of another file', () => {
  const sealed_blanks = sealBlanks(KEY, ID, [[8, 4]]);
  expect(() => openBlanks(KEY, `${ID}0`, { sealed_blanks, blanks: null })).toThrow('not what was sealed');
});
