import { describe, expect, it } from 'vitest';
import { foresee } from '#domain/emergency/foresee.ts';
import { nextStep, type ProtocolState, type Warning } from '#domain/emergency/protocol.ts';
import { isSameName } from '#domain/emergency/same-name.ts';
import { NO_SAY, type Say } from '#domain/emergency/say.ts';
import { waitsFor } from '#domain/emergency/waits-for.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';

const POLICY = { day: DAY };
const MISSED_AT = Date.UTC(2031, 4, 4, 8);

function delivered(kind: Warning['kind'], at: number, index = 0): Warning {
  return { kind, index, state: 'delivered', settledAt: at, reportedAt: at };
}

/** Thirty days and three; missed, and last called two days later. */
function calledIn(say: Partial<Say>, more: Warning[] = []): ProtocolState {
  return {
    isActive: true,
    stage: 'last-call',
    inactiveDays: 30,
    safetyDays: 3,
    countsFrom: MISSED_AT - 30 * DAY,
    missedAt: MISSED_AT,
    notifiedAt: MISSED_AT,
    contactZone: null,
    warnings: [delivered('missed', MISSED_AT), delivered('last-call', MISSED_AT + 2 * DAY), ...more],
    availability: { outages: [], isReachable: true },
    say: { ...NO_SAY, ...say },
  };
}

/** The same owner ten days after their last check-in. */
function armedWith(say: Partial<Say>, warnings: Warning[] = []): ProtocolState {
  const now = MISSED_AT - 20 * DAY;
  return {
    ...calledIn(say),
    stage: 'reminding',
    missedAt: null,
    notifiedAt: null,
    warnings,
    countsFrom: now - 10 * DAY,
  };
}

const stepOf = (state: ProtocolState, now: number) => nextStep(POLICY, state, now);

describe('a hold', () => {
  const heardAt = MISSED_AT + 2.5 * DAY;
  const HELD = { heard: 1, heardAt };
  const warned = delivered('held', heardAt);

  it('warns the owner, and takes the protocol back to missed', () => {
    expect(stepOf(calledIn(HELD), heardAt)).toEqual({ kind: 'warn', warning: 'held', index: 0, stage: 'missed' });
  });

  it('waits fourteen days from when it was said, with another last call a day before', () => {
    const state = calledIn(HELD, [warned]);
    const end = heardAt + 14 * DAY;
    expect(stepOf(state, heardAt)).toEqual({ kind: 'wait', until: end - DAY });
    const call = { kind: 'warn', warning: 'last-call', index: 1, stage: 'last-call' };
    expect(stepOf(state, end - DAY)).toEqual(call);
    const called = calledIn(HELD, [warned, delivered('last-call', end - DAY, 1)]);
    expect(stepOf(called, end - 1)).toEqual({ kind: 'wait', until: end });
    expect(stepOf(called, end)).toEqual({ kind: 'release' });
  });

  it('does not count time in which people could not reach us', () => {
    const outage = { from: heardAt + DAY, until: heardAt + 3 * DAY };
    const state = { ...calledIn(HELD, [warned]), availability: { outages: [outage], isReachable: true } };
    const release = foresee(POLICY, state, outage.until).find(({ kind }) => kind === 'released');
    expect(release?.at).toBe(heardAt + 16 * DAY);
  });

  it('wins over confirmations', () => {
    const state = calledIn({ ...HELD, needed: 1, given: 1 }, [warned]);
    expect(stepOf(state, heardAt + 13 * DAY - 1).kind).toBe('wait');
  });

  it('is renewed by another contact, of whom the owner hears as well', () => {
    const second = { heard: 2, heardAt: heardAt + DAY };
    expect(stepOf(calledIn(second, [warned]), heardAt + DAY)).toMatchObject({ warning: 'held', index: 1 });
  });

  it('rests while nobody takes the warning about it: the release waits for it', () => {
    const waiting: Warning = { kind: 'held', index: 0, state: 'waiting', settledAt: null, reportedAt: null };
    expect(stepOf(calledIn(HELD, [waiting]), heardAt + 30 * DAY)).toEqual({ kind: 'rest' });
  });
});

describe('confirmations', () => {
  const over = MISSED_AT + 3 * DAY;

  it.each([
    [0, 2, over + 30 * DAY],
    [1, 2, over + 30 * DAY],
    [2, 2, over],
    [0, 0, over],
  ])('%i of %i: the release comes with them, or after the days without an answer', (given, needed, at) => {
    const state = calledIn({ needed, given, unansweredDays: 30 });
    expect(foresee(POLICY, state, over - HOUR)).toEqual([{ kind: 'released', index: 0, at }]);
  });

  it('never bring the release forward to before the safety days are over', () => {
    expect(stepOf(calledIn({ needed: 1, given: 1 }), over - 1)).toEqual({ kind: 'wait', until: over });
  });

  it('that come late release at once', () => {
    expect(stepOf(calledIn({ needed: 1, given: 1, unansweredDays: 30 }), over + 9 * DAY)).toEqual({ kind: 'release' });
  });
});

describe('a raise', () => {
  const now = MISSED_AT - 20 * DAY;
  const RAISED = { raisedAt: now, answerDays: 7 };

  it('warns the owner, and begins "missed" when the days to answer are over', () => {
    expect(stepOf(armedWith(RAISED), now)).toMatchObject({ kind: 'warn', warning: 'raised', stage: 'reminding' });
    const asked = armedWith(RAISED, [delivered('raised', now + HOUR)]);
    expect(stepOf(asked, now + 2 * HOUR)).toEqual({ kind: 'wait', until: now + HOUR + 7 * DAY });
    expect(stepOf(asked, now + HOUR + 7 * DAY)).toEqual({ kind: 'miss' });
  });

  it.each(['waiting', 'deferred', 'bounced'] as const)('shortens nothing while its warning is %s', (state) => {
    const warning: Warning = {
      ...{ kind: 'raised', index: 0, state },
      settledAt: state === 'waiting' ? null : now,
      reportedAt: now,
    };
    const step = stepOf(armedWith(RAISED, [warning]), now + 2 * DAY);
    expect(step.kind).toBe('wait');
    expect(step).not.toMatchObject({ until: now + 7 * DAY });
  });

  it('counts only warnings that arrived after it', () => {
    const before = delivered('reminder', now - DAY);
    expect(stepOf(armedWith(RAISED, [before]), now + 8 * DAY)).toMatchObject({ warning: 'raised' });
  });

  it('keeps a pause: its days do not count', () => {
    const paused = { ...armedWith(RAISED, [delivered('raised', now)]), countsFrom: now + 20 * DAY };
    expect(stepOf(paused, now + 8 * DAY)).toEqual({ kind: 'wait', until: now + 27 * DAY });
  });

  it('stands in for the reminders that were due before it was sent', () => {
    const late = MISSED_AT - 6 * DAY;
    const state = {
      ...armedWith({ ...RAISED, raisedAt: late }, [delivered('raised', late)]),
      countsFrom: MISSED_AT - 30 * DAY,
    };
    expect(stepOf(state, late)).toEqual({ kind: 'wait', until: MISSED_AT - 3 * DAY });
  });
});

describe('what operators read', () => {
  it.each([
    [calledIn({ heard: 1, heardAt: MISSED_AT }), 'held until 2031-05-18T08:00:00.000Z by a contact'],
    [calledIn({ needed: 2, given: 1 }), 'waits for 1 of 2 confirmations'],
    [calledIn({ needed: 2, given: 2 }), null],
    [calledIn({}), null],
    [armedWith({ raisedAt: 1, answerDays: 7 }), 'raised by a contact, waits for a warning to arrive'],
    [
      armedWith({ raisedAt: MISSED_AT - 20 * DAY, answerDays: 7 }, [delivered('raised', MISSED_AT - 20 * DAY)]),
      'raised by a contact, waits for an answer until 2031-04-21T08:00:00.000Z',
    ],
  ])('says what contacts make a protocol wait for: case %#', (state, words) => {
    expect(waitsFor(POLICY, state, state.missedAt ?? MISSED_AT - 20 * DAY)).toBe(words);
  });
});

it.each([
  ['Rui Duarte', 'rui  duarte', true],
  ['João Mendonça', 'Joao Mendonca', true],
  ['Anne-Marie O’Neill', 'anne marie o neill', true],
  ['Rui Duarte', 'Rui', false],
  ['Rui Duarte', 'Duarte Rui', false],
])('%s is %s: %s', (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame);
});
