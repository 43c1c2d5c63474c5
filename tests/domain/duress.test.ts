/** A duress hold as pure decisions: the release and each delivery wait for its end, and what follows is warned of again. */
import { describe, expect, it, test } from 'vitest';
import { type DeliveryState, decideClaim } from '#domain/delivery/protocol.ts';
import { afterHold, holdRunsUntil, nextHeldStep, whichPassword } from '#domain/emergency/duress.ts';
import { nextStep, type ProtocolState, type Warning } from '#domain/emergency/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';

const POLICY = { day: DAY };
const NOW = Date.UTC(2030, 5, 1, 12);

function warning(kind: Warning['kind'], ago: number): Warning {
  const at = NOW - ago;
  return { kind, index: 0, state: 'delivered', settledAt: at, reportedAt: at };
}

/** A protocol whose release is due. */
function overdue(change: Partial<ProtocolState> = {}): ProtocolState {
  return {
    isActive: true,
    stage: 'last-call',
    inactiveDays: 30,
    safetyDays: 3,
    countsFrom: NOW - 40 * DAY,
    missedAt: NOW - 5 * DAY,
    notifiedAt: NOW - 5 * DAY,
    contactZone: null,
    warnings: [warning('missed', 5 * DAY), warning('last-call', 2 * DAY)],
    availability: { outages: [], isReachable: true },
    ...change,
  };
}

describe('a release', () => {
  it('waits for the end of a hold that runs', () => {
    expect(nextStep(POLICY, overdue(), NOW)).toEqual({ kind: 'release' });
    expect(nextHeldStep(POLICY, overdue(), null, NOW)).toEqual({ kind: 'release' });
    const until = NOW + 9 * DAY;
    expect(nextHeldStep(POLICY, overdue(), until, NOW)).toEqual({ kind: 'wait', until });
  });

  it('lets every other step through: a reminder that stays away would tell of the hold', () => {
    const state = overdue({
      stage: 'armed',
      missedAt: null,
      notifiedAt: null,
      warnings: [],
      countsFrom: NOW - 29.5 * DAY,
    });
    const step = nextStep(POLICY, state, NOW);
    expect(step.kind).toBe('warn');
    expect(nextHeldStep(POLICY, state, NOW + DAY, NOW)).toEqual(step);
  });

  it('comes after a hold that is over only with a new warning and all of the safety days', () => {
    const hold = { from: NOW - 20 * DAY, until: NOW };
    const held = overdue();
    const state = { ...held, availability: afterHold(held.availability, hold, NOW) };
    expect(nextHeldStep(POLICY, state, null, NOW)).toMatchObject({ kind: 'warn', warning: 'again' });
    const warned = { ...state, warnings: [...state.warnings, { ...warning('again', 0), state: 'delivered' as const }] };
    expect(nextHeldStep(POLICY, warned, null, NOW)).toEqual({ kind: 'wait', until: NOW + 3 * DAY });
    expect(nextHeldStep(POLICY, warned, null, NOW + 3 * DAY)).toEqual({ kind: 'release' });
  });
});

test('a hold that runs changes nothing that is shown; without one, and before its end, availability is as it was', () => {
  const { availability } = overdue();
  expect(afterHold(availability, null, NOW)).toBe(availability);
  expect(afterHold(availability, { from: NOW - DAY, until: NOW + 1 }, NOW)).toBe(availability);
});

test('a hold runs until its end, and not at it', () => {
  const hold = { from: NOW - DAY, until: NOW };
  expect([holdRunsUntil(null, NOW), holdRunsUntil(hold, NOW - 1), holdRunsUntil(hold, NOW)]).toEqual([null, NOW, null]);
});

test('where both passwords are the same, it counts as the account’s', () => {
  expect([
    whichPassword(true, true),
    whichPassword(true, false),
    whichPassword(false, true),
    whichPassword(false, false),
  ]).toEqual(['own', 'own', 'duress', null]);
});

describe('a delivery', () => {
  const policy = { claimLease: MINUTE, unknownWait: 3 * MINUTE, minute: MINUTE };
  const due: DeliveryState = {
    revision: 1,
    status: 'pending',
    origin: 'owner',
    channel: 'email',
    fellBackAt: null,
    isDeleted: false,
    isHeld: false,
    failureCode: null,
    nextAttemptAt: NOW - HOUR,
    attempts: [],
  };

  it('is due when the hold ends', () => {
    const held = { ...due, duressUntil: NOW + DAY };
    expect(decideClaim(held, 1, NOW, policy)).toEqual({ kind: 'later', at: NOW + DAY });
    expect(decideClaim(held, 1, NOW + DAY, policy)).toEqual({ kind: 'send', n: 1, isFurtherCopy: false });
    expect(decideClaim(due, 1, NOW, policy)).toEqual({ kind: 'send', n: 1, isFurtherCopy: false });
  });

  it('of a release is held as well, and what its provider has already is settled', () => {
    const attempt = { id: 'a', revision: 1, n: 1, state: 'accepted', rejection: null, startedAt: NOW - HOUR } as const;
    expect(decideClaim({ ...due, origin: 'release', duressUntil: NOW + 1 }, 1, NOW, policy).kind).toBe('later');
    expect(decideClaim({ ...due, duressUntil: NOW + 1, attempts: [attempt] }, 1, NOW, policy)).toEqual({
      kind: 'settle-sent',
    });
  });
});
