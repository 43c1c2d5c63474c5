/** The table of the emergency protocol where warnings are late, and where people could not reach us. */
import { describe, expect, it } from 'vitest';
import type { Availability } from '#domain/emergency/availability.ts';
import { BOUNCED_DAYS, type Warning } from '#domain/emergency/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import {
  armed,
  called,
  day,
  missed,
  next,
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

describe('warnings must arrive', () => {
  const LONG = S + BOUNCED_DAYS;
  /** Nothing was taken before day 60, and the safety time is one day. */
  const lateUrgent = (...more: Warning[]) =>
    missed({ safetyDays: 1, stage: 'last-call', warnings: [warning('missed', 0, day(60)), ...more] });
  const CALL = warning('last-call', 0, day(60, 16));

  it('counts as delivered by a report of the provider, or without one after three days', () => {
    expect(next(lateUrgent(CALL), day(61))).toEqual(wait(day(63)));
    expect(next(lateUrgent(CALL), day(63))).toEqual({ kind: 'release' });
    const delivered = lateUrgent(reported(CALL, 'delivered', day(60, 16)));
    expect(next(delivered, day(61))).toEqual({ kind: 'release' });
  });

  it('does not count missing reports during an outage of ours', () => {
    const outage = { from: day(60, 17), until: day(65, 17) };
    const again = warning('again', 0, day(65, 17));
    const state = { ...lateUrgent(CALL, again), availability: { outages: [outage], isReachable: true } };
    expect(next(state, day(66, 17))).toEqual(wait(day(68)));
  });

  it('one that was deferred says nothing by silence, and the longer clock is the end of it', () => {
    const deferred = reported(CALL, 'deferred', day(60, 16));
    const urgent = reported(warning('missed', 0, day(60)), 'bounced', day(60, 1));
    const state = lateUrgent(deferred);
    expect(next({ ...state, warnings: [urgent, deferred] }, day(61))).toEqual(wait(day(63, 16)));
    expect(next({ ...state, warnings: [urgent, deferred] }, day(63, 16))).toEqual(wait(day(60 + 15)));
    expect(next({ ...state, warnings: [urgent, deferred] }, day(60 + 15))).toEqual({ kind: 'release' });
  });

  it('a deferred urgent warning starts no clock before it was delivered, or for three days', () => {
    const deferred = reported(URGENT, 'deferred', day(T));
    const warnings = (urgent: Warning) => [...REMINDED, urgent];
    expect(next(missed({ warnings: warnings(deferred) }), day(T))).toEqual(wait(day(T + 3)));
    expect(next(missed({ warnings: warnings(deferred) }), day(T + 3))).toEqual(wait(day(T + LONG - 1)));
    // Delivered after a day: the owner could not have read it before, so its instant is that of the delivery.
    const delivered = { ...reported(URGENT, 'delivered', day(T + 1)), settledAt: day(T + 1) };
    expect(next(missed({ warnings: warnings(delivered) }), day(T + 1))).toEqual(wait(day(T + 1 + S - 1)));
  });

  it('a deferred last call holds the release until it was delivered, or for three days', () => {
    const deferred = called({
      warnings: [...REMINDED, URGENT, reported(warning('last-call', 0, day(32)), 'deferred', day(32))],
    });
    expect(next(deferred, day(33))).toEqual(wait(day(35)));
    expect(next(deferred, day(35))).toEqual(wait(day(T + LONG)));
  });

  it('deferred reminders hold the threshold, and end as bounced', () => {
    const deferred = reminded({ warnings: [reported(warning('reminder', 3, day(29.75)), 'deferred', day(29.75))] });
    expect(next(deferred, day(T))).toEqual(wait(day(32.75)));
    expect(next(deferred, day(32.75))).toEqual({ kind: 'miss' });
  });

  it('a provider gives up after three days also while nobody can reach us: then all days count from a later delivery', () => {
    const deferred = reported(warning('reminder', 2, day(29)), 'deferred', day(29));
    const call = reported(warning('last-call', 0, day(33, 12)), 'delivered', day(33, 12));
    const warnings = [deferred, warning('again', 0, day(32, 12)), warning('missed', 0, day(32, 18)), call];
    const outage = { from: day(29, 1), until: day(32, 12) };
    const short = { safetyDays: 1, missedAt: day(32, 18), notifiedAt: day(32, 18), warnings };
    const state = called({ ...short, availability: { outages: [outage], isReachable: true } });
    expect(next(state, day(33, 20))).toEqual(wait(day(34, 12)));
  });

  it('ignores an older warning that is deferred', () => {
    const warnings = [
      ...REMINDED.slice(0, 2),
      reported(REMINDED[2] as Warning, 'deferred', day(29)),
      ...REMINDED.slice(3),
    ];
    expect(next(reminded({ warnings }), day(T))).toEqual({ kind: 'miss' });
  });
});

describe('after an outage of ours', () => {
  const closed = (from: number, until: number): Availability => ({ outages: [{ from, until }], isReachable: true });
  const AGAIN = { kind: 'warn', warning: 'again', index: 0 };

  it.each([
    ['a reminder', armed(), day(23)],
    ['the threshold', reminded(), day(T)],
    ['the last call', missed(), day(32)],
    ['the release', called(), day(33)],
    ['everything', called(), day(333)],
  ])('does nothing during the outage, past %s', (_, state, now) => {
    const availability = { outages: [{ from: day(20), until: now }], isReachable: false };
    expect(next({ ...state, availability }, now)).toEqual(wait(now + 5 * MINUTE));
  });

  it('over a reminder: the newest comes when it opens, which is the fresh warning as well', () => {
    expect(next(armed({ availability: closed(day(22), day(28)) }), day(28))).toMatchObject({
      warning: 'reminder',
      index: 1,
    });
  });

  it('before the threshold: a fresh warning, then six hours, at the threshold at the earliest', () => {
    const short = reminded({ availability: closed(day(29.8), day(29.9)) });
    expect(next(short, day(29.9))).toEqual({ ...AGAIN, stage: 'reminding' });
    const again = (settledAt: number | null) => ({ ...short, warnings: [...REMINDED, warning('again', 0, settledAt)] });
    expect(next(again(null), day(T + 9))).toEqual(REST);
    expect(next(again(day(29.9)), day(29.9))).toEqual(wait(day(30.15)));
    expect(next(again(day(29.9)), day(30.15))).toEqual({ kind: 'miss' });
  });

  it('in the safety time: a fresh warning, and what is left is as long as it was', () => {
    const availability = closed(day(31), day(41));
    expect(next(missed({ availability }), day(41))).toEqual({ ...AGAIN, stage: 'missed' });
    const again = missed({ availability, warnings: [...REMINDED, URGENT, warning('again', 0, day(41))] });
    expect(next(again, day(41))).toEqual(wait(day(42)));
    expect(next(again, day(42))).toMatchObject({ warning: 'last-call', stage: 'last-call' });
  });

  it('past the deadline: the last call is the fresh warning, and has its whole time', () => {
    const availability = closed(day(32) - 1, day(50));
    expect(next(missed({ availability }), day(50) + 1)).toMatchObject({ warning: 'last-call' });
    const lastCalled = called({ availability, warnings: [...REMINDED, URGENT, warning('last-call', 0, day(50, 2))] });
    expect(next(lastCalled, day(51))).toEqual(wait(day(51, 2)));
    expect(next(lastCalled, day(51, 2))).toEqual({ kind: 'release' });
  });

  it('in the last call: a fresh warning, and as long after it as a last call has', () => {
    const availability = closed(day(32.5), day(40));
    expect(next(called({ availability }), day(40))).toEqual({ ...AGAIN, stage: 'last-call' });
    const again = (settledAt: number | null) =>
      called({ availability, warnings: [...called().warnings, warning('again', 0, settledAt)] });
    expect(next(again(null), day(50))).toEqual(REST);
    expect(next(again(day(40)), day(40.5))).toEqual(wait(day(41)));
    expect(next(again(day(40)), day(41))).toEqual({ kind: 'release' });
  });

  it('does not count a warning that was accepted during the outage', () => {
    const availability = closed(day(29.6), day(29.8));
    expect(next(reminded({ availability }), day(29.8))).toEqual({ ...AGAIN, stage: 'reminding' });
    const outages = [...closed(day(31), day(33)).outages, ...closed(day(34), day(36)).outages];
    const bySecondOutage = called({ availability: { outages, isReachable: true } });
    const once = { ...bySecondOutage, warnings: [...called().warnings, warning('again', 0, day(33))] };
    expect(next(once, day(36))).toEqual({ ...AGAIN, index: 1, stage: 'last-call' });
  });
});
