import { describe, expect, it, test } from 'vitest';
import { freshForecast } from '#domain/emergency/forecast.ts';
import { rehearsalSchema } from '#domain/emergency/rehearsal.schema.ts';
import { rehearse, usualSpan } from '#domain/emergency/rehearsal.ts';
import { type FrozenProtocol, gapsOf } from '#domain/emergency/rehearsal-gaps.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const SETTINGS = { inactiveDays: 30, safetyDays: 3, contactZone: 'Europe/Lisbon' };
const played = (contacts: number, items: number) =>
  rehearse({ day: DAY }, { ...SETTINGS, contacts, items }, { now: NOW, span: 15 * MINUTE });

describe('a rehearsal', () => {
  it('has every message of the protocol, with the dates that the protocol would have', () => {
    const messages = played(2, 1);
    expect(messages.map(({ kind, contact }) => (contact === null ? kind : `${kind} ${contact}`))).toEqual([
      ...['reminder', 'reminder', 'reminder', 'reminder', 'missed', 'contact-told 0', 'contact-told 1'],
      ...['last-call', 'release 0', 'release 1', 'released'],
    ]);
    const { marks } = freshForecast({ day: DAY }, { ...SETTINGS, now: NOW, pausedUntil: null });
    const toOwner = messages.filter(({ contact }) => contact === null);
    expect(toOwner.map(({ kind, at }) => ({ kind, at }))).toEqual(marks.map(({ kind, at }) => ({ kind, at })));
    for (const { kind, at } of messages.filter(({ contact }) => contact !== null))
      expect(at).toBe(messages.find((one) => one.kind === (kind === 'release' ? 'released' : 'missed'))?.at);
  });

  it('begins at once, ends when its time is over, and keeps the order', () => {
    const due = played(3, 2).map(({ dueAt }) => dueAt);
    expect([due[0], due.at(-1)]).toEqual([NOW, NOW + 15 * MINUTE]);
    expect(due).toEqual(due.toSorted((a, b) => a - b));
  });

  it('brings nothing to contacts where nothing is set aside, and nobody anything where there are none', () => {
    expect(played(2, 0).filter(({ kind }) => kind === 'release')).toEqual([]);
    expect(played(0, 3).filter(({ contact }) => contact !== null)).toEqual([]);
  });
});

test('it takes a quarter of an hour, or a minute where days are short; a call may ask for 1 to 60 minutes', () => {
  expect([usualSpan(DAY), usualSpan(MINUTE)]).toEqual([15 * MINUTE, MINUTE]);
  for (const minutes of [1, 60, undefined]) expect(rehearsalSchema.safeParse({ minutes }).success).toBe(true);
  for (const minutes of [0, 61, 1.5, '5', null]) expect(rehearsalSchema.safeParse({ minutes }).success).toBe(false);
});

const READY: FrozenProtocol = {
  ...{ ownerName: 'Helena', ownerEmail: 'h@example.com', timeZone: 'Europe/Lisbon', day: DAY },
  ...{ isActive: true, blockedBy: [], inactiveDays: 30, safetyDays: 3 },
  contacts: [{ name: 'Rui', email: 'rui@example.com', hasBounced: false, hasStopped: false }],
  items: [{ id: 'a', type: 'text', isSealed: false }],
  channels: [{ channel: 'sms', address: '+351912345678', isConfirmed: true, hasFailed: false }],
  ...{ notifyAt: null, lastCallAt: null, releaseAt: null },
};

describe('the gaps', () => {
  it('are none where everything works', () => {
    expect(gapsOf(READY)).toEqual([]);
  });

  it('are all that is missing, each once', () => {
    const [contact] = READY.contacts;
    if (!contact) throw new Error('There is one.');
    const frozen: FrozenProtocol = {
      ...READY,
      blockedBy: ['address-unconfirmed'],
      isActive: false,
      contacts: [
        { ...contact, hasBounced: true },
        { ...contact, name: 'Ana', hasBounced: true, hasStopped: true },
      ],
      items: [{ id: 'a', type: 'file', isSealed: true }],
      channels: [
        { channel: 'second_email', address: 'h@example.org', isConfirmed: false, hasFailed: true },
        { channel: 'sms', address: '+351912345678', isConfirmed: true, hasFailed: true },
      ],
    };
    expect(gapsOf(frozen)).toEqual([
      { code: 'address-unconfirmed' },
      { code: 'switched-off' },
      { code: 'contact-bounced', about: 'Rui' },
      { code: 'contact-stopped', about: 'Ana' },
      { code: 'channel-unconfirmed', about: 'h@example.org' },
      { code: 'channel-failed', about: '+351912345678' },
      { code: 'content-sealed', about: 'a' },
    ]);
  });

  it('name the plan instead of the switch where the plan keeps it off', () => {
    expect(gapsOf({ ...READY, isActive: false, blockedBy: ['plan'] })).toEqual([{ code: 'plan' }]);
  });
});
