/** The one rule that says whether a protocol runs, in all of its cases. */
import { expect, test } from 'vitest';
import { nextStep, type ProtocolState } from '#domain/emergency/protocol.ts';
import { runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';

const ALL = { isActive: true, isAddressConfirmed: true, contacts: 2, contents: 1, mayArm: true };

test('runs when it is on and nothing is missing', () => {
  expect(runningOf(ALL)).toEqual({ isRunning: true, blockedBy: [] });
  expect(runningOf({ ...ALL, contacts: 1 })).toEqual({ isRunning: true, blockedBy: [] });
  expect(runningOf({ ...ALL, isActive: false })).toEqual({ isRunning: false, blockedBy: [] });
});

test.each([
  [{ isAddressConfirmed: false }, ['address-unconfirmed']],
  [{ contacts: 0 }, ['no-contact']],
  [{ contents: 0 }, ['no-content']],
  [{ contacts: 0, contents: 0, isAddressConfirmed: false }, ['address-unconfirmed', 'no-contact', 'no-content']],
])('does not run with %j, and says what is missing, in its order', (missing, blockedBy) => {
  expect(runningOf({ ...ALL, ...missing })).toEqual({ isRunning: false, blockedBy });
  expect(runningOf({ ...ALL, ...missing, isActive: false })).toEqual({ isRunning: false, blockedBy });
});

test('asks for the plan before it is switched on, and never afterwards', () => {
  expect(runningOf({ ...ALL, isActive: false, mayArm: false })).toEqual({ isRunning: false, blockedBy: ['plan'] });
  expect(runningOf({ ...ALL, mayArm: false })).toEqual({ isRunning: true, blockedBy: [] });
});

test.each(['armed', 'reminding', 'missed', 'last-call'] as const)(
  'a protocol that does not run rests while it is %s, however long ago the last sign of life was',
  (stage) => {
    const now = Date.UTC(2031, 4, 4, 8);
    const warned = stage !== 'armed';
    const state: ProtocolState = {
      isActive: true,
      stage,
      inactiveDays: 30,
      safetyDays: 3,
      countsFrom: null,
      missedAt: stage === 'missed' || stage === 'last-call' ? now - 400 * DAY : null,
      notifiedAt: null,
      contactZone: null,
      warnings: warned
        ? [{ kind: 'reminder', index: 3, state: 'accepted', settledAt: now - 401 * DAY, reportedAt: null }]
        : [],
      availability: { outages: [], isReachable: true },
    };
    expect(nextStep({ day: DAY }, state, now)).toEqual({ kind: 'rest' });
  },
);
