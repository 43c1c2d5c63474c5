/** The pages behind the links of the emergency protocol, in every state: plain, light, and safe with any name. */
import { describe, expect, test } from 'vitest';
import { STATUS } from '#app/http/errors.ts';
import { checkedInPage, checkInPage, contactPage, emergencyProblemPage } from '#app/plain/emergency-pages.ts';
import type { PlainPage } from '#app/plain/page.ts';
import { freshForecast } from '#domain/emergency/forecast.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { expectToBePlain } from '#tests/plain/plain-page.ts';

const PATH = '/check-in/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const NASTY = '"><img src=x onerror=alert(1)>';
const MANY = Array.from({ length: 40 }, (_, index) => `Maria Antónia da Conceição ${index}`);
const NOW = Date.UTC(2026, 11, 10, 8, 40);

function protocolOf(names: { ownerName: string; contacts: string[] }, blockedBy: Blocker[] = []): ProtocolView {
  return {
    ...names,
    ownerEmail: 'helena@example.com',
    clock: { timeZone: 'Europe/Lisbon', day: DAY },
    now: new Date(NOW),
    lastCheckIn: new Date(NOW - 31 * DAY),
    daysSince: 31,
    inactiveDays: 30,
    items: 3,
    toldAt: new Date(NOW - DAY),
    lastCallAt: new Date(NOW + DAY),
    releaseAt: new Date(NOW + 2 * DAY),
    asksAt: new Date(NOW + DAY),
    ownerId: '019a6f00-0000-7000-8000-000000000001',
    episode: 2,
    isActive: true,
    isRunning: blockedBy.length === 0,
    blockedBy,
    stage: 'missed',
    safetyDays: 3,
    indicator: 'danger',
    pausedUntil: null,
    missedAt: new Date(NOW - DAY),
    releasedAt: null,
    forecast: freshForecast({ day: DAY }, { now: NOW, pausedUntil: null, inactiveDays: 30, safetyDays: 3 }),
  };
}

const LONGEST = protocolOf({ ownerName: NASTY.repeat(4), contacts: [NASTY, ...MANY] });
const STOPPED = protocolOf({ ownerName: 'Helena Duarte', contacts: ['Rui Duarte'] }, ['no-content']);
const ABOUT = {
  ...LONGEST,
  contactName: NASTY,
  email: `${NASTY}@example.com`,
  toldAt: new Date(NOW),
  releasedAt: null,
};
const CODES = Object.keys(STATUS) as ErrorCode[];
const PAGES: Record<string, PlainPage> = {
  open: checkInPage({ kind: 'open', protocol: LONGEST }, PATH),
  answered: checkInPage({ kind: 'answered', protocol: LONGEST }, PATH),
  'open, not running': checkInPage({ kind: 'open', protocol: STOPPED }, PATH),
  'done, not running': checkedInPage({ kind: 'done', protocol: STOPPED, wereTold: true }, PATH),
  off: checkInPage({ kind: 'off', protocol: LONGEST }, PATH),
  released: checkInPage({ kind: 'released', protocol: LONGEST }, PATH),
  done: checkedInPage({ kind: 'done', protocol: LONGEST, wereTold: true }, PATH),
  'told, waiting': contactPage({ ...ABOUT, kind: 'waiting', isContact: true, isRunning: true }),
  'told, not running': contactPage({ ...ABOUT, kind: 'waiting', isContact: true, isRunning: false }),
  'told, removed': contactPage({ ...ABOUT, kind: 'waiting', isContact: false, isRunning: true }),
  'told, released': contactPage({
    ...ABOUT,
    releasedAt: new Date(NOW),
    kind: 'released',
    sent: 'sent',
    undelivered: true,
  }),
  'told, well': contactPage({ ...ABOUT, kind: 'well', at: new Date(NOW) }),
  'told, off': contactPage({ ...ABOUT, kind: 'off', at: null }),
  'told, deleted': contactPage({ kind: 'account-deleted' }),
  ours: emergencyProblemPage(null, null),
  ...Object.fromEntries(CODES.map((code) => [code, emergencyProblemPage(code, 'This link opens nothing.')])),
};

test.each(Object.entries(PAGES))('the page "%s" is plain, light, and kept by nobody', (_name, page) =>
  expectToBePlain(page),
);

describe('a link of the protocol', () => {
  test('of an earlier time never lets anybody believe that they have answered the warning of now', () => {
    const shown = (stage: 'armed' | 'reminding') =>
      checkInPage({ kind: 'answered', protocol: { ...LONGEST, stage } }, PATH).main.markup;
    expect(shown('armed')).toContain('nothing more is needed');
    expect(shown('reminding')).not.toContain('nothing more is needed');
    expect(shown('reminding')).toContain('Please use the button in our newest email');
  });

  test('that opens nothing any more is answered as gone, and one of ours that fails as to be tried again', () => {
    expect(['answered', 'off', 'released', 'told, deleted'].map((name) => PAGES[name]?.status)).toEqual(
      Array(4).fill(410),
    );
    expect(PAGES.ours).toMatchObject({ status: 503, retryAfter: 120 });
  });

  test('says that something was sent only where something was', () => {
    const released = { ...ABOUT, releasedAt: new Date(NOW), kind: 'released', undelivered: false } as const;
    expect(contactPage({ ...released, sent: 'sent' }).title).toMatch(/set aside has been sent$/);
    expect(contactPage({ ...released, sent: null }).title).toMatch(/^We have still not heard from/);
    const titleOf = (protocol: ProtocolView) => checkInPage({ kind: 'released', protocol }, PATH).title;
    expect(titleOf(LONGEST)).toBe('What you set aside has been sent');
    const [noThing, nobody] = [titleOf({ ...LONGEST, items: 0 }), titleOf({ ...LONGEST, contacts: [] })];
    expect([noThing, nobody]).toEqual(Array(2).fill('Your emergency protocol has run its course'));
  });

  test('tells seconds where a whole life passes in a minute', () => {
    const hurried = { ...LONGEST, clock: { ...LONGEST.clock, day: 2_000 } };
    expect(checkInPage({ kind: 'open', protocol: hurried }, PATH).main.markup).toContain(
      '12 December 2026 at 08:40:00',
    );
  });
});
