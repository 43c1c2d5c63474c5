/** The hours in which contacts are mailed, on the clocks of every zone. Judged by Temporal, which the function does not use. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { contactMailWait, contactZoneOf, nextContactTime } from '#domain/emergency/contact-hours.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';

const moved = (at: string, zone: string | null) => new Date(nextContactTime(Date.parse(at), zone)).toISOString();

describe('an instant', () => {
  it.each([
    ['at 08:59:59.999, waits a millisecond', '2026-12-09T08:59:59.999Z', '2026-12-09T09:00:00.000Z'],
    ['at 09:00 stays', '2026-12-09T09:00:00.000Z', '2026-12-09T09:00:00.000Z'],
    ['at 18:59:59.999 stays', '2026-12-09T18:59:59.999Z', '2026-12-09T18:59:59.999Z'],
    ['at 19:00 waits fourteen hours', '2026-12-09T19:00:00.000Z', '2026-12-10T09:00:00.000Z'],
    ['at 02:40 waits for the morning of that day', '2026-12-09T02:40:00.000Z', '2026-12-09T09:00:00.000Z'],
    ['in the last night of a year waits for the next year', '2026-12-31T23:30:00.000Z', '2027-01-01T09:00:00.000Z'],
  ])('%s', (_, at, expected) => {
    expect(moved(at, 'Europe/Lisbon')).toBe(expected);
  });

  it.each([
    ['half an hour off', 'Asia/Kolkata', '2026-12-09T14:00:00.000Z', '2026-12-10T03:30:00.000Z'],
    ['three quarters off', 'Asia/Kathmandu', '2026-12-09T00:00:00.000Z', '2026-12-09T03:15:00.000Z'],
    ['ahead by fourteen hours', 'Pacific/Kiritimati', '2026-12-09T05:00:00.000Z', '2026-12-09T19:00:00.000Z'],
    ['behind by eleven hours', 'Pacific/Pago_Pago', '2026-12-09T06:00:00.000Z', '2026-12-09T20:00:00.000Z'],
    [
      'without a name that we know, which counts as UTC',
      'Nowhere/City',
      '2026-12-09T03:00Z',
      '2026-12-09T09:00:00.000Z',
    ],
  ])('follows a zone %s', (_, zone, at, expected) => {
    expect(moved(at, zone)).toBe(expected);
  });

  it.each([
    ['forward: the night is an hour shorter', 'Europe/Lisbon', '2026-03-28T19:00:00Z', '2026-03-29T08:00:00.000Z'],
    ['back: the night is an hour longer', 'Europe/Lisbon', '2026-10-24T18:00:00Z', '2026-10-25T09:00:00.000Z'],
    ['by half an hour', 'Australia/Lord_Howe', '2026-10-03T09:00:00Z', '2026-10-03T22:00:00.000Z'],
    [
      'at midnight, so that the day begins at 01:00',
      'Africa/Cairo',
      '2026-04-23T17:00:00Z',
      '2026-04-24T06:00:00.000Z',
    ],
    // The whole of 30 December 2011 is missing there.
    ['over a day that does not exist', 'Pacific/Apia', '2011-12-30T06:00:00Z', '2011-12-30T19:00:00.000Z'],
  ])('waits for 09:00 when the clocks go %s', (_, zone, at, expected) => {
    expect(moved(at, zone)).toBe(expected);
  });

  it('stays where days are shortened, which have no nights', () => {
    expect(contactZoneOf('Europe/Lisbon', DAY)).toBe('Europe/Lisbon');
    expect(contactZoneOf('Europe/Lisbon', DAY / 100)).toBeNull();
    expect(moved('2026-12-09T02:40:00.000Z', null)).toBe('2026-12-09T02:40:00.000Z');
  });
});

const zones = fc.oneof(
  fc.constantFrom('Europe/Lisbon', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Chatham'),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);
const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2126, 0, 1) });

/** Instants around the changes of a zone's clocks: random ones hardly ever meet one. */
const zoneAndInstant = fc.oneof(
  fc.tuple(zones, instants),
  fc
    .tuple(zones, instants, fc.integer({ min: -36 * HOUR, max: 36 * HOUR }))
    .map(([zone, at, off]): [string, number] => {
      const change = zoned(at, zone).getTimeZoneTransition('next');
      return [zone, (change?.epochMilliseconds ?? at) + off];
    }),
);

function zoned(at: number, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

function isDaytime(at: number, zone: string): boolean {
  const { hour } = zoned(at, zone);
  return hour >= 9 && hour < 19;
}

describe('for any instant in any zone, the moved one', () => {
  const RUNS = { numRuns: 1_000 };

  it('is between 09:00 and 19:00, never earlier, and at most fifteen hours later', () => {
    fc.assert(
      fc.property(zoneAndInstant, ([zone, at]) => {
        const next = nextContactTime(at, zone);
        expect([isDaytime(next, zone), next >= at, next - at <= 15 * HOUR]).toEqual([true, true, true]);
      }),
      RUNS,
    );
  });

  it('is the first: none between the two is in these hours', () => {
    fc.assert(
      fc.property(zoneAndInstant, fc.double({ min: 0, max: 1, noNaN: true }), ([zone, at], part) => {
        const next = nextContactTime(at, zone);
        const between = Math.floor(at + (next - at) * part);
        if (between < next) expect(isDaytime(between, zone)).toBe(false);
      }),
      RUNS,
    );
  });

  it('does not move again', () => {
    fc.assert(
      fc.property(zoneAndInstant, ([zone, at]) => {
        const next = nextContactTime(at, zone);
        expect(nextContactTime(next, zone)).toBe(next);
      }),
      RUNS,
    );
  });

  it('keeps the order: of two instants, the later one stays the later one, or both become the same', () => {
    fc.assert(
      fc.property(zoneAndInstant, fc.integer({ min: 0, max: 2 * DAY }), ([zone, at], later) => {
        expect(nextContactTime(at + later, zone)).toBeGreaterThanOrEqual(nextContactTime(at, zone));
      }),
      RUNS,
    );
  });

  it('is the same for a fraction of a millisecond, which Postgres has', () => {
    fc.assert(
      fc.property(zoneAndInstant, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), ([zone, at], part) => {
        const next = nextContactTime(at + part, zone);
        expect(next).toBeGreaterThanOrEqual(at + part);
        expect(nextContactTime(next, zone)).toBe(next);
      }),
      RUNS,
    );
  });
});

describe('a mail to a contact', () => {
  const at = (time: string) => Date.parse(`2026-12-09T${time}Z`);
  const wait = (madeAt: string, now: string) => contactMailWait({ madeAt: at(madeAt), now: at(now) }, 'Europe/Lisbon');

  it.each([
    ['goes out at once by day', '10:00', '10:00', 0],
    ['waits for the morning when it is made at night', '21:00', '21:00', 12 * HOUR],
    ['that was made before 19:00 may leave a few minutes after it', '18:59', '19:13', 0],
    ['that no provider took until 19:15 waits for the morning', '18:59', '19:15', 14 * HOUR - 15 * MINUTE],
    ['that was made at night goes out in the morning', '02:00', '09:00', 0],
    ['that was made by a clock that has been set back waits for the morning', '10:00', '02:00', 7 * HOUR],
  ])('%s', (_, madeAt, now, expected) => {
    expect(wait(madeAt, now)).toBe(expected);
  });
});
