import { describe, expect, it } from 'vitest';
import { FAILURE_CODES, type FailureCode } from '#domain/delivery/delivery.ts';
import { type Attempt, type DeliveryState, decideEvent, decideOutcome } from '#domain/delivery/protocol.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';

const NOW = Date.UTC(2031, 4, 4, 8);
const POLICY = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const attempt = (state: Attempt['state']): Attempt => ({
  ...{ id: 'attempt-1', revision: 1, n: 1, state, rejection: null, startedAt: NOW - MINUTE },
});
const delivery = (state: Attempt['state'], change: Partial<DeliveryState> = {}): DeliveryState => ({
  ...{ revision: 1, status: state === 'accepted' ? 'sent' : 'pending', origin: 'owner', channel: 'email' },
  ...{ fellBackAt: null, alternateEmail: 'ana@work.example', isDeleted: false, isHeld: false, failureCode: null },
  nextAttemptAt: NOW,
  attempts: [attempt(state)],
  ...change,
});
const bounced = (row: DeliveryState, failure: FailureCode) =>
  decideEvent(row, attempt('accepted'), { kind: 'failed', failure }).delivery;
const refused = (row: DeliveryState, failure: FailureCode) =>
  decideOutcome(row, attempt('started'), { kind: 'permanent', reason: '550', failure }, NOW, POLICY).delivery;

describe('a second address', () => {
  it('is used for exactly the failures that say the first is wrong or closed', () => {
    const used = FAILURE_CODES.filter((code) => bounced(delivery('accepted'), code)?.kind === 'alternate');
    expect(used).toEqual(['invalid-recipient', 'bounced', 'dropped']);
    expect(FAILURE_CODES.filter((code) => refused(delivery('started'), code)?.kind === 'alternate')).toEqual(used);
  });

  it('is not used where it is not the address that was refused: its reader called earlier mail spam', () => {
    const event = { kind: 'failed', failure: 'dropped', isAddressRight: true } as const;
    const row = delivery('accepted');
    expect(decideEvent(row, attempt('accepted'), event).delivery).toEqual({ kind: 'failed', failure: 'dropped' });
    // A release goes on as ever: somebody has to get it.
    const release = decideEvent({ ...row, origin: 'release' }, attempt('accepted'), event).delivery;
    expect(release).toMatchObject({ kind: 'came-back', because: 'dropped' });
  });

  it('is used once: without one the delivery fails as ever', () => {
    expect(bounced(delivery('accepted', { alternateEmail: null }), 'bounced')).toEqual({
      kind: 'failed',
      failure: 'bounced',
    });
  });

  it('comes after the fallback of a channel to email', () => {
    const byPhone = { channel: 'whatsapp' } as const;
    expect(bounced(delivery('accepted', byPhone), 'invalid-recipient')?.kind).toBe('fall-back');
    expect(bounced(delivery('accepted', { ...byPhone, fellBackAt: NOW }), 'bounced')?.kind).toBe('alternate');
  });

  it('waits for the outcome of a call that is under way', () => {
    const calling = { attempts: [attempt('accepted'), { ...attempt('started'), id: 'attempt-2', n: 2 }] };
    expect(bounced(delivery('accepted', calling), 'bounced')).toBeNull();
  });

  it('is not used once the delivery was opened, or after a fallback reported delivered', () => {
    const arrived = { kind: 'failed', failure: 'bounced' };
    expect(bounced(delivery('accepted', { isOpened: true }), 'bounced')).toEqual(arrived);
    const fallen = { channel: 'whatsapp', fellBackAt: NOW, deliveredAt: NOW } as const;
    expect(bounced(delivery('accepted', fallen), 'bounced')).toEqual(arrived);
    expect(bounced(delivery('accepted', { deliveredAt: NOW }), 'bounced')?.kind).toBe('alternate');
  });

  it('is not used while another copy may have arrived, or after the delivery was deleted or changed', () => {
    const another = { attempts: [attempt('accepted'), { ...attempt('accepted'), id: 'attempt-2', n: 2 }] };
    for (const change of [another, { isDeleted: true }, { revision: 2 }])
      expect(bounced(delivery('accepted', change), 'bounced')).toBeNull();
  });
});
