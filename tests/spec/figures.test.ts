/** How sizes, days and titles are written. */
import { expect, test } from 'vitest';
import { titleOf } from '#app/components/delivery/item.tsx';
import { inMegabytes } from '#domain/content/content.ts';
import { daysLeftWords } from '#messages/dates.ts';
import { holds } from './holds.ts';

test('days left are rounded up', () => {
  holds('S9-8');
  const now = new Date('2026-11-21T12:00:00Z');
  const left = (instant: string) => daysLeftWords(instant, now);
  expect([left('2026-11-21T12:00:01Z'), left('2026-11-22T12:00:00Z'), left('2026-11-22T12:00:01Z')]).toEqual([
    '1 day left',
    '1 day left',
    '2 days left',
  ]);
});

test('sizes are written in MB with two decimals', () => {
  holds('S9-7');
  expect([1_048_576, 2_621_440, 52_428_800].map(inMegabytes)).toEqual(['1.00 MB', '2.50 MB', '50.00 MB']);
});

test('what has no title is called Untitled', () => {
  holds('S2-19');
  expect([titleOf({ content_title: '' }), titleOf({ content_title: 'The sea' })]).toEqual(['Untitled', 'The sea']);
});
