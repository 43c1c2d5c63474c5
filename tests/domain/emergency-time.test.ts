/** Time in the emergency protocol: when people could reach us, clocks that jump, shortened days, and what is foreseen. */
import { describe, expect, it } from 'vitest';
import {
  type Availability,
  availabilityAt,
  heartbeatOf,
  lastOutageEnd,
  outageGapOf,
  reachableTime,
} from '#domain/emergency/availability.ts';
import { forecastOf } from '#domain/emergency/forecast.ts';
import { foresee } from '#domain/emergency/foresee.ts';
import { countsFrom, nextStep, type ProtocolState, type Warning } from '#domain/emergency/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';

const FROM = Date.UTC(2031, 4, 4, 8);
const OPEN: Availability = { outages: [], isReachable: true };
const day = (days: number, hours = 0) => FROM + days * DAY + hours * HOUR;
const ARMED: ProtocolState = {
  isActive: true,
  stage: 'armed',
  inactiveDays: 30,
  safetyDays: 3,
  countsFrom: FROM,
  missedAt: null,
  notifiedAt: null,
  contactZone: null,
  warnings: [],
  availability: OPEN,
};
const accepted = (kind: Warning['kind'], settledAt: number, index = 0): Warning => ({
  kind,
  index,
  state: 'accepted',
  settledAt,
  reportedAt: null,
});
const CALLED: ProtocolState = {
  ...ARMED,
  stage: 'last-call',
  missedAt: day(30),
  warnings: [accepted('reminder', day(29), 2), accepted('missed', day(30)), accepted('last-call', day(32))],
};

describe('open time', () => {
  const outages = [
    { from: 10, until: 20 },
    { from: 40, until: 50 },
  ];
  it.each([
    ['before all outages', 0, 10, 10],
    ['across one', 0, 30, 20],
    ['across all', 0, 100, 80],
    ['from within one', 15, 30, 10],
    ['into one', 30, 45, 10],
    ['within one', 12, 18, 0],
    ['exactly one', 10, 20, 0],
    ['of no length', 30, 30, 0],
    ['backwards', 30, 5, 0],
  ])('%s', (_, from, until, open) => {
    expect(reachableTime({ outages, isReachable: true }, from, until)).toBe(open);
  });

  it('counts what two outages share once, in whatever order they are', () => {
    const overlapping = [
      { from: 30, until: 60 },
      { from: 20, until: 40 },
      { from: 25, until: 35 },
    ];
    expect(reachableTime({ outages: overlapping, isReachable: true }, 0, 100)).toBe(60);
  });

  it('begins at the end of the newest outage that has ended', () => {
    expect(lastOutageEnd({ outages, isReachable: true }, 45)).toBe(20);
    expect(lastOutageEnd({ outages, isReachable: true }, 50)).toBe(50);
    expect(lastOutageEnd(OPEN, 50)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the availability', () => {
  it('is true while the last heartbeat is at most five minutes old', () => {
    expect(availabilityAt([], day(0), day(0) + 5 * MINUTE, DAY)).toEqual(OPEN);
    expect(availabilityAt([], day(0), day(0) + 5 * MINUTE + 1, DAY)).toEqual({
      outages: [{ from: day(0), until: day(0) + 5 * MINUTE + 1 }],
      isReachable: false,
    });
  });

  it('is false before the first heartbeat, and while the last one is more than five seconds in the future', () => {
    expect(availabilityAt([], null, day(0), DAY).isReachable).toBe(false);
    expect(availabilityAt([], day(0) + 5 * SECOND, day(0), DAY)).toEqual(OPEN);
    for (const ahead of [5 * SECOND + 1, 4 * MINUTE, 2 * DAY]) {
      const availability = availabilityAt([], day(0) + ahead, day(0), DAY);
      expect([
        availability.isReachable,
        reachableTime(availability, day(-1), day(0)),
        lastOutageEnd(availability, day(0)),
      ]).toEqual([false, DAY, day(0)]);
    }
  });

  it('is false for an instant within a past outage', () => {
    const recorded = [{ from: day(0), until: day(1) }];
    expect(availabilityAt(recorded, day(1), day(1) - 1, DAY).isReachable).toBe(false);
    expect(availabilityAt(recorded, day(1), day(1), DAY).isReachable).toBe(true);
  });

  it.each([
    [DAY, MINUTE, 5 * MINUTE],
    [DAY / 24, 2.5 * SECOND, 12.5 * SECOND],
    [2 * SECOND, SECOND, 3 * SECOND],
  ])('beats each minute of a day of %i ms, and not more often than a second', (length, beat, gap) => {
    expect(heartbeatOf(length)).toBe(beat);
    expect(outageGapOf(length)).toBe(gap);
  });
});

describe('what counts as silence', () => {
  it.each([
    ['the last sign of life', { lastCheckIn: 5, confirmedAt: 1, pausedUntil: null }, 5],
    ['the confirmation, when it came later', { lastCheckIn: 5, confirmedAt: 9, pausedUntil: null }, 9],
    ['the end of a pause', { lastCheckIn: 5, confirmedAt: 1, pausedUntil: 70 }, 70],
    ['a sign of life after a pause', { lastCheckIn: 90, confirmedAt: 1, pausedUntil: 70 }, 90],
    ['nothing while the address is not confirmed', { lastCheckIn: 5, confirmedAt: null, pausedUntil: 70 }, null],
  ])('%s', (_, protocol, from) => {
    expect(countsFrom(protocol)).toBe(from);
  });
});

describe('a clock that jumps', () => {
  it('back: sends no warning twice, and none early', () => {
    expect(nextStep({ day: DAY }, CALLED, day(-3))).toMatchObject({ kind: 'wait' });
    const reminded = { ...ARMED, stage: 'reminding' as const, warnings: [accepted('reminder', day(29), 2)] };
    expect(nextStep({ day: DAY }, reminded, day(20))).toEqual({ kind: 'wait', until: day(23) });
    // What was due by the wrong clock was sent; by the right one only what is newer comes.
    expect(nextStep({ day: DAY }, reminded, day(23))).toEqual({ kind: 'wait', until: day(27) });
    expect(nextStep({ day: DAY }, reminded, day(29))).toEqual({ kind: 'wait', until: day(29, 18) });
  });

  it('to before the last check-in: waits for the whole time', () => {
    expect(nextStep({ day: DAY }, ARMED, day(-10))).toEqual({ kind: 'wait', until: day(23) });
  });

  it('ahead: counts as an outage, so nothing is sent until it is over, and owners lose no time', () => {
    const leap = day(400);
    const before = availabilityAt([], day(32), leap, DAY);
    expect(nextStep({ day: DAY }, { ...CALLED, availability: before }, leap).kind).toBe('wait');
    const after = { outages: [{ from: day(32), until: leap }], isReachable: true };
    const step = nextStep({ day: DAY }, { ...CALLED, availability: after }, leap);
    expect(step).toMatchObject({ kind: 'warn', warning: 'again' });
    const warnings = [...CALLED.warnings, accepted('again', leap)];
    const warned = nextStep({ day: DAY }, { ...CALLED, availability: after, warnings }, leap);
    expect(warned).toEqual({ kind: 'wait', until: leap + DAY });
  });
});

describe('the forecast', () => {
  const forecastAt = (state: ProtocolState, now: number, length = DAY) =>
    foresee({ day: length }, state, now).map(({ kind, at }) => [kind, (at - FROM) / length]);

  it('has every step from arming to release, in order', () => {
    expect(forecastAt(ARMED, day(0))).toEqual([
      ['reminder', 23],
      ['reminder', 27],
      ['reminder', 29],
      ['reminder', 29.75],
      ['missed', 30],
      ['last-call', 32],
      ['released', 33],
    ]);
  });

  it.each([7, 13, 14, 30, 365])('of %i days has the threshold and the release on their days', (inactiveDays) => {
    for (const safetyDays of [1, 2, 30]) {
      const all = forecastAt({ ...ARMED, inactiveDays, safetyDays }, day(0));
      expect(all.find(([kind]) => kind === 'missed')).toEqual(['missed', inactiveDays]);
      expect(all.at(-1)).toEqual(['released', inactiveDays + safetyDays]);
      expect(all.filter(([kind]) => kind === 'reminder')).toHaveLength(inactiveDays < 14 ? 3 : 4);
    }
  });

  it('has the same steps when a protocol day lasts two seconds', () => {
    expect(forecastAt(ARMED, FROM, 2 * SECOND)).toEqual(forecastAt(ARMED, FROM));
  });

  it('begins at the present stage, and leaves out past steps', () => {
    expect(forecastAt({ ...ARMED, stage: 'reminding', warnings: [accepted('reminder', day(23))] }, day(24))[0]).toEqual(
      ['reminder', 27],
    );
    expect(forecastAt(CALLED, day(32, 12))).toEqual([['released', 33]]);
    expect(forecastAt({ ...CALLED, stage: 'released' }, day(33))).toEqual([]);
  });

  it('contains the fresh warning during and after an outage', () => {
    const isOver = { outages: [{ from: day(32, 12), until: day(42, 12) }], isReachable: true };
    const expected = [
      ['again', 42.5],
      ['released', 43.5],
    ];
    expect(forecastAt({ ...CALLED, availability: isOver }, day(42, 12))).toEqual(expected);
    expect(forecastAt({ ...CALLED, availability: { ...isOver, isReachable: false } }, day(42, 12))).toEqual(expected);
  });

  it('counts a waiting warning as accepted now', () => {
    const waiting: Warning = { kind: 'missed', index: 0, state: 'waiting', settledAt: null, reportedAt: null };
    const state = { ...ARMED, stage: 'missed' as const, missedAt: day(30), warnings: [waiting] };
    expect(forecastAt(state, day(60))).toEqual([
      ['last-call', 62],
      ['released', 63],
    ]);
    const deferred: Warning = { ...waiting, state: 'deferred', settledAt: day(60), reportedAt: day(60) };
    expect(forecastAt({ ...state, warnings: [deferred] }, day(62))).toEqual([
      ['last-call', 64],
      ['released', 65],
    ]);
  });

  it('shows a refusing mailbox until a warning is delivered, and a deferred newest warning as on its way', () => {
    const bounced: Warning = { ...accepted('reminder', day(23)), state: 'bounced', reportedAt: day(26) };
    const second = (state: Warning['state'], at: number): Warning => ({
      ...accepted('reminder', day(27), 1),
      state,
      reportedAt: at,
    });
    const shown = (warnings: Warning[], now: number) => {
      const state = { ...ARMED, stage: 'reminding' as const, warnings };
      const { isRefused, marks } = forecastOf({ day: DAY }, state, { now, lastCheckIn: FROM, releasedAt: null });
      return [isRefused, ...marks.map(({ became }) => became).filter((became) => became !== null)];
    };
    expect(shown([bounced], day(26))).toEqual([true, 'bounced']);
    expect(shown([bounced, second('deferred', day(27))], day(28))).toEqual([true, 'bounced', 'waiting']);
    expect(shown([bounced, second('delivered', day(28))], day(28))).toEqual([false, 'bounced', 'accepted']);
    expect(shown([second('deferred', day(27))], day(30))).toEqual([true, 'bounced']);
  });

  it('has the longer time from a bounce until a warning is delivered', () => {
    const bounced: Warning = { ...accepted('reminder', day(23)), state: 'bounced', reportedAt: day(26) };
    const delivered: Warning = { ...accepted('reminder', day(27), 1), state: 'delivered', reportedAt: day(27) };
    const reminding = { ...ARMED, stage: 'reminding' as const };
    expect(forecastAt({ ...reminding, warnings: [bounced] }, day(26)).at(-1)).toEqual(['released', 47]);
    expect(forecastAt({ ...reminding, warnings: [bounced, delivered] }, day(27)).at(-1)).toEqual(['released', 33]);
  });
});
