/** The table of the emergency protocol where contacts are mailed by day only: what moves, and what does not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextContactTime } from '#domain/emergency/contact-hours.ts';
import { freshForecast, type Mark } from '#domain/emergency/forecast.ts';
import { foresee } from '#domain/emergency/foresee.ts';
import { nextStep, type ProtocolState, type Warning, type WarningKind } from '#domain/emergency/protocol.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';

const ZONE = 'Europe/Lisbon';
const POLICY = { day: DAY };
/** An instant of December 2026, when the clocks in Lisbon show UTC. */
const at = (day: number, time: string) => Date.parse(`2026-12-${`${day}`.padStart(2, '0')}T${time}Z`);
/** Thirty days before 9 December, 02:40: silence ends at night. */
const FROM = at(9, '02:40') - 30 * DAY;

const warning = (kind: WarningKind, settledAt: number | null, index = 0): Warning => ({
  kind,
  index,
  state: settledAt === null ? 'waiting' : 'delivered',
  settledAt,
  reportedAt: settledAt,
});

const REMINDED = [23, 27, 29, 29.75].map((days, index) => warning('reminder', FROM + days * DAY, index));
const reminded = (change: Partial<ProtocolState> = {}): ProtocolState => ({
  isActive: true,
  stage: 'reminding',
  inactiveDays: 30,
  safetyDays: 3,
  countsFrom: FROM,
  missedAt: null,
  notifiedAt: null,
  contactZone: ZONE,
  warnings: REMINDED,
  availability: { outages: [], isReachable: true },
  ...change,
});
const missed = (urgentAt: number, change: Partial<ProtocolState> = {}) =>
  reminded({ stage: 'missed', missedAt: urgentAt, warnings: [...REMINDED, warning('missed', urgentAt)], ...change });
const next = (state: ProtocolState, now: number) => nextStep(POLICY, state, now);
const wait = (until: number) => ({ kind: 'wait', until });

describe('the missed check-in', () => {
  it('waits for 09:00 when the days end at night: a check-in at 08:59 still stops it', () => {
    expect(next(reminded(), at(9, '02:40'))).toEqual(wait(at(9, '09:00')));
    expect(next(reminded(), at(9, '08:59'))).toEqual(wait(at(9, '09:00')));
    expect(next(reminded(), at(9, '09:00'))).toEqual({ kind: 'miss' });
  });

  it('waits until the next morning when nothing could look at it before 19:00', () => {
    const byDay = reminded({ countsFrom: at(9, '18:50') - 30 * DAY });
    expect(next(byDay, at(9, '18:59'))).toEqual({ kind: 'miss' });
    expect(next(byDay, at(9, '19:01'))).toEqual(wait(at(10, '09:00')));
  });

  it('moves with the owner’s zone', () => {
    expect(next(reminded({ contactZone: 'Asia/Tokyo' }), at(9, '02:40'))).toEqual({ kind: 'miss' });
    expect(next(reminded({ contactZone: 'America/New_York' }), at(9, '02:40'))).toEqual(wait(at(9, '14:00')));
    expect(next(reminded({ contactZone: null }), at(9, '02:40'))).toEqual({ kind: 'miss' });
  });

  it('still needs a warning six hours before, and then waits for the morning again', () => {
    const late = reminded({ warnings: [warning('reminder', at(9, '17:00'), 3)] });
    expect(next(late, at(9, '17:30'))).toEqual(wait(at(10, '09:00')));
    expect(next(late, at(10, '09:00'))).toEqual({ kind: 'miss' });
  });
});

describe('reminders', () => {
  it('go out at any hour, by the day on which the days end', () => {
    const armed = reminded({ stage: 'armed', warnings: [] });
    const kinds = foresee(POLICY, armed, FROM);
    expect(kinds.filter(({ kind }) => kind === 'reminder').map((one) => (one.at - FROM) / DAY)).toEqual([
      23, 27, 29, 29.75,
    ]);
    expect(kinds.find(({ kind }) => kind === 'missed')?.at).toBe(at(9, '09:00'));
    expect(next(reminded({ warnings: REMINDED.slice(0, 3) }), at(8, '20:40'))).toMatchObject({
      kind: 'warn',
      warning: 'reminder',
      index: 3,
    });
  });
});

describe('the release', () => {
  const called = (urgentAt: number, calledAt: number, change: Partial<ProtocolState> = {}) =>
    reminded({
      stage: 'last-call',
      missedAt: urgentAt,
      warnings: [...REMINDED, warning('missed', urgentAt), warning('last-call', calledAt)],
      ...change,
    });

  it('comes the safety days after the contacts were notified, at the same time of day', () => {
    expect(foresee(POLICY, reminded(), at(9, '02:40')).map((one) => [one.kind, one.at])).toEqual([
      ['missed', at(9, '09:00')],
      ['last-call', at(11, '09:00')],
      ['released', at(12, '09:00')],
    ]);
  });

  it('waits for the morning when the safety days end at night; the last call does not', () => {
    // An outage at night has moved the end of the safety days to 03:00.
    const outages = [{ from: at(10, '00:00'), until: at(10, '18:00') }];
    const state = missed(at(9, '09:00'), { availability: { outages, isReachable: true } });
    const warned = { ...state, warnings: [...state.warnings, warning('again', at(10, '18:00'))] };
    expect(next(warned, at(10, '18:30'))).toEqual(wait(at(12, '03:00')));
    expect(next(warned, at(12, '03:00'))).toMatchObject({ kind: 'warn', warning: 'last-call' });
    const last = { ...warned, warnings: [...warned.warnings, warning('last-call', at(12, '03:00'))] };
    expect(next(last, at(13, '03:00'))).toEqual(wait(at(13, '09:00')));
    expect(next(last, at(13, '08:59'))).toEqual(wait(at(13, '09:00')));
    expect(next(last, at(13, '09:00'))).toEqual({ kind: 'release' });
  });

  it('counts from the morning when the urgent mail was accepted at night: no contact was notified before', () => {
    // A provider that was down took both mails late; those to contacts wait.
    const state = missed(at(9, '18:00'), { warnings: [...REMINDED, warning('missed', at(9, '23:00'))], safetyDays: 1 });
    expect(next(state, at(9, '23:00'))).toEqual(wait(at(11, '01:00')));
    const foreseen = foresee(POLICY, state, at(9, '23:00'));
    expect(foreseen.at(-1)).toEqual({ kind: 'released', index: 0, at: at(11, '09:00') });
  });

  it('counts from the last contact that was notified of the missed check-in', () => {
    const last = called(at(9, '10:00'), at(11, '10:00'), { notifiedAt: at(9, '16:00') });
    expect(next(last, at(12, '10:00'))).toEqual(wait(at(12, '16:00')));
    expect(next(last, at(12, '16:00'))).toEqual({ kind: 'release' });
    // Notified before the provider took the urgent mail to the owner.
    expect(next({ ...last, notifiedAt: at(9, '09:59') }, at(12, '10:00'))).toEqual({ kind: 'release' });
  });

  it('is never less than the safety days after them when the clocks go forward', () => {
    const [friday, sunday] = [Date.parse('2027-03-26T23:00Z'), Date.parse('2027-03-28T08:00Z')];
    const state = missed(friday, { safetyDays: 1 });
    const released = foresee(POLICY, state, friday).at(-1)?.at ?? 0;
    // Contacts were notified on Saturday at 09:00; 24 hours later it is 10:00 on Sunday.
    expect(released).toBe(sunday + HOUR);
  });
});

describe('a protocol that was planned before contacts were mailed by day only', () => {
  it('waits when it is woken at night, and keeps what has happened', () => {
    const notified = missed(at(9, '02:40'), { notifiedAt: at(9, '02:41') });
    expect(next(notified, at(9, '03:00'))).toEqual(wait(at(11, '02:41')));
    const old = missed(at(6, '02:40'), {
      stage: 'last-call',
      warnings: [...REMINDED, warning('missed', at(6, '02:40')), warning('last-call', at(8, '02:40'))],
    });
    expect(next(old, at(9, '02:40'))).toEqual(wait(at(9, '09:00')));
  });
});

it('a fresh forecast moves the dates by the zone, and only those of contacts', () => {
  const beginning = { now: FROM, pausedUntil: null, inactiveDays: 30, safetyDays: 1 };
  const marks = (contactZone: string | null) => freshForecast(POLICY, { ...beginning, contactZone }).marks;
  const byDay = marks(ZONE);
  expect(byDay.slice(0, 4)).toEqual(marks(null).slice(0, 4));
  expect(byDay.slice(4).map(({ kind, at: instant }) => [kind, instant])).toEqual([
    ['missed', at(9, '09:00')],
    ['last-call', at(10, '01:00')],
    ['released', at(10, '09:00')],
  ]);
  // The last call comes eight hours before the release.
  expect((byDay[6]?.at ?? 0) - (byDay[5]?.at ?? 0)).toBe(8 * HOUR);
});

it('moves dates later only, and never the reminders, whenever silence begins and whatever the zone and the days', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const starts = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2056, 0, 1) });
  const settings = fc.record({
    now: starts,
    inactiveDays: fc.integer({ min: 7, max: 365 }),
    safetyDays: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(settings, zones, (given, zone) => {
      const marks = (contactZone: string | null) =>
        freshForecast(POLICY, { ...given, pausedUntil: null, contactZone }).marks;
      const [free, byDay] = [marks(null), marks(zone)];
      expect(byDay.map(({ kind }) => kind)).toEqual(free.map(({ kind }) => kind));
      const moves = byDay.map(({ kind, at: instant }, index) => ({ kind, by: instant - (free[index]?.at ?? 0) }));
      expect(moves.filter(({ kind, by }) => by < 0 || (kind === 'reminder' && by !== 0))).toEqual([]);
      const [notified, released] = [instantOf(byDay, 'missed'), instantOf(byDay, 'released')];
      expect(moves.find(({ kind }) => kind === 'missed')?.by).toBeLessThanOrEqual(15 * HOUR);
      expect(released - notified).toBeGreaterThanOrEqual(given.safetyDays * DAY);
      expect(released - notified).toBeLessThanOrEqual(given.safetyDays * DAY + 15 * HOUR);
      for (const instant of [notified, released]) expect(nextContactTime(instant, zone)).toBe(instant);
    }),
    { numRuns: 300 },
  );
});

function instantOf(marks: readonly Mark[], kind: Mark['kind']): number {
  return marks.find((mark) => mark.kind === kind)?.at ?? Number.NaN;
}
