/** The pages behind the links of the emergency protocol, in every state: static, light, and safe with any name. */
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { type CheckInAnswer, CheckInPage, checkInStatus } from '#app/static-pages/check-in-pages.tsx';
import { ContactPage, contactStatus } from '#app/static-pages/contact-page.tsx';
import type { Refused } from '#app/static-pages/contact-say.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { freshForecast } from '#domain/emergency/forecast.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import { DAY } from '#domain/time/durations.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { NO_WORDS } from '#tests/harness/no-words.ts';
import { CODES, expectToBeStatic, markupOf, titleOf } from './static-page.tsx';

const PATH = '/check-in/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const NASTY = '"><img src=x onerror=alert(1)>';
const MANY = Array.from({ length: 40 }, (_, index) => `Maria Antónia da Conceição ${index}`);
const NOW = Date.UTC(2026, 11, 10, 8, 40);

function protocolOf(names: { ownerName: string; contacts: string[] }, blockedBy: Blocker[] = []): ProtocolView {
  return {
    ...names,
    ...NO_WORDS,
    ownerEmail: 'helena@example.com',
    clock: { timeZone: 'Europe/Lisbon', day: DAY },
    now: new Date(NOW),
    lastCheckIn: new Date(NOW - 31 * DAY),
    daysSince: 31,
    inactiveDays: 30,
    items: 3,
    plan: null,
    notifyAt: new Date(NOW - DAY),
    lastCallAt: new Date(NOW + DAY),
    releaseAt: new Date(NOW + 2 * DAY),
    asksAt: new Date(NOW + DAY),
    ownerId: '019a6f00-0000-7000-8000-000000000001',
    episode: 2,
    isActive: true,
    isRunning: blockedBy.length === 0,
    blockedBy,
    isTelling: false,
    stage: 'missed',
    safetyDays: 3,
    indicator: 'danger',
    pausedUntil: null,
    missedAt: new Date(NOW - DAY),
    releasedAt: null,
    forecast: freshForecast(
      { day: DAY },
      { now: NOW, pausedUntil: null, inactiveDays: 30, safetyDays: 3, contactZone: null },
    ),
  };
}

const LONGEST = protocolOf({ ownerName: NASTY.repeat(4), contacts: [NASTY, ...MANY] });
const STOPPED = protocolOf({ ownerName: 'Helena Duarte', contacts: ['Rui Duarte'] }, ['no-content']);
const ABOUT = {
  ...LONGEST,
  contactName: NASTY,
  email: `${NASTY}@example.com`,
  notifiedAt: new Date(NOW),
  releasedAt: null,
  others: [],
  say: { can: ['heard', 'confirmed'], said: {} },
} satisfies Partial<ContactNews>;
/** A contact has heard from the owner, and others have confirmed. */
const SPOKEN = {
  ...ABOUT,
  heldUntil: new Date(NOW + 14 * DAY),
  confirmations: { needed: 2, given: 1 },
  confirmableFrom: new Date(NOW + 14 * DAY),
  say: { can: ['confirmed'], said: { heard: new Date(NOW) } },
} satisfies Partial<ContactNews>;
const RAISED = { ...ABOUT, raisedAt: new Date(NOW), say: { can: [], said: { raised: new Date(NOW) } } };
const asked = (act: ContactAct, refused: Refused | null = null) => (
  <ContactPage
    news={{ ...ABOUT, kind: 'waiting', isContact: true, isRunning: true, say: { can: [act], said: {} } }}
    path={PATH}
    act={act}
    refused={refused}
  />
);
const checkIn = (answer: CheckInAnswer) => <CheckInPage answer={answer} path={PATH} wrong={null} />;
const contact = (news: ContactNews) => <ContactPage news={news} path={PATH} support="help@example.com" />;
const PAGES: Record<string, ReactNode> = {
  open: checkIn({ kind: 'open', protocol: LONGEST }),
  answered: checkIn({ kind: 'answered', protocol: LONGEST }),
  'open, not running': checkIn({ kind: 'open', protocol: STOPPED }),
  'done, not running': checkIn({ kind: 'done', protocol: STOPPED, wereContactsNotified: true }),
  off: checkIn({ kind: 'off', protocol: LONGEST }),
  released: checkIn({ kind: 'released', protocol: LONGEST }),
  done: checkIn({ kind: 'done', protocol: LONGEST, wereContactsNotified: true }),
  'notified, waiting': contact({ ...ABOUT, kind: 'waiting', isContact: true, isRunning: true }),
  'notified, held': contact({ ...SPOKEN, kind: 'waiting', isContact: true, isRunning: true }),
  'before "I have heard from them"': asked('heard'),
  'before "I know that they have died"': asked('confirmed'),
  'a name that came back': asked('confirmed', { message: NASTY, name: NASTY }),
  'before "Something has happened"': asked('raised'),
  'named, not notified': contact({ ...ABOUT, kind: 'quiet', isContact: true, isRunning: true }),
  'named, and removed': contact({ ...ABOUT, kind: 'quiet', isContact: false, isRunning: true }),
  'named, raised': contact({ ...RAISED, kind: 'quiet', isContact: true, isRunning: true }),
  'notified, not running': contact({ ...ABOUT, kind: 'waiting', isContact: true, isRunning: false }),
  'notified, removed': contact({ ...ABOUT, kind: 'waiting', isContact: false, isRunning: true }),
  'notified, released': contact({
    ...ABOUT,
    releasedAt: new Date(NOW),
    kind: 'released',
    sent: 'sent',
    links: ['/m/secret'],
    comesAt: null,
    undelivered: true,
  }),
  'notified, answered': contact({ ...ABOUT, kind: 'ended', by: 'link', at: new Date(NOW) }),
  'notified, off': contact({ ...ABOUT, kind: 'ended', by: 'off', at: null }),
  'notified, deleted': contact({ kind: 'account-deleted' }),
  ours: <EmergencyTrouble code={null} explanation={null} />,
  ...Object.fromEntries(
    CODES.map((code) => [code, <EmergencyTrouble key={code} code={code} explanation="This link isn’t valid." />]),
  ),
};

const RELEASED = {
  ...{ ...ABOUT, releasedAt: new Date(NOW), kind: 'released' as const, undelivered: false, comesAt: null },
};

test.each(Object.entries(PAGES))('the page "%s" is static and light', (_name, page) => expectToBeStatic(page));

describe('a link of the protocol', () => {
  test('of an earlier episode does not look like an answer to the present warning', () => {
    const shown = (stage: 'armed' | 'reminding') =>
      markupOf(checkIn({ kind: 'answered', protocol: { ...LONGEST, stage } }));
    expect(shown('armed')).toContain('This link has been used');
    expect(shown('reminding')).not.toContain('This link has been used');
    expect(shown('reminding')).toContain('Please use the button in our newest email');
  });

  test('that has no effect now is answered with 410', () => {
    for (const kind of ['answered', 'off', 'released'] as const)
      expect(checkInStatus({ kind, protocol: LONGEST })).toBe(410);
    expect(contactStatus({ kind: 'account-deleted' })).toBe(410);
    expect(checkInStatus({ kind: 'done', protocol: LONGEST, wereContactsNotified: true })).toBe(200);
  });

  test('says that something was sent only where something was', () => {
    const released = { ...RELEASED, links: [] };
    expect(titleOf(contact({ ...released, sent: 'sent' }))).toMatch(/set aside has been sent$/);
    expect(titleOf(contact({ ...released, sent: null }))).toMatch(/^We still haven’t heard from/);
    const ownTitle = (protocol: ProtocolView) => titleOf(checkIn({ kind: 'released', protocol }));
    expect(ownTitle(LONGEST)).toBe('What you set aside has been sent');
    const [noThing, nobody] = [ownTitle({ ...LONGEST, items: 0 }), ownTitle({ ...LONGEST, contacts: [] })];
    expect([noThing, nobody]).toEqual(Array(2).fill('Your emergency protocol has ended'));
  });

  test('opens what was released to a contact, in the place of an email that did not arrive', () => {
    const open = markupOf(contact({ ...RELEASED, sent: 'failed', links: ['/m/secret', '/m/other'] }));
    expect(open).toMatch(/href="\/m\/secret".*href="\/m\/other"/s);
    expect(open).toContain('We couldn’t deliver our email to');
    expect(open).not.toContain('withdrawn');
    expect(markupOf(contact({ ...RELEASED, sent: 'failed', links: [] }))).not.toContain('href="/m/');
  });

  test('names the other contacts only where the owner allows it', () => {
    const waiting = { ...ABOUT, kind: 'waiting', isContact: true, isRunning: true } as const;
    const others = ['Rui', 'Marta'];
    expect(markupOf(contact({ ...waiting, others }))).toContain('also named Rui and Marta');
    expect(markupOf(contact(waiting))).not.toContain('also named');
    expect(markupOf(contact({ ...RELEASED, sent: 'sent', links: [], others }))).toContain('also named Rui and Marta');
  });

  test('says to a contact whose day is still to come when that is', () => {
    const coming = markupOf(contact({ ...RELEASED, sent: null, links: [], comesAt: new Date(NOW + 14 * DAY) }));
    expect(coming).toMatch(/Something was left for you\. We will email it to .* on 24 December 2026\./);
  });

  test('says what happens next in the words of the email, and does not call itself one', () => {
    const markup = markupOf(checkIn({ kind: 'open', protocol: LONGEST }));
    expect(markup).toContain('This is what happens without a check-in. You can stop it until the last date.');
    expect(markup).not.toContain('this email');
  });

  test('shows seconds if a protocol day lasts seconds', () => {
    const hurried = { ...LONGEST, clock: { ...LONGEST.clock, day: 2_000 } };
    expect(markupOf(checkIn({ kind: 'open', protocol: hurried }))).toContain('12 December 2026 at 08:40:00');
  });
});
