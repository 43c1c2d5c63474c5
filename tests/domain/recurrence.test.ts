import { describe, expect, test } from 'vitest';
import { nextOccurrence, type YearlyRule } from '#domain/delivery/recurrence.ts';

const at = (rule: YearlyRule, after: string) => nextOccurrence(rule, Date.parse(after));

describe('a yearly delivery', () => {
  const birthday = { from: '2028-02-29T09:00', timeZone: 'Europe/Lisbon', untilYear: 2033 };

  test('of 29 February goes out on 1 March where a year has none, and on 29 February again when there is one', () => {
    expect(at(birthday, '2028-02-29T09:00:00Z')?.local).toBe('2029-03-01T09:00');
    expect(at(birthday, '2031-03-01T09:00:00Z')?.local).toBe('2032-02-29T09:00');
  });

  test('moves forward in a year whose clocks skip its hour, and in no other', () => {
    // The clocks of Lisbon skip 01:00 to 02:00 on 28 March 2027, and not on 28 March 2028.
    const rule = { from: '2026-03-28T01:30', timeZone: 'Europe/Lisbon', untilYear: 2030 };
    expect(at(rule, '2026-03-28T01:30:00Z')).toEqual({
      instant: new Date('2027-03-28T01:30:00Z'),
      local: '2027-03-28T02:30',
    });
    expect(at(rule, '2027-03-28T01:30:00Z')?.local).toBe('2028-03-28T01:30');
  });

  test('takes the earlier of two, where clocks repeat its hour', () => {
    const rule = { from: '2026-10-31T01:30', timeZone: 'Europe/Lisbon', untilYear: 2030 };
    expect(at(rule, '2026-12-01T00:00:00Z')?.instant.toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });

  test('ends with its last year, by the calendar of its zone', () => {
    const rule = { from: '2026-01-01T00:30', timeZone: 'Asia/Tokyo', untilYear: 2028 };
    // 1 January 2028 in Tokyo is still 2027 in UTC.
    expect(at(rule, '2027-06-01T00:00:00Z')?.instant.toISOString()).toBe('2027-12-31T15:30:00.000Z');
    expect(at(rule, '2027-12-31T15:30:00Z')).toBeNull();
  });

  test('that was sent years late goes on with the next one to come', () => {
    expect(at(birthday, '2030-07-01T00:00:00Z')?.local).toBe('2031-03-01T09:00');
  });

  test('goes on by UTC where its zone was retired', () => {
    const rule = { from: '2026-05-04T09:00', timeZone: 'Atlantis/Capital', untilYear: 2030 };
    expect(at(rule, '2026-05-04T09:00:00Z')?.instant.toISOString()).toBe('2027-05-04T09:00:00.000Z');
  });
});

/** Zones with summer times, half hours, and governments that moved their clocks or their day. */
const ZONES = [
  ...['UTC', 'Europe/Lisbon', 'Europe/London', 'Europe/Moscow', 'Europe/Istanbul', 'America/New_York'],
  ...['America/Sao_Paulo', 'America/Caracas', 'America/St_Johns', 'Asia/Kathmandu', 'Asia/Pyongyang', 'Asia/Tehran'],
  ...['Asia/Tokyo', 'Africa/Casablanca', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kwajalein'],
  ...['Pacific/Chatham', 'Antarctica/Troll'],
];
const RULES_PER_ZONE = 500;
const FIRST_YEAR = 1976;
const YEARS = 60;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A small generator, so that every run has the same rules. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const two = (value: number) => `${value}`.padStart(2, '0');

/** Days on which clocks change, the odd day, and any other. */
function dayOf(random: (below: number) => number): string {
  const kind = random(4);
  if (kind === 0) return '02-29';
  if (kind === 1) return `${['03', '10', '11', '04', '12'][random(5)]}-${two(1 + random(30))}`;
  return `${two(1 + random(12))}-${two(1 + random(28))}`;
}

/** What clocks in a zone show, as if it were UTC: by `Intl`, and by nothing that the code under test asks. */
function clocksOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** @returns when clocks first show this wall time; where they skip it, as long after the skip as it lies in it */
function oracle(clock: (instant: number) => number, wall: number): number {
  const offsets = [
    clock(wall - DAY - 2 * HOUR) - (wall - DAY - 2 * HOUR),
    clock(wall + DAY + 2 * HOUR) - (wall + DAY + 2 * HOUR),
  ];
  const matching = offsets.map((offset) => wall - offset).filter((instant) => clock(instant) === wall);
  if (matching.length > 0) return Math.min(...matching);
  // Skipped: a clock that had not been changed would show it then.
  return wall - (offsets[0] ?? 0);
}

/** @returns the wall time of a year, 1 March for a missing 29 February */
function wallIn(year: number, day: string, time: string): number {
  const isMissing = day === '02-29' && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
  return Date.parse(`${year}-${isMissing ? '03-01' : day}T${time}:00Z`);
}

test.each(ZONES)(
  'each occurrence of 500 random rules in %s is the one that an independent oracle finds',
  (timeZone) => {
    const random = randomFrom(ZONES.indexOf(timeZone) + 1);
    const clock = clocksOf(timeZone);
    const found = new Map<number, number>();
    const instantOf = (wall: number) => {
      const known = found.get(wall) ?? oracle(clock, wall);
      found.set(wall, known);
      return known;
    };
    const wrong: unknown[] = [];
    for (let n = 0; n < RULES_PER_ZONE; n++) {
      const first = FIRST_YEAR + random(YEARS);
      const untilYear = first + random(FIRST_YEAR + YEARS - first);
      const [day, time] = [
        dayOf(random),
        `${two(random(5) === 0 ? random(24) : random(4))}:${['00', '30', '15'][random(3)]}`,
      ];
      const from = new Date(wallIn(first, day, time)).toISOString().slice(0, 16);
      // A rule from a year without 29 February is one of 1 March.
      const kept = from.slice(5, 10);
      let after = instantOf(wallIn(first, kept, time));
      for (let year = first + 1; year <= untilYear; year++) {
        const expected = instantOf(wallIn(year, kept, time));
        const next = nextOccurrence({ from, timeZone, untilYear }, after)?.instant.getTime();
        if (next !== expected) wrong.push({ from, year, next, expected });
        after = expected;
      }
      const past = nextOccurrence({ from, timeZone, untilYear }, after);
      if (past) wrong.push({ from, untilYear, past });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  },
);
