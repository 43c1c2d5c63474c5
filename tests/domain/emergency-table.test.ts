/** The table of the emergency protocol, row by row and to the millisecond: the next step for a silent owner. */
import { describe, expect, it } from 'vitest';
import { foresee } from '#domain/emergency/foresee.ts';
import { BOUNCED_DAYS, lastCallAhead, reminderInstants, type Warning } from '#domain/emergency/protocol.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { holds } from '#tests/spec/holds.ts';
import {
  armed,
  called,
  day,
  FROM,
  missed,
  next,
  POLICY,
  REMINDED,
  REST,
  reminded,
  reported,
  S,
  T,
  URGENT,
  wait,
  warning,
} from './emergency-table.ts';

describe('what counts as silence', () => {
  it.each([
    ['inactive', { isActive: false }],
    ['without a confirmed address', { countsFrom: null }],
    ['released', { stage: 'released' as const }],
  ])('does nothing %s, however long ago the last sign of life was', (_, change) => {
    expect(next(missed(change), day(400))).toEqual(REST);
    expect(foresee(POLICY, missed(change), day(400))).toEqual([]);
  });

  it('waits through a pause, and for the whole time after it', () => {
    const paused = armed({ countsFrom: day(90) });
    expect(next(paused, day(30))).toEqual(wait(day(90 + 23)));
    expect(foresee(POLICY, paused, day(30)).at(-1)).toEqual({ kind: 'released', index: 0, at: day(90 + T + S) });
  });
});

describe('reminding', () => {
  it.each([
    [day(0), wait(day(23))],
    [day(23) - 1, wait(day(23))],
    [day(23), { kind: 'warn', warning: 'reminder', index: 0, stage: 'reminding' }],
  ])('the first is due seven days before', (now, step) => {
    expect(next(armed(), now)).toEqual(step);
  });

  it.each([
    [1, 27],
    [2, 29],
    [3, 29.75],
  ])('number %i comes on day %d, once, and not a millisecond before', (index, days) => {
    const before = reminded({ warnings: REMINDED.slice(0, index) });
    expect(next(before, day(days) - 1)).toEqual(wait(day(days)));
    expect(next(before, day(days))).toEqual({ kind: 'warn', warning: 'reminder', index, stage: 'reminding' });
    const after = reminded({ warnings: REMINDED.slice(0, index + 1) });
    expect(next(after, day(days)).kind).toBe('wait');
  });

  it('leaves out the first below fourteen days', () => {
    const instants = (inactiveDays: number) => reminderInstants(FROM, inactiveDays, POLICY).map(({ at }) => at);
    expect([instants(14), instants(13)]).toEqual([
      [7, 11, 13, 13.75].map((n) => day(n)),
      [10, 12, 12.75].map((n) => day(n)),
    ]);
    expect(next(armed({ inactiveDays: 7 }), day(0))).toEqual(wait(day(4)));
  });

  it('sends only the newest of several that are due: never a burst', () => {
    expect(next(armed(), day(29))).toMatchObject({ kind: 'warn', warning: 'reminder', index: 2 });
    const newest = reminded({ warnings: [warning('reminder', 2, null)] });
    expect(next(newest, day(29))).toEqual(wait(day(29.75)));
    expect(next(armed(), day(300))).toMatchObject({ kind: 'warn', index: 3 });
  });
});

describe('missed', () => {
  it.each([
    [day(T) - 1, wait(day(T))],
    [day(T), { kind: 'miss' }],
    [day(T + 100), { kind: 'miss' }],
  ])('begins at the threshold', (now, step) => {
    expect(next(reminded(), now)).toEqual(step);
  });

  it('asks for a reminder that was accepted six hours before', () => {
    holds('C-5');
    const late = reminded({ warnings: [warning('reminder', 3, day(T, 1))] });
    expect(next(late, day(T, 1))).toEqual(wait(day(T, 7)));
    expect(next(late, day(T, 7) - 1)).toEqual(wait(day(T, 7)));
    expect(next(late, day(T, 7))).toEqual({ kind: 'miss' });
  });

  it('counts a reminder that bounced: another try would bounce as well', () => {
    const bounced = reminded({ warnings: [warning('reminder', 3, day(29.75), true)] });
    expect(next(bounced, day(T) - 1)).toEqual(wait(day(T)));
    expect(next(bounced, day(T))).toEqual({ kind: 'miss' });
  });

  it('comes before a reminder that would be too late', () => {
    const asleep = reminded({ warnings: REMINDED.slice(0, 1) });
    expect(next(asleep, day(T) - 1)).toMatchObject({ kind: 'warn', warning: 'reminder', index: 3 });
    expect(next(asleep, day(T))).toEqual({ kind: 'miss' });
  });

  it('waits without limit while no provider accepts a reminder, and gives six hours afterwards', () => {
    const stuck = reminded({ warnings: [warning('reminder', 3, null)] });
    expect(next(stuck, day(T))).toEqual(REST);
    expect(next(stuck, day(T + 700))).toEqual(REST);
    const taken = reminded({ warnings: [warning('reminder', 3, day(60))] });
    expect(next(taken, day(60))).toEqual(wait(day(60, 6)));
    expect(next(taken, day(60, 6))).toEqual({ kind: 'miss' });
  });
});

describe('the safety time', () => {
  it('does not begin before a provider accepted the urgent mail', () => {
    const untaken = missed({ warnings: [...REMINDED, warning('missed', 0, null)] });
    expect(next(untaken, day(T))).toEqual(REST);
    expect(next(untaken, day(T + 300))).toEqual(REST);
  });

  it('runs from then on, not from the threshold, and calls a day before its end', () => {
    const late = missed({ warnings: [...REMINDED, warning('missed', 0, day(50))] });
    expect(next(late, day(50))).toEqual(wait(day(52)));
    expect(next(late, day(52) - 1)).toEqual(wait(day(52)));
    expect(next(late, day(52))).toEqual({ kind: 'warn', warning: 'last-call', index: 0, stage: 'last-call' });
  });

  it.each([
    [1, 8 * HOUR],
    [2, 16 * HOUR],
    [3, DAY],
    [30, DAY],
  ])('of %i days has its last call this long before its end', (safetyDays, ahead) => {
    expect(lastCallAhead(safetyDays, POLICY)).toBe(ahead);
    const due = day(T + safetyDays) - ahead;
    expect(next(missed({ safetyDays }), due - 1)).toEqual(wait(due));
    expect(next(missed({ safetyDays }), due)).toMatchObject({ kind: 'warn', warning: 'last-call' });
  });

  it('ends in the release, to the millisecond', () => {
    expect(next(called(), day(33) - 1)).toEqual(wait(day(33)));
    expect(next(called(), day(33))).toEqual({ kind: 'release' });
  });

  it('waits for a last call that no provider accepted, and gives its full time afterwards', () => {
    const lastCall = (settledAt: number | null) =>
      called({ warnings: [...REMINDED, URGENT, warning('last-call', 0, settledAt)] });
    expect(next(lastCall(null), day(33))).toEqual(REST);
    expect(next(lastCall(null), day(333))).toEqual(REST);
    expect(next(lastCall(day(40)), day(40))).toEqual(wait(day(41)));
    expect(next(lastCall(day(40)), day(41) - 1)).toEqual(wait(day(41)));
    expect(next(lastCall(day(40)), day(41))).toEqual({ kind: 'release' });
  });
});

describe('a mailbox that refuses our warnings', () => {
  const LONG = S + BOUNCED_DAYS;
  it('gives contacts fourteen days more, once it has refused the urgent one', () => {
    const bounced = missed({ warnings: [...REMINDED, warning('missed', 0, day(T), true)] });
    expect(next(bounced, day(T))).toEqual(wait(day(T + LONG - 1)));
    expect(next(bounced, day(T + LONG - 1))).toMatchObject({ kind: 'warn', warning: 'last-call' });
    const both = [warning('missed', 0, day(T), true), warning('last-call', 0, day(T + LONG - 1), true)];
    const lastCalled = called({ warnings: [...REMINDED, ...both] });
    expect(next(lastCalled, day(T + LONG) - 1)).toEqual(wait(day(T + LONG)));
    expect(next(lastCalled, day(T + LONG))).toEqual({ kind: 'release' });
  });

  it('also if only the last call bounces, or the urgent mail bounces long after it was accepted', () => {
    const lastCall = called({ warnings: [...REMINDED, URGENT, warning('last-call', 0, day(32), true)] });
    expect(next(lastCall, day(33))).toEqual(wait(day(T + LONG)));
    const cameBack = reported(URGENT, 'bounced', day(32.5));
    const urgent = called({ warnings: [...REMINDED, cameBack, warning('last-call', 0, day(32))] });
    expect(next(urgent, day(33))).toEqual(wait(day(T + LONG)));
    expect(next(urgent, day(T + LONG))).toEqual({ kind: 'release' });
  });

  it('gives all fourteen days after an outage of the provider: contacts were not notified during it', () => {
    const late = missed({ warnings: [...REMINDED, warning('missed', 0, day(60), true)] });
    expect(next(late, day(60))).toEqual(wait(day(60 + LONG - 1)));
    const again = [warning('missed', 0, day(60)), warning('again', 0, day(61), true)];
    const availability = { outages: [{ from: day(60.5), until: day(61) }], isReachable: true };
    expect(next(missed({ availability, warnings: [...REMINDED, ...again] }), day(61))).toEqual(
      wait(day(60.5 + LONG - 1)),
    );
  });

  it('also if a later warning was accepted but not reported as delivered', () => {
    const warnings = [...REMINDED, URGENT, warning('again', 0, day(31), true), warning('again', 1, day(40))];
    expect(next(missed({ warnings }), day(40))).toEqual(wait(day(T + LONG - 1)));
  });

  it('also for reminders, whose bounces come back three days late', () => {
    const late = REMINDED.map((one) => reported(one, 'bounced', (one.settledAt ?? 0) + 3 * DAY));
    const lastCall = warning('last-call', 0, day(32));
    // As it is known on day 33: the fourth has come back since the last call, the urgent one has not yet.
    const known = called({ warnings: [...late, URGENT, lastCall] });
    expect(next(known, day(33))).toEqual(wait(day(T + LONG)));
    expect(next(known, day(T + LONG))).toEqual({ kind: 'release' });
    const onThirdDay = called({ warnings: [...late.slice(0, 1), ...REMINDED.slice(1), URGENT, lastCall] });
    expect(next(onThirdDay, day(33))).toEqual(wait(day(T + LONG)));
  });

  it('ends when a later warning is delivered and none bounces after it', () => {
    const bounced = reported(REMINDED[0] as Warning, 'bounced', day(26));
    const delivered = (at: number) => [bounced, reported(REMINDED[1] as Warning, 'delivered', at), URGENT];
    const stepAfter = (at: number) => next(missed({ warnings: delivered(at) }), day(T));
    expect([day(26) - 1, day(26), day(26) + 1].map(stepAfter)).toEqual([
      wait(day(T + LONG - 1)),
      wait(day(T + LONG - 1)),
      wait(day(32)),
    ]);
    const again = [...delivered(day(27)), reported(REMINDED[2] as Warning, 'bounced', day(29, 1))];
    expect(next(missed({ warnings: again }), day(T))).toEqual(wait(day(T + LONG - 1)));
  });

  it('gives the owner all of the safety time from the first warning that was delivered after a bounce', () => {
    const urgent = reported(URGENT, 'bounced', day(31));
    const again = reported(warning('again', 0, day(36)), 'delivered', day(36));
    const recovered = missed({ warnings: [...REMINDED, urgent, again] });
    expect(next(recovered, day(36))).toEqual(wait(day(36 + S - 1)));
    const lastCall = warning('last-call', 0, day(38));
    expect(next(called({ warnings: [...REMINDED, urgent, again, lastCall] }), day(38))).toEqual(wait(day(36 + S)));
    // And never later than if it had not been.
    const late = reported(warning('again', 0, day(46)), 'delivered', day(46));
    expect(next(missed({ warnings: [...REMINDED, urgent, late] }), day(46))).toMatchObject({ warning: 'last-call' });
  });
});
