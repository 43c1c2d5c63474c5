import { describe, expect, it } from 'vitest';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { isTimeZone } from '#domain/time/zone.ts';

const at = (local: string, zone: string) => {
  const resolved = resolveLocalTime(local, zone);
  return resolved && [resolved.instant.toISOString(), resolved.adjusted, resolved.local];
};

describe('a time on the wall of a zone', () => {
  it.each([
    ['2031-05-04T09:00', 'Europe/Lisbon', ['2031-05-04T08:00:00.000Z', 'none', '2031-05-04T09:00']],
    ['2026-12-14T09:00', 'Europe/Lisbon', ['2026-12-14T09:00:00.000Z', 'none', '2026-12-14T09:00']],
    // The clocks go from 01:00 to 02:00: 01:30 does not exist and moves forward.
    ['2027-03-28T01:30', 'Europe/Lisbon', ['2027-03-28T01:30:00.000Z', 'gap', '2027-03-28T02:30']],
    // The clocks go from 02:00 back to 01:00: 01:30 happens twice and the earlier is taken.
    ['2027-10-31T01:30', 'Europe/Lisbon', ['2027-10-31T00:30:00.000Z', 'overlap', '2027-10-31T01:30']],
    ['2028-02-29T12:00', 'UTC', ['2028-02-29T12:00:00.000Z', 'none', '2028-02-29T12:00']],
  ])('%s in %s', (local, zone, expected) => {
    expect(at(local, zone)).toEqual(expected);
  });

  it.each([
    ['2027-02-29T12:00', 'UTC'],
    ['2027-13-01T12:00', 'UTC'],
    ['2027-01-01T25:00', 'UTC'],
    ['soon', 'UTC'],
    ['', 'UTC'],
    ['2027-01-01T12:00', 'Atlantis/Capital'],
  ])('refuses %j in %s', (local, zone) => {
    expect(resolveLocalTime(local, zone)).toBeNull();
  });

  it('knows zones by their IANA names', () => {
    expect(isTimeZone('Europe/Lisbon')).toBe(true);
    expect(isTimeZone('Atlantis/Capital')).toBe(false);
    expect(isTimeZone('+01:00')).toBe(false);
  });
});
