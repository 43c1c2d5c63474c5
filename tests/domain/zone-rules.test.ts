import { expect, test } from 'vitest';
import { isNewer, recompute } from '#domain/delivery/zone-rules.ts';

const at = (instant: string) => Date.parse(instant);

test.each([
  // The rules of that day still hold.
  ['2031-05-04T09:00', 'Europe/Lisbon', '2031-05-04T08:00:00Z', null],
  // Summer time was given up, or brought in, since.
  ['2031-07-01T09:00', 'America/Sao_Paulo', '2031-07-01T11:00:00Z', '2031-07-01T12:00:00Z'],
  ['2031-07-01T09:00', 'Europe/Lisbon', '2031-07-01T09:00:00Z', '2031-07-01T08:00:00Z'],
  // A country went to the other side of the date line.
  ['2031-07-01T09:00', 'Pacific/Apia', '2031-07-01T20:00:00Z', '2031-06-30T20:00:00Z'],
  // The clocks now skip that hour, so that it is the next; and they now show it twice, so that it is the first, but
  // where the instant is the second of the two, it still shows what was promised.
  ['2031-03-30T01:30', 'Europe/Lisbon', '2031-03-30T00:30:00Z', '2031-03-30T01:30:00Z'],
  ['2031-10-26T01:30', 'Europe/Lisbon', '2031-10-26T02:30:00Z', '2031-10-26T00:30:00Z'],
  ['2031-10-26T01:30', 'Europe/Lisbon', '2031-10-26T01:30:00Z', null],
  // With seconds, as a test may have it.
  ['2031-05-04T09:00:30.250', 'Europe/Lisbon', '2031-05-04T09:00:30.250Z', '2031-05-04T08:00:30.250Z'],
  // A zone that no longer exists: the instant stays as it was computed.
  ['2031-05-04T09:00', 'Europe/Atlantis', '2031-05-04T08:00:00Z', null],
])('%s in %s, which was %s, is now %s', (local, zone, before, now) => {
  expect(recompute(local, zone, at(before))).toBe(now && at(now));
});

test('rules are newer by their year and letter, and any are newer than none', () => {
  expect(isNewer('2026c', null)).toBe(true);
  expect(isNewer('2026c', '2026b')).toBe(true);
  expect(isNewer('2027a', '2026c')).toBe(true);
  expect(isNewer('2026c', '2026c')).toBe(false);
  expect(isNewer('2026b', '2026c')).toBe(false);
});
