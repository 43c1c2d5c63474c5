import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { freshForecast } from '#domain/emergency/forecast.ts';
import { rehearsalSchema } from '#domain/emergency/rehearsal.schema.ts';
import { rehearse, usualSpan } from '#domain/emergency/rehearsal.ts';
import { broughtTo, type FrozenProtocol, gapsOf, releaseInputOf } from '#domain/emergency/rehearsal-gaps.ts';
import { type PlanItem, planRelease } from '#domain/emergency/release-plan.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const SETTINGS = { inactiveDays: 30, safetyDays: 3, contactZone: 'Europe/Lisbon' };
const CLOCK = { timeZone: 'Europe/Lisbon', day: DAY };
const ids = (count: number, what: string) => Array.from({ length: count }, (_, index) => `${what} ${index}`);
const play = (release: Parameters<typeof rehearse>[1]['release']) =>
  rehearse({ day: DAY }, { ...SETTINGS, release }, { now: NOW, span: 15 * MINUTE });
const played = (contacts: number, contents: number) =>
  play({
    ...{ items: [], contents: ids(contents, 'content'), clock: CLOCK },
    contacts: ids(contacts, 'contact').map((id) => ({ id, role: 'recipient' })),
  });

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

const CONTACTS = ids(5, 'contact');
const CONTENTS = ids(6, 'content');
const randomRelease = fc.record({
  witnesses: fc.subarray(CONTACTS, { maxLength: 2 }),
  contents: fc.subarray(CONTENTS),
  plan: fc.uniqueArray(
    fc.record({
      contentId: fc.constantFrom(...CONTENTS),
      contactId: fc.constantFrom(...CONTACTS),
      afterDays: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 365 })),
    }),
    { selector: ({ contentId, contactId }) => `${contentId} ${contactId}`, maxLength: 25 },
  ),
});

/** A frozen protocol with a plan. */
function planned(plan: readonly PlanItem[], witnesses: readonly string[], contents = CONTENTS): FrozenProtocol {
  return {
    ...READY,
    plan,
    contacts: CONTACTS.map((id) => ({
      ...{ id, name: id, email: `${id}@example.com`, hasBounced: false, hasStopped: false },
      role: witnesses.includes(id) ? ('witness' as const) : ('recipient' as const),
    })),
    items: contents.map((id) => ({ id, type: 'text', isSealed: false })),
  };
}

describe('a rehearsal of a plan', () => {
  it('has exactly the deliveries of the release, each on its date with its contents, in 300 random plans', () => {
    fc.assert(
      fc.property(randomRelease, ({ plan, witnesses, contents }) => {
        const frozen = planned(plan, witnesses, contents);
        const messages = play(releaseInputOf(frozen));
        const releaseAt = messages.find(({ kind }) => kind === 'released')?.at ?? null;
        const real = planRelease({ ...releaseInputOf(frozen), releaseAt });
        const rehearsed = messages
          .filter(({ kind }) => kind === 'release')
          .map(({ contact, at }) => ({
            ...{ contactId: CONTACTS[contact ?? -1], at },
            contentIds: broughtTo({ ...frozen, releaseAt }, contact ?? -1, new Date(at)),
          }));
        const key = (one: object) => JSON.stringify(one);
        const expected = real.map(({ contactId, at, contentIds }) => ({ contactId, at, contentIds }));
        expect(rehearsed.map(key).sort()).toEqual(expected.map(key).sort());
        const told = messages
          .filter(({ kind }) => kind === 'witness-told')
          .map(({ contact }) => CONTACTS[contact ?? -1]);
        expect(told).toEqual(contents.length > 0 ? CONTACTS.filter((id) => witnesses.includes(id)) : []);
      }),
      { numRuns: 300 },
    );
  });

  it('ends with the last delivery, and keeps the order', () => {
    const messages = play(
      releaseInputOf(planned([{ contentId: 'content 0', contactId: 'contact 1', afterDays: 90 }], [])),
    );
    const due = messages.map(({ dueAt }) => dueAt);
    expect([due[0], due.at(-1)]).toEqual([NOW, NOW + 15 * MINUTE]);
    expect(due).toEqual(due.toSorted((a, b) => a - b));
    expect(messages.at(-1)).toMatchObject({ kind: 'release', contact: 1 });
    expect(messages.filter(({ kind, dueAt }) => kind === 'released' && dueAt < NOW + 15 * MINUTE)).toHaveLength(1);
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
  plan: [],
  contacts: [
    { id: 'rui', role: 'recipient', name: 'Rui', email: 'rui@example.com', hasBounced: false, hasStopped: false },
  ],
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

  it('name who gets nothing by the plan, but no witness, and nobody without a plan', () => {
    const toFirst = CONTENTS.map((contentId) => ({ contentId, contactId: 'contact 0', afterDays: 14 }));
    const nothing = ['contact 1', 'contact 3'].map((about) => ({ code: 'contact-gets-nothing', about }));
    expect(gapsOf(planned(toFirst, ['contact 2', 'contact 4']))).toEqual(nothing);
    expect(gapsOf(planned([], ['contact 2']))).toEqual([]);
  });

  it('say that nobody would receive anything where each contact is a witness, or wants nothing more', () => {
    const [contact] = READY.contacts;
    if (!contact) throw new Error('There is one.');
    const blocked = { ...READY, blockedBy: ['no-contact'] } as const;
    expect(gapsOf({ ...blocked, contacts: [] })).toEqual([{ code: 'no-contact' }]);
    expect(gapsOf({ ...blocked, contacts: [{ ...contact, role: 'witness' }] })).toEqual([{ code: 'nobody-receives' }]);
    expect(gapsOf({ ...blocked, contacts: [{ ...contact, hasStopped: true }] })).toEqual([
      { code: 'nobody-receives' },
      { code: 'contact-stopped', about: 'Rui' },
    ]);
  });

  it('name the plan instead of the switch where the plan keeps it off', () => {
    expect(gapsOf({ ...READY, isActive: false, blockedBy: ['plan'] })).toEqual([{ code: 'plan' }]);
  });
});
