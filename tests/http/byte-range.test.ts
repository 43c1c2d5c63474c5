import { describe, expect, test } from 'vitest';
import { byteRange } from '#app/http/file-response.ts';

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['BYTES = 5 - 6', { start: 5, end: 6 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['items=0-1', 'all'],
    ['bytes=a-b', 'all'],
    ['bytes=-', 'all'],
    [`bytes=0-${'9'.repeat(30)}`, 'all'],
    [null, 'all'],
  ])('%s of 100 bytes', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });
});
