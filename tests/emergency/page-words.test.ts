/** The texts of the emergency page and of the banner: only what will happen, to contacts who exist. */
import { describe, expect, test } from 'vitest';
import { bannerOf, blockedBanner, progressLabel } from '#app/emergency/banner.ts';
import { releaseOf, viewOf } from '#app/emergency/view.ts';
import { people } from '#app/emergency/words.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import type { ActiveProtocol } from '#services/emergency/active-protocol.ts';
import { NOW, type PageCase, pageOf } from '#tests/harness/protocol-page.ts';
import { holds } from '#tests/spec/holds.ts';

const CALENDAR = { timeZone: 'Europe/Lisbon', now: NOW, day: DAY };
const RUNS = { isRunning: true, blockedBy: [] };

function activeIn(stage: Stage, notified: number, receiving: number): ActiveProtocol {
  const [notifyAt, releaseAt] = [new Date('2026-12-09T08:40:00Z'), new Date('2026-12-12T08:40:00Z')];
  const dates = { daysSince: 27, inactiveDays: 30, notifyAt, releaseAt };
  return {
    ...RUNS,
    ...dates,
    stage,
    isPaused: false,
    notified,
    isTelling: false,
    receiving,
    unreachable: null,
    failedChannel: null,
  };
}
const words = (...seen: Parameters<typeof activeIn>) => bannerOf(activeIn(...seen), CALENDAR)?.words;

describe('the banner on every page', () => {
  test('is absent while the protocol is armed', () => {
    expect(bannerOf(activeIn('armed', 0, 0), CALENDAR)).toBeNull();
  });

  test('names the contacts to be notified and when, and none where there are none', () => {
    expect(words('reminding', 2, 2)).toBe(
      'You haven’t checked in for 27 days. Unless you do, we’ll tell your trusted contacts on 9 December that we haven’t heard from you.',
    );
    expect(words('reminding', 1, 0)).toContain('we’ll tell your trusted contact on 9 December');
    expect(words('reminding', 0, 0)).toBe('You haven’t checked in for 27 days.');
  });

  test('says what goes out and when, and nothing when nothing does', () => {
    expect(words('missed', 2, 2)).toBe(
      'You missed your check-in, and we told your trusted contacts. Unless you check in, we’ll send them your emergency content on 12 December, 08:40.',
    );
    expect(words('last-call', 2, 1)).toContain('we told your trusted contacts. Unless');
    expect(words('last-call', 2, 1)).toContain('we’ll send your emergency content to your trusted contact on');
    expect(words('missed', 1, 0)).toBe('You missed your check-in, and we told your trusted contact.');
    expect(words('missed', 0, 0)).toBe('You missed your check-in.');
    expect(bannerOf({ ...activeIn('missed', 2, 0), isTelling: true }, CALENDAR)?.words).toBe(
      'You missed your check-in, and we’re now telling your trusted contacts.',
    );
    const held = { ...activeIn('missed', 2, 2), releaseAt: null };
    expect(bannerOf(held, CALENDAR)?.words).not.toContain('Unless');
  });

  test('says that a contact cannot be reached, days before the release and after a check-in', () => {
    const unreachable = 'Ana Lind';
    const told = bannerOf({ ...activeIn('missed', 2, 2), unreachable }, CALENDAR)?.words;
    expect(told).toContain('An email to Ana Lind, your trusted contact, came back. Please check the address. Unless');
    const armed = { ...activeIn('armed', 0, 0), unreachable };
    expect(bannerOf(armed, CALENDAR)).toEqual({
      words: 'An email to Ana Lind, your trusted contact, came back. Please check the address.',
      label: 'Check the address',
      action: '/profile/contacts',
      method: 'get',
    });
    expect(bannerOf({ ...armed, isRunning: false }, CALENDAR)).toBeNull();
  });

  test('offers the return after a release, also after one that sent nothing', () => {
    expect(bannerOf(activeIn('released', 2, 2), CALENDAR)).toMatchObject({
      words: 'Your emergency protocol has ended. Your emergency content has gone to your trusted contacts.',
      action: '/emergency/return',
    });
    expect(words('released', 0, 0)).toBe('Your emergency protocol has ended. Nothing was sent.');
  });

  test('has a label that counts the days', () => {
    const seen = { stage: 'armed', daysSince: 12, inactiveDays: 30, isPaused: false, isRunning: true } as const;
    expect([
      progressLabel(seen),
      progressLabel({ ...seen, isPaused: true }),
      progressLabel({ ...seen, stage: 'released' }),
    ]).toEqual(['Day 12 of 30', 'Paused', 'Ended']);
    expect(progressLabel({ ...seen, isRunning: false, isPaused: true })).toBe('Not running');
  });

  test('names no date while the protocol is not running, and asks for a check-in only where contacts were notified', () => {
    const stopped = (...seen: Parameters<typeof activeIn>) =>
      bannerOf({ ...activeIn(...seen), isRunning: false, blockedBy: ['no-content'] }, CALENDAR);
    expect([stopped('armed', 0, 0), stopped('reminding', 2, 0), stopped('missed', 0, 0)]).toEqual([null, null, null]);
    expect(stopped('missed', 2, 0)).toMatchObject({
      words:
        'Your emergency protocol isn’t running. Before it stopped, we told your trusted contacts that we hadn’t heard from you.',
      action: '/emergency/check-in',
    });
  });

  test('says what is missing first, with the button for it, while the protocol is on and not running', () => {
    const blocked = (blockedBy: Blocker[], stage: Stage = 'armed') => {
      const banner = blockedBanner({ ...activeIn(stage, 0, 0), isRunning: false, blockedBy }, 'helena@example.com');
      return banner && [banner.words, banner.label, banner.method, banner.action];
    };
    expect(blocked(['address-unconfirmed', 'no-contact'])).toEqual([
      'Your emergency protocol isn’t running: confirm helena@example.com. We’ve emailed you a link.',
      ...['Resend email', 'post', '/profile/email/confirm'],
    ]);
    expect(blocked(['no-contact', 'no-content'])).toEqual([
      'Your emergency protocol isn’t running: add a contact.',
      ...['Add a contact', 'get', '/profile#h-contacts'],
    ]);
    expect(blocked(['no-content'])).toEqual([
      'Your emergency protocol isn’t running: choose what to send.',
      ...['Choose what to send', 'get', '/emergency#contents'],
    ]);
    expect(blocked(['no-contact'], 'released')).toBeNull();
    expect(blockedBanner(activeIn('armed', 0, 0), 'helena@example.com')).toBeNull();
  });
});

const how = (given: PageCase) => viewOf(pageOf(given)).how.map(({ strong, text }) => `${strong} ${text}`);

describe('the emergency page', () => {
  test('names people in their order, also in right-to-left scripts', () => {
    expect(people(['Rui Duarte', 'Marta Lind'])).toBe('Rui and Marta');
    expect(people(['רנה כהן', 'שמאי לוי'])).toBe('\u2068רנה\u2069 and \u2068שמאי\u2069');
  });

  test('names both dates, and none while something is missing', () => {
    holds('S2-48');
    expect(how({})[0]).toBe(
      'Two dates. Unless you check in, we’ll tell your contacts on 9 December, 08:40 and send them your emergency content on 12 December, 08:40.',
    );
    expect(how({ isActive: false })[0]).toMatch(
      /^Two dates. If you switched it on now and never checked in, we’d tell your contacts/,
    );
    expect(how({ days: 31, stage: 'missed' })[0]).toMatch(
      /We told your contacts on 20 November, 08:40. Unless you check in, we’ll send them your emergency content on/,
    );
    for (const missing of [{ contents: 0 }, { contacts: [] }, { isAddressConfirmed: false }])
      for (const isActive of [true, false])
        expect(how({ ...missing, isActive }).join(), JSON.stringify(missing)).not.toMatch(/December|08:40|Two dates/);
    expect(how({ mayArm: false, isActive: false }).join()).not.toContain('December');
  });

  test('says that contacts were told only when each message has left', () => {
    const page = pageOf({ days: 31, stage: 'missed' });
    const view = (isTelling: boolean) => {
      const { line, how: remarks } = viewOf({ ...page, protocol: { ...page.protocol, isTelling } });
      return JSON.stringify([line.sentence, line.stages[2], remarks]);
    };
    expect(view(true).match(/’re now telling/g)).toHaveLength(3);
    expect(view(true)).not.toMatch(/We told/);
    expect(view(false).match(/We told/g)).toHaveLength(3);
    expect(view(false)).not.toContain('now telling');
  });

  test('marks a contact whose address does not work', () => {
    const rui = {
      id: '',
      name: 'Rui Duarte',
      email: 'rui@example.com',
      language: 'en' as const,
      created_at: '',
      has_stopped: false,
      next_test_at: null,
      ...{ phone: null, alternate_email: null, role: 'recipient' as const },
      ...{ asked_at: null, answer: 'none' as const, proposed_email: null },
    };
    const untried = { tested_at: null, reached_at: null, bounced_at: null, test_given_up_at: null };
    const bounced = { ...rui, ...untried, bounced_at: '2026-11-20T08:40:00.000Z' };
    const { contacts } = viewOf({ ...pageOf({}), contacts: [{ ...rui, ...untried }, bounced] });
    expect(contacts.map(({ state }) => state?.words)).toEqual([undefined, 'Our email came back: check the address']);
  });

  test('says in which hours contacts are written to, while that can still happen', () => {
    expect(how({})).toContain(
      'Not at night. We begin to write to your contacts between 09:00 and 19:00, Lisbon time. If you check in after that, we tell them at once. If your time runs out at night, we wait until the morning, and you can still check in.',
    );
    expect(how({ days: 34, stage: 'released' }).join()).not.toContain('Not at night');
  });

  test('turns amber on the day that the line names', () => {
    holds('S4-8');
    const shown = (days: number) => viewOf(pageOf({ days }));
    expect(shown(12).line.stages[0]?.what).toContain('From 25 November, past halfway, this page turns amber');
    expect([shown(15).state.words, shown(16).state.words]).toEqual(['Active', 'Warning']);
    expect([shown(15), shown(16)].map(({ line }) => / amber/.test(line.stages[0]?.what ?? ''))).toEqual([true, false]);
  });

  test('does not promise to stop what was sent', () => {
    expect(how({}).join()).toContain('You can stop it until the last moment');
    expect(how({ days: 34, stage: 'released' }).join()).not.toContain('can stop it');
  });

  test('has a status light: lit, dim from the warning on, out in danger, after a release and while off', () => {
    holds('S4-8');
    const light = (given: PageCase) => viewOf(pageOf(given)).statusLight;
    expect([light({}), light({ days: 15 }), light({ days: 16 }), light({ days: 30 })]).toEqual([
      'lit',
      'lit',
      'dim',
      'out',
    ]);
    expect([light({ stage: 'released' }), light({ isActive: false })]).toEqual(['out', 'out']);
  });

  test('says what a check-in does: it does not end a pause, and there is none after a release', () => {
    const checkIn = (given: PageCase) => viewOf(pageOf(given)).checkIn;
    expect(checkIn({})).toBe(
      'Starts your 30 days again from now. Looking at pages doesn’t count as a check-in; signing in or changing something does.',
    );
    expect(checkIn({ pausedUntil: NOW + 5 * DAY })).toContain('Your 30 days start when the pause ends.');
    expect(checkIn({ isActive: false })).toBe('The protocol is off, so we don’t count days.');
    expect(checkIn({ days: 34, stage: 'released' })).toBeNull();
  });

  test('offers the return also after a release that sent nothing', () => {
    const at = (stage: Stage) => ({ stage, now: new Date(NOW) });
    const old = { isOver: true, contacts: [] };
    expect(releaseOf(at('released'), null, 'UTC')).toEqual({ isOver: false, contacts: [] });
    expect(releaseOf(at('released'), old, 'UTC')).toEqual({ isOver: false, contacts: [] });
    expect([releaseOf(at('armed'), null, 'UTC'), releaseOf(at('armed'), old, 'UTC')]).toEqual([null, old]);
  });

  test('says “Not running” and the first thing to do, with one button for it, and never “Active”', () => {
    const stopped = (given: PageCase) => {
      const view = viewOf(pageOf(given));
      return [view.stopped?.status, view.stopped?.next.label, view.stopped?.next.to, view.statusLight];
    };
    expect(stopped({})).toEqual([undefined, undefined, undefined, 'lit']);
    expect(stopped({ contacts: [] })).toEqual([
      'Not running: add a contact',
      'Add a contact',
      '/profile#h-contacts',
      'out',
    ]);
    expect(stopped({ contents: 0 })).toEqual([
      'Not running: choose what to send',
      'Create something to send',
      '/create',
      'out',
    ]);
    expect(stopped({ isAddressConfirmed: false, contacts: [], contents: 0 })).toEqual([
      'Not running: confirm your email',
      'Resend email',
      '/profile/email/confirm',
      'out',
    ]);
    const off = viewOf(pageOf({ isActive: false, contacts: [] }));
    expect([off.stopped, off.state.words]).toEqual([null, 'Inactive']);
    const released = viewOf(pageOf({ days: 34, stage: 'released', contacts: [] }));
    expect([released.stopped, released.needs, released.state.words]).toEqual([null, null, 'Ended']);
  });

  test('lists all requirements, and which of them are met', () => {
    const needs = (given: PageCase) =>
      viewOf(pageOf(given)).needs?.map(({ isThere, name, text }) => `${isThere ? '+' : '-'} ${name}: ${text}`);
    expect([needs({}), needs({ isActive: false })]).toEqual([undefined, undefined]);
    expect(needs({ contacts: [], isAddressConfirmed: false })).toEqual([
      '- A trusted contact: Someone we can write to. Two are better than one.',
      '+ Something to send: 3 items are in Emergency Content.',
      '- Your confirmed email: Open the link we sent to helena@example.com.',
      '+ Switched on: After 30 days without a check-in.',
    ]);
    expect(needs({ contents: 0, isActive: false, mayArm: false })).toEqual([
      '+ A trusted contact: Rui and Marta',
      '- Something to send: A letter or a file that your contacts receive.',
      '+ Your confirmed email: helena@example.com',
      '- Switched on: This comes with Plus or Premium.',
    ]);
  });
});
