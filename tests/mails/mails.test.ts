import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CHECK_IN,
  CONTACT,
  CONTACT_WATCH,
  OWN,
  PAID,
  RELEASED,
  STOP,
  WATCH,
  WRITTEN,
} from '#dev/mail-samples/facts.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import { receipt } from '#services/mails/billing.ts';
import { deliveryFailed } from '#services/mails/deliveries.ts';
import { allClear } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { invitation } from '#services/mails/invitations.ts';
import { type Mail, renderMail } from '#services/mails/layout.ts';

const MAILS: Record<string, Mail> = Object.fromEntries(Array.from(SAMPLES, ([name, { mail }]) => [name, mail]));
const GENUINE = 'https://stillhere.example/genuine';
/** Mails to recipients and trusted contacts: they read of one person, whom they know, and perhaps have lost. */
const ABOUT_A_PERSON = new Set([
  ...['invitation', 'invitation-video', 'invitation-20-years', 'invitation-endless', 'release-invitation'],
  ...['invitation-several', 'recipient-reminder'],
  ...[
    'contact-told',
    'contact-told-late',
    'all-clear',
    'all-clear-off',
    'undelivered',
    'witness-told',
    'contact-test',
    'contact-asked',
    'duress-began',
    'duress-ended',
  ],
  ...['contact-held', 'contact-confirmed', 'contact-told-raised'],
]);
/** Pronouns that mean people in general, or the messages. */
const NOT_THE_OWNER = /lose their phone|whether they’re still here|switched them off/g;
/** With those to addresses that anyone may have entered. */
const TO_STRANGERS = new Set([
  ...[...ABOUT_A_PERSON, 'owner-deleted', 'confirm-email', 'change-email', 'warning-code'],
  // What owners send themselves as a test.
  ...['delivery-test', 'delivery-test-whatsapp', 'delivery-test-sms'],
]);
const CHOICES = 'https://stillhere.example/auth?to=%2Fprofile%2Fnotifications';

/** A function that renders a mail, from any module. */
function isWriter(value: unknown): value is { name: string } {
  return typeof value === 'function' && value !== renderMail && /\brenderMail\)?\(/.test(value.toString());
}

describe('the gallery', () => {
  test('has a sample of each function that renders a mail', async () => {
    const shown = readFileSync('dev/mail-samples/samples.ts', 'utf8');
    const missing: string[] = [];
    for (const file of readdirSync('services/mails').map((name) => basename(name, '.ts'))) {
      const written = Object.values<unknown>(await import(`../../services/mails/${file}.ts`)).filter(isWriter);
      missing.push(...written.map(({ name }) => name).filter((name) => !shown.includes(`: ${name}(`)));
    }
    expect(missing).toEqual([]);
  });

  test('has one snapshot for each mail, one of a whole document, and no others', () => {
    const expected = ['document.html', ...Object.keys(MAILS).map((name) => `${name}.txt`)];
    expect(readdirSync('tests/mails/snapshots').sort()).toEqual(expected.sort());
  });
});

describe('each mail', () => {
  test.each(Object.entries(MAILS))('%s reads as it was agreed', async (name, mail) => {
    await expect(`Subject: ${mail.subject}\n\n${mail.text}`).toMatchFileSnapshot(`./snapshots/${name}.txt`);
  });

  test('is laid out as it was agreed', async () => {
    await expect(MAILS.missed?.html.replaceAll('><', '>\n<')).toMatchFileSnapshot('./snapshots/document.html');
  });

  test.each(Object.entries(MAILS))(
    '%s loads nothing, runs nothing, and leads to one page, to /genuine, and to where it can be turned off',
    (_name, { html, text }) => {
      const foot = [CHOICES, STOP, GENUINE].filter((link) => text.includes(link));
      expect(html).not.toMatch(/<(script|img|link|iframe|form|object|video|audio)\b|url\(|@import|\bsrc=/i);
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
      expect(links).toHaveLength(1 + foot.length);
      expect(text.match(/https?:\S+/g)?.sort()).toEqual(links.map((link) => link.replaceAll('&amp;', '&')).sort());
      // A link that is shown is where it leads to.
      expect(html.match(/https?:\/\//g)).toHaveLength(1 + 2 * foot.length);
      for (const link of foot) expect(html).toContain(`href="${link}" style="color:inherit">${link}</a>`);
    },
  );

  test.each([...TO_STRANGERS])('%s says before its button who sends it for whom, and how to check it', (name) => {
    const { text = '', preview } = MAILS[name] ?? {};
    const [, first = '', check = ''] = text.split('\n\n').map((block) => block.replace(/\s+/g, ' '));
    expect(check).toBe(`How to check that this email is genuine: ${GENUINE}`);
    expect(first).toMatch(/Stillhere/);
    if (!ABOUT_A_PERSON.has(name)) return;
    expect(first).toBe(preview);
    expect(first).toMatch(/Helena Duarte \((helena@example\.com|email address not confirmed)\)/);
  });

  test('says it at its end where the reader knows us', () => {
    const last = `How to check that this email is genuine:\n${GENUINE}\n`;
    for (const [name, { text }] of Object.entries(MAILS))
      if (!TO_STRANGERS.has(name))
        expect(text.replace('genuine: https', 'genuine:\nhttps').endsWith(last), name).toBe(true);
  });

  test('has no subject, sentence or button that phishing has, and uses names instead of pronouns', () => {
    for (const [name, { subject, text }] of Object.entries(MAILS)) {
      const words = `${subject} ${text}`.replace(/\s+/g, ' ');
      expect(words, name).not.toMatch(/one tap|keep this email|last call|act now|urgent|click here/i);
      if (!ABOUT_A_PERSON.has(name)) continue;
      const ofTheOwner = words.replace(NOT_THE_OWNER, '');
      expect(ofTheOwner, name).not.toMatch(/\b(they|them|their|he|she|his|her)\b/i);
    }
  });

  test.each(Object.entries(MAILS))('%s says the same in text as in HTML', (_name, { html, text }) => {
    const spoken = html.slice(html.indexOf('<h1')).replace(/<[^>]+>/g, ' ');
    const words = (value: string) =>
      value
        .replace(/https:\S+|:(?=\s)/g, '')
        .split(/\s+/)
        .filter(Boolean);
    expect(words(text)).toEqual(words(spoken));
  });

  test.each(Object.entries(MAILS))('%s says why it was sent, and where an answer goes', (name, { text }) => {
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('We’re writing to you because ');
    // Operators answer to nobody: they are who is reached.
    if (!['content-reported', 'record-root'].includes(name)) expect(words).toMatch(/\breply to this email\b/i);
  });

  test.each(Object.entries(MAILS))('%s fits a line of plain text', (_name, { text }) => {
    const long = text.split('\n').filter((line) => line.length > 76 && !/^ *https:\S+$/.test(line));
    expect(long).toEqual([]);
  });
});

describe('an invitation', () => {
  test('writes its dates in the sender’s time zone', () => {
    const inTokyo = invitation({ ...WRITTEN, timeZone: 'Asia/Tokyo', writtenAt: new Date('2026-11-18T20:00:00Z') });
    expect(inTokyo.text.replaceAll('\n', ' ')).toContain('written on 19 November 2026');
  });

  test('writes its dates in UTC when the zone was retired since', () => {
    expect(invitation({ ...WRITTEN, timeZone: 'Europe/Atlantis' }).preview).toContain('until 4 May 2031');
  });

  test('says one date when the letter went out on the day it was written', () => {
    const { text } = invitation({ ...WRITTEN, sentAt: new Date('2026-11-18T23:00:00Z') });
    expect(text).toContain('written on 18 November 2026.');
    expect(text.replaceAll('\n', ' ')).toContain('who asked us to send it now.');
  });

  test('has no name in its heading where the recipient has none', () => {
    expect(invitation({ ...WRITTEN, recipientName: null }).text).toMatch(/^Helena Duarte wrote to you\.\n/);
  });
});

describe('a test of a delivery', () => {
  test('has the words of the real message, says first that it is a test, and has no link of a recipient', () => {
    const real = invitation(WRITTEN).text.replace(/\s+/g, ' ');
    for (const name of ['delivery-test', 'delivery-test-whatsapp', 'delivery-test-sms']) {
      const { subject = '', preview, text = '' } = MAILS[name] ?? {};
      expect([subject, text]).toEqual([expect.stringMatching(/^Test: /), expect.stringMatching(/^Test: /)]);
      expect(preview).toMatch(/^This is a test from Stillhere/);
      expect(text).not.toMatch(/https?:\S*\/m\//);
    }
    const [, body = ''] = real.split('wrote to you. ');
    const sentences = body.split(/(?<=[.:]) (?=[A-Z])/).filter((one) => !one.includes('https:'));
    const tested = MAILS['delivery-test']?.text.replace(/\s+/g, ' ') ?? '';
    expect(sentences.filter((one) => !tested.includes(one))).toEqual([]);
    expect(sentences.length).toBeGreaterThan(8);
  });
});

describe('a mail to the owner', () => {
  test('names the address where there is no name', () => {
    const mail = deliveryFailed({ ...OWN, recipientName: null, failure: 'bounced', triedPhone: null });
    expect(mail.subject).toMatch(/^Your letter to ana@example\.com couldn’t be delivered: /);
    expect(mail.text.replaceAll('\n', ' ')).toContain('4 May 2031 at 09:00 (Lisbon), to ana@example.com.');
  });

  test('names the kind of its content', () => {
    const mail = deliveryFailed({ ...OWN, type: 'video', failure: 'bounced', triedPhone: null });
    expect(mail.subject).toMatch(/^Your video for Ana couldn’t be delivered: /);
    expect(mail.text).not.toContain('letter');
  });

  test('contains each reason', () => {
    for (const failure of Object.keys(failureReasons) as FailureCode[]) {
      const { text } = deliveryFailed({ ...OWN, failure, triedPhone: null });
      expect(text.replaceAll('\n', ' ')).toContain(`What happened: ${say(failureReasons[failure])}`);
    }
  });

  test('does not say that a letter failed which may have arrived, or was declined by who got it', () => {
    const subjectOf = (failure: FailureCode) => deliveryFailed({ ...OWN, failure, triedPhone: null }).subject;
    expect(subjectOf('unconfirmed')).toMatch(/^Your letter to Ana may not have arrived: /);
    expect(subjectOf('refused')).toMatch(/^Your letter to Ana was declined: /);
  });
});

describe('a mail about money', () => {
  test('writes its date in the payer’s time zone', () => {
    expect(receipt({ ...PAID, timeZone: 'Asia/Tokyo' }).text).toContain('on 22 November 2026');
  });

  test('promises no further payment of a plan that ends, and no date where the plan is gone', () => {
    const words = (change: object) => receipt({ ...PAID, ...change }).text.replace(/\s+/g, ' ');
    expect(words({ isEnding: true })).toContain('Your plan ends on 21 December 2026, as you chose.');
    expect(words({ paidUntil: null, offer: null })).toContain('for your Stillhere plan. See your plan');
  });
});

describe('a mail of the emergency protocol', () => {
  test.each([
    [{}, '3 days left'],
    [{ now: new Date('2026-12-08T09:40:09Z') }, 'One day left'],
    [{ now: new Date('2026-12-09T03:40:07Z') }, '6 hours left'],
    [{ now: new Date('2026-12-09T09:40:07Z') }, 'Helena Duarte?\n'],
  ])('says how long is left as it goes out: %j', (change, left) => {
    const { subject } = ownWarning('reminder', { ...WATCH, ...change }, CHECK_IN);
    expect(`${subject}\n`).toContain(left);
  });

  test('writes seconds where a protocol day lasts seconds', () => {
    const hurried = { ...WATCH, clock: { ...WATCH.clock, day: 2_000 }, notifyAt: new Date('2026-12-06T09:40:18Z') };
    const { subject, text } = ownWarning('reminder', hurried, CHECK_IN);
    expect(subject).toContain('6 seconds left');
    expect(text).toMatch(/ {2}6 December 2026 at 09:40:18 {3}We tell Rui and Marta/);
  });

  test.each([
    [{ contacts: [] }, ['you have no trusted contacts'], ['we send', 'Rui', 'taken back']],
    [{ items: 0 }, ['We tell Rui and Marta', 'you haven’t set anything aside'], ['we send', 'taken back']],
    [{ contacts: ['Rui'], items: 1 }, ['We tell Rui', 'We send the item you set aside to Rui'], ['Marta']],
  ])('promises nothing that would not happen: %j', (change, said, unsaid) => {
    for (const kind of ['reminder', 'missed', 'last-call', 'again'] as const) {
      const { text, subject } = ownWarning(kind, { ...WATCH, ...change }, CHECK_IN);
      const all = `${subject} ${text.replace(/\s+/g, ' ')}`.toLowerCase();
      for (const words of unsaid) expect(all).not.toContain(words.toLowerCase());
      if (kind === 'reminder') for (const words of said) expect(all).toContain(words.toLowerCase());
    }
  });

  test.each([
    ['link', 'Someone pressed “I’m Still Here” in an email from Stillhere to Helena Duarte'],
    ['account', 'Someone used the Stillhere account of Helena Duarte'],
    ['off', 'Someone switched them off in the Stillhere account of Helena Duarte'],
    ['unknown', 'Someone pressed “I’m Still Here” in one of our emails to Helena Duarte'],
  ] as const)('says what was done and not who did it, nor that all is well: %s', (by, said) => {
    const { subject, text } = allClear({ ...CONTACT_WATCH, by }, CONTACT);
    const words = `${subject} ${text.replace(/\s+/g, ' ')}`;
    expect(words).toContain(said);
    expect(words).toContain('We can’t see who it was.');
    expect(words).not.toMatch(/all is well|is fine|heard from Helena Duarte again/i);
  });

  test('tells the owner what does not count as a check-in', () => {
    expect(MAILS.reminder?.text.replace(/\s+/g, ' ')).toContain('Just looking at pages of Stillhere doesn’t count');
  });

  test('names each item to the owner, and none to a contact', () => {
    expect(MAILS['contact-told']?.text).not.toMatch(/candles|items/);
    expect(MAILS.released?.text.replace(/\s+/g, ' ')).toContain(
      'We’re sending this to Rui and Marta: “How we chose your name”',
    );
    const nothing = ownRelease({ ...RELEASED, titles: [], recipients: [] }, CHECK_IN);
    expect(nothing.text).toContain('Nothing was sent');
  });
});
