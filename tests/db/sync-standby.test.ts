import { expect, it } from 'vitest';
import { standbysIn } from '#db/sync-standby.ts';
import { isFollowed } from '#services/operations/sync-standby.ts';

it.each([
  ['', 0],
  ['  ', 0],
  ['standby', 1],
  ['a, b', 1],
  ['2 (a, b)', 2],
  ['FIRST 2 (a, b, c)', 2],
  ['first 1 (a)', 1],
  ['ANY 3(a, b, c, d)', 3],
  ['any_one, first', 1],
])('reads how many standbys "%s" waits for: %i', (names, count) => {
  expect(standbysIn(names)).toBe(count);
});

it('one standby is not enough where the setting asks for two', () => {
  expect([2, 1, 0, null].map((following) => isFollowed({ awaited: 2, following }))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isFollowed({ awaited: 0, following: 2 })).toBe(false);
});
