import { describe, expect, test } from 'vitest';
import { kept, keptNew } from '#domain/kept.ts';
import { isTimeZone } from '#domain/time/zone.ts';

describe('A function whose results are kept', () => {
  test('is called once for the same arguments', () => {
    let calls = 0;
    const double = kept((number: number) => {
      calls++;
      return number * 2;
    });
    expect([double(2), double(2), double(3), calls]).toEqual([4, 4, 6, 2]);
  });

  test('returns one instance for options that are equal', () => {
    const format = keptNew(Intl.DateTimeFormat);
    expect(format('en', { timeZone: 'UTC' })).toBe(format('en', { timeZone: 'UTC' }));
    expect(format('en', { timeZone: 'UTC' })).not.toBe(format('en', { timeZone: 'Asia/Tokyo' }));
  });

  test('calls again what threw', () => {
    const format = keptNew(Intl.DateTimeFormat);
    for (let time = 0; time < 2; time++) expect(() => format('en', { timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });

  test('keeps 2,000 results at most', () => {
    let calls = 0;
    const count = kept((_number: number) => ++calls);
    for (let number = 0; number < 2_001; number++) count(number);
    expect(count(0)).toBe(2_002);
    expect(count(2_000)).toBe(2_001);
  });

  test('is not asked about a name that no time zone can have', () => {
    expect(isTimeZone('x'.repeat(1_000_000))).toBe(false);
  });

  test('also keeps that a time zone does not exist', () => {
    for (let time = 0; time < 2; time++)
      expect([isTimeZone('Mars/Olympus'), isTimeZone('+01:00')]).toEqual([false, false]);
  });
});
