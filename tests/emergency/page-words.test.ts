/** The texts of the emergency page and of the banner: only what will happen, to contacts who exist. */
import { describe, expect, test } from 'vitest';
import { bannerOf, progressLabel } from '#app/emergency/banner.ts';
import { releaseOf, viewOf } from '#app/emergency/view.ts';
import { people } from '#app/emergency/words.ts';
import { indicatorOf } from '#domain/emergency/emergency.ts';
import { type Forecast, forecastOf, freshForecast } from '#domain/emergency/forecast.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import type { ActiveProtocol, EmergencyPage } from '#services/emergency/protocol-view.ts';
import { holds } from '#tests/spec/holds.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 40);
const CALENDAR = { timeZone: 'Europe/Lisbon', now: NOW, day: DAY };
const POLICY = { day: DAY };
const RUNS = { isRunning: true, blockedBy: [] };

function activeIn(stage: Stage, notified: number, receiving: number): ActiveProtocol {
  const [notifyAt, releaseAt] = [new Date('2026-12-09T08:40:00Z'), new Date('2026-12-12T08:40:00Z')];
  return { ...RUNS, stage, daysSince: 27, inactiveDays: 30, isPaused: false, notifyAt, releaseAt, notified, receiving };
}
const words = (...seen: Parameters<typeof activeIn>) => bannerOf(activeIn(...seen), CALENDAR)?.words;

describe('the banner on every page', () => {
  test('is absent while the protocol is armed', () => {
    expect(bannerOf(activeIn('armed', 0, 0), CALENDAR)).toBeNull();
  });

  test('names the contacts to be notified and when, and none where there are none', () => {
    expect(words('reminding', 2, 2)).toBe(
      'We have not heard from you for 27 days. Unless you check in, your trusted contacts are told on 9 December.',
    );
    expect(words('reminding', 1, 0)).toContain('your trusted contact is told on 9 December');
    expect(words('reminding', 0, 0)).toBe('We have not heard from you for 27 days.');
  });

  test('says what goes out and when, and nothing when nothing does', () => {
    expect(words('missed', 2, 2)).toBe(
      'You missed your check-in, and your trusted contacts were told. Unless you check in, what you set aside goes to them on 12 December, 08:40.',
    );
    expect(words('last-call', 2, 1)).toContain('your trusted contacts were told. Unless');
    expect(words('last-call', 2, 1)).toContain('goes to your trusted contact on');
    expect(words('missed', 1, 0)).toBe('You missed your check-in, and your trusted contact was told.');
    expect(words('missed', 0, 0)).toBe('You missed your check-in.');
    const held = { ...activeIn('missed', 2, 2), releaseAt: null };
    expect(bannerOf(held, CALENDAR)?.words).not.toContain('Unless');
  });

  test('offers the return after a release, also after one that sent nothing', () => {
    expect(bannerOf(activeIn('released', 2, 2), CALENDAR)).toMatchObject({
      words: 'Your emergency protocol was released: what you set aside has gone to your trusted contacts.',
      action: '/emergency/return',
    });
    expect(words('released', 0, 0)).toBe('Your emergency protocol was released: nothing was sent.');
  });

  test('has a label that counts the days', () => {
    const seen = { stage: 'armed', daysSince: 12, inactiveDays: 30, isPaused: false, isRunning: true } as const;
    expect([
      progressLabel(seen),
      progressLabel({ ...seen, isPaused: true }),
      progressLabel({ ...seen, stage: 'released' }),
    ]).toEqual(['Day 12 of 30', 'Paused', 'Released']);
    expect(progressLabel({ ...seen, isRunning: false, isPaused: true })).toBe('Not running');
  });

  test('names no date while the protocol is not running, and asks for a check-in only where contacts were notified', () => {
    const stopped = (...seen: Parameters<typeof activeIn>) =>
      bannerOf({ ...activeIn(...seen), isRunning: false, blockedBy: ['no-content'] }, CALENDAR);
    expect([stopped('armed', 0, 0), stopped('reminding', 2, 0), stopped('missed', 0, 0)]).toEqual([null, null, null]);
    expect(stopped('missed', 2, 0)).toMatchObject({
      words:
        'Your emergency protocol is not running. Before it stopped, your trusted contacts were told that we have not heard from you.',
      action: '/emergency/check-in',
    });
  });
});

interface Case {
  days?: number;
  stage?: Stage;
  isActive?: boolean;
  pausedUntil?: number | null;
  contacts?: string[];
  contents?: number;
  isAddressConfirmed?: boolean;
  mayArm?: boolean;
}

function pageOf(given: Case): EmergencyPage {
  const { days = 12, stage = 'armed', isActive = true, pausedUntil = null } = given;
  const { contacts = ['Rui Duarte', 'Marta Lind'], contents = 3, isAddressConfirmed = true, mayArm = true } = given;
  const running = runningOf({ isActive, isAddressConfirmed, contacts: contacts.length, contents, mayArm });
  const isReleased = isActive && stage === 'released';
  const lastCheckIn = NOW - days * DAY;
  return {
    protocol: {
      ...running,
      ...{ ownerId: '', ownerName: 'Helena Duarte', ownerEmail: 'helena@example.com', episode: 1 },
      clock: { timeZone: 'Europe/Lisbon', day: DAY },
      now: new Date(NOW),
      isActive,
      stage,
      ...{ inactiveDays: 30, safetyDays: 3, daysSince: days, contacts, items: contents },
      lastCheckIn: new Date(lastCheckIn),
      indicator: running.isRunning ? indicatorOf(days, 30) : 'inactive',
      pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
      ...{ missedAt: null, releasedAt: null, asksAt: null, notifyAt: null, lastCallAt: null, releaseAt: null },
      forecast: forecastAt({ lastCheckIn, stage, isActive: running.isRunning || isReleased, pausedUntil }),
    },
    contacts: [],
    contents: { shown: [], next: null },
    offered: { shown: [], next: null },
    release: null,
    plan: 'Plus',
  };
}

function forecastAt({
  lastCheckIn,
  stage,
  isActive,
  pausedUntil,
}: Required<Pick<Case, 'stage' | 'isActive' | 'pausedUntil'>> & { lastCheckIn: number }): Forecast {
  if (!isActive || pausedUntil !== null)
    return freshForecast(POLICY, { now: NOW, pausedUntil, inactiveDays: 30, safetyDays: 3 });
  const released = stage === 'released' ? NOW - DAY : null;
  const state = {
    isActive,
    stage,
    inactiveDays: 30,
    safetyDays: 3,
    countsFrom: lastCheckIn,
    missedAt: stage === 'armed' ? null : lastCheckIn + 30 * DAY,
    warnings:
      stage === 'armed'
        ? []
        : [
            {
              kind: 'missed' as const,
              index: 0,
              state: 'accepted' as const,
              settledAt: lastCheckIn + 30 * DAY,
              reportedAt: null,
            },
          ],
    availability: { outages: [], isReachable: true },
  };
  return forecastOf(POLICY, state, { now: NOW, lastCheckIn, releasedAt: released });
}

const how = (given: Case) => viewOf(pageOf(given)).how.map(({ strong, text }) => `${strong} ${text}`);

describe('the emergency page', () => {
  test('names people in their order, also in right-to-left scripts', () => {
    expect(people(['Rui Duarte', 'Marta Lind'])).toBe('Rui and Marta');
    expect(people(['רנה כהן', 'שמאי לוי'])).toBe('\u2068רנה\u2069 and \u2068שמאי\u2069');
  });

  test('names both dates, and none while something is missing', () => {
    holds('S2-48');
    expect(how({})[0]).toBe(
      'Two dates. Without a word from you, your contacts are told on 9 December, 08:40, and what you set aside is sent on 12 December, 08:40.',
    );
    expect(how({ isActive: false })[0]).toMatch(
      /^Two dates. Switched on now, and without a word from you, your contacts/,
    );
    expect(how({ days: 31, stage: 'missed' })[0]).toMatch(
      /Your contacts were told on 20 November, 08:40. Without a word from you, what you set aside is sent on/,
    );
    for (const missing of [{ contents: 0 }, { contacts: [] }, { isAddressConfirmed: false }])
      for (const isActive of [true, false])
        expect(how({ ...missing, isActive }).join(), JSON.stringify(missing)).not.toMatch(/December|08:40|Two dates/);
    expect(how({ mayArm: false, isActive: false }).join()).not.toContain('December');
  });

  test('turns amber on the day that the line names', () => {
    holds('S4-8');
    const shown = (days: number) => viewOf(pageOf({ days }));
    expect(shown(12).line.stages[0]?.what).toContain('From 25 November, past halfway, this page is amber');
    expect([shown(15).state.words, shown(16).state.words]).toEqual(['Active', 'Warning']);
    expect([shown(15), shown(16)].map(({ line }) => / amber/.test(line.stages[0]?.what ?? ''))).toEqual([true, false]);
  });

  test('does not promise to stop what was sent', () => {
    expect(how({}).join()).toContain('can be stopped until the last moment');
    expect(how({ days: 34, stage: 'released' }).join()).not.toContain('can be stopped');
  });

  test('has a status light: lit, dim from the warning on, out in danger, after a release and while off', () => {
    holds('S4-8');
    const light = (given: Case) => viewOf(pageOf(given)).statusLight;
    expect([light({}), light({ days: 15 }), light({ days: 16 }), light({ days: 30 })]).toEqual([
      'lit',
      'lit',
      'dim',
      'out',
    ]);
    expect([light({ stage: 'released' }), light({ isActive: false })]).toEqual(['out', 'out']);
  });

  test('says what a check-in does: it does not end a pause, and there is none after a release', () => {
    const checkIn = (given: Case) => viewOf(pageOf(given)).checkIn;
    expect(checkIn({})).toBe('Starts the 30 days again, from now.');
    expect(checkIn({ pausedUntil: NOW + 5 * DAY })).toBe('The 30 days start at the end of the pause.');
    expect(checkIn({ isActive: false })).toBe('The protocol is off, so nothing is counted.');
    expect(checkIn({ days: 34, stage: 'released' })).toBeNull();
  });

  test('offers the return also after a release that sent nothing', () => {
    const at = (stage: Stage) => ({ stage });
    const old = { isOver: true, contacts: [] };
    expect(releaseOf(at('released'), null, 'UTC')).toEqual({ isOver: false, contacts: [] });
    expect(releaseOf(at('released'), old, 'UTC')).toEqual({ isOver: false, contacts: [] });
    expect([releaseOf(at('armed'), null, 'UTC'), releaseOf(at('armed'), old, 'UTC')]).toEqual([null, old]);
  });

  test('says “Not running” and the first thing to do, with one button for it, and never “Active”', () => {
    const stopped = (given: Case) => {
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
      'Not running: choose something to send',
      'Create something to send',
      '/create',
      'out',
    ]);
    expect(stopped({ isAddressConfirmed: false, contacts: [], contents: 0 })).toEqual([
      'Not running: confirm your email',
      'Send the link again',
      '/profile/email/confirm',
      'out',
    ]);
    const off = viewOf(pageOf({ isActive: false, contacts: [] }));
    expect([off.stopped, off.state.words]).toEqual([null, 'Inactive']);
    const released = viewOf(pageOf({ days: 34, stage: 'released', contacts: [] }));
    expect([released.stopped, released.needs, released.state.words]).toEqual([null, null, 'Released']);
  });

  test('lists all requirements, and which of them are met', () => {
    const needs = (given: Case) =>
      viewOf(pageOf(given)).needs?.map(({ isThere, name, text }) => `${isThere ? '+' : '-'} ${name}: ${text}`);
    expect([needs({}), needs({ isActive: false })]).toEqual([undefined, undefined]);
    expect(needs({ contacts: [], isAddressConfirmed: false })).toEqual([
      '- A trusted contact: A person we may write to. Two are better than one.',
      '+ Something to send: 3 items are in Emergency Content.',
      '- Your confirmed email: Please open the link that we sent to helena@example.com.',
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
