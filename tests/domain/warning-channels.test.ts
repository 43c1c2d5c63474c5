import { describe, expect, it, test } from 'vitest';
import { nextStep, type ProtocolState, type Warning } from '#domain/emergency/protocol.ts';
import { warningChannelsFormSchema, warningCodeSchema } from '#domain/emergency/warning-channels.schema.ts';
import { goesToEveryChannel, withOtherChannels } from '#domain/emergency/warning-channels.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';

const MAIL: Warning = { kind: 'missed', index: 0, state: 'accepted', settledAt: 1_000, reportedAt: null };

describe('a warning that another channel delivered', () => {
  it('is as the account’s address got it while no other channel delivered it', () => {
    expect(withOtherChannels(MAIL, null)).toBe(MAIL);
  });

  it.each<[Warning['state'], number | null, number | null, Partial<Warning>]>([
    ['accepted', 1_000, null, { settledAt: 1_000, reportedAt: 5_000 }],
    ['waiting', null, null, { settledAt: 5_000, reportedAt: 5_000 }],
    ['deferred', 1_000, 2_000, { settledAt: 5_000, reportedAt: 5_000 }],
    ['bounced', 1_000, 2_000, { settledAt: 5_000, reportedAt: 5_000 }],
    ['delivered', 1_000, 9_000, { settledAt: 1_000, reportedAt: 5_000 }],
    ['delivered', 1_000, 2_000, { settledAt: 1_000, reportedAt: 2_000 }],
  ])('counts as delivered, also where the email is %s', (state, settledAt, reportedAt, expected) => {
    const warning = withOtherChannels({ ...MAIL, state, settledAt, reportedAt }, 5_000);
    expect(warning).toEqual({ ...MAIL, state: 'delivered', ...expected });
  });
});

test('only reminders, and repeated reminders, go to the account’s address alone', () => {
  expect(goesToEveryChannel('reminder', 'reminding')).toBe(false);
  expect(goesToEveryChannel('again', 'reminding')).toBe(false);
  expect(goesToEveryChannel('again', 'missed')).toBe(true);
  expect(goesToEveryChannel('last-call', 'last-call')).toBe(true);
  expect(goesToEveryChannel('released', 'released')).toBe(true);
});

test('a mailbox that bounces delays the release by two weeks, unless a phone got the warning', () => {
  const missedAt = 30 * DAY;
  const bounced: Warning = { kind: 'missed', index: 0, state: 'bounced', settledAt: missedAt, reportedAt: missedAt };
  const stateWith = (warning: Warning): ProtocolState => ({
    ...{ isActive: true, stage: 'missed', inactiveDays: 30, safetyDays: 3, countsFrom: 0 },
    ...{ missedAt, notifiedAt: missedAt, contactZone: null, warnings: [warning] },
    availability: { outages: [], isReachable: true },
  });
  const lastCallAt = (warning: Warning) => nextStep({ day: DAY }, stateWith(warning), missedAt + HOUR);
  expect(lastCallAt(bounced)).toEqual({ kind: 'wait', until: missedAt + 16 * DAY });
  expect(lastCallAt(withOtherChannels(bounced, missedAt))).toEqual({ kind: 'wait', until: missedAt + 2 * DAY });
});

describe('the forms', () => {
  it('reads an empty field as none, and a box that is not ticked as off', () => {
    expect(warningChannelsFormSchema.parse({ sms: 'on' })).toEqual({
      ...{ second_email: null, phone: null, whatsapp: false, sms: true },
    });
    expect(warningChannelsFormSchema.parse({ second_email: ' H@Example.org ', phone: '' })).toMatchObject({
      ...{ second_email: 'h@example.org', phone: null },
    });
    expect(warningChannelsFormSchema.safeParse({ second_email: 'no address' }).success).toBe(false);
  });

  it.each(['123 456', '123-456', ' 123456 '])('takes the code as %j', (code) => {
    expect(warningCodeSchema.parse({ channel: 'phone', code })).toEqual({ channel: 'phone', code: '123456' });
  });

  it.each(['12345', '1234567', 'abcdef', '', '１２３４５６'])('refuses %j as a code', (code) => {
    expect(warningCodeSchema.safeParse({ channel: 'phone', code }).success).toBe(false);
  });
});
