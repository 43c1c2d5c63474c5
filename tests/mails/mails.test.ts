import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ASKED,
  CHECK_IN,
  CONTACT,
  CONTACT_WATCH,
  MISSED,
  OWN,
  PAID,
  RELEASED,
  WATCH,
  WRITTEN,
} from '#dev/mail-samples/facts.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say, sayAll } from '#messages/say.ts';
import { receipt } from '#services/mails/billing.ts';
import { addressCheck, deliveryDelayed, deliveryFailed } from '#services/mails/deliveries.ts';
import { allClear, contactNotified, undelivered } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { invitation } from '#services/mails/invitations.ts';
import { type Mail, renderMail } from '#services/mails/layout.ts';
import { holds } from '#tests/spec/holds.ts';

const MAILS: Record<string, Mail> = Object.fromEntries(Array.from(SAMPLES, ([name, { mail }]) => [name, mail]));

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

  test.each(Object.entries(MAILS))('%s loads nothing, runs nothing and holds one link', (_name, { html, text }) => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form|object|video|audio)\b|url\(|@import|\bsrc=/i);
    expect(html.match(/https?:\/\//g)).toHaveLength(1);
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
  });

  test.each(Object.entries(MAILS))('%s says the same in text as in HTML', (_name, { html, text }) => {
    const spoken = html.slice(html.indexOf('<h1')).replace(/<[^>]+>/g, ' ');
    const words = (value: string) =>
      value
        .replace(/https:\S+|:(?=\n)/g, '')
        .split(/\s+/)
        .filter(Boolean);
    expect(words(text)).toEqual(words(spoken));
  });

  test.each(Object.entries(MAILS))('%s says why it was sent, and where an answer goes', (name, { text }) => {
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('You get this because ');
    // Operators answer to nobody: they are who is reached.
    if (name !== 'content-reported') expect(words).toMatch(/\breply to this email\b/i);
  });

  test.each(Object.entries(MAILS))('%s fits a line of plain text', (_name, { text }) => {
    const long = text.split('\n').filter((line) => line.length > 76 && !line.startsWith('  https:'));
    expect(long).toEqual([]);
  });
});

describe('an invitation', () => {
  test('writes its dates in the sender’s time zone', () => {
    const inTokyo = invitation({ ...WRITTEN, timeZone: 'Asia/Tokyo', writtenAt: new Date('2026-11-18T20:00:00Z') });
    expect(inTokyo.text).toContain('written on 19 November 2026');
  });

  test('writes its dates in UTC when the zone was retired since', () => {
    expect(invitation({ ...WRITTEN, timeZone: 'Europe/Atlantis' }).text).toContain('until\n4 May 2031');
  });

  test('says one date when the letter went out on the day it was written', () => {
    const { text } = invitation({ ...WRITTEN, sentAt: new Date('2026-11-18T23:00:00Z') });
    expect(text).toContain('written on 18 November 2026.');
    expect(text).not.toContain('kept for you until');
  });

  test('has no name in its heading where the recipient has none', () => {
    expect(invitation({ ...WRITTEN, recipientName: null }).text).toMatch(/^Helena Duarte wrote to you\.\n/);
  });
});

describe('a mail to the owner', () => {
  test('names the address where there is no name', () => {
    const mail = deliveryFailed({ ...OWN, recipientName: null, reason: say(failureReasons.bounced), triedPhone: null });
    expect(mail.subject).toMatch(/^Your letter to ana@example\.com needs you: /);
    expect(mail.text).toContain('4 May 2031 at 09:00 (Lisbon), to\nana@example.com.');
  });

  test('names the kind of its content', () => {
    const mail = deliveryFailed({ ...OWN, type: 'video', reason: say(failureReasons.bounced), triedPhone: null });
    expect(mail.subject).toMatch(/^Your video for Ana needs you: /);
    expect(mail.text).not.toContain('letter');
  });

  test('contains each reason', () => {
    for (const reason of Object.values(sayAll(failureReasons))) {
      expect(deliveryFailed({ ...OWN, reason, triedPhone: null }).text.replaceAll('\n', ' ')).toContain(
        `What happened: ${reason}`,
      );
    }
  });
});

describe('a mail about money', () => {
  test('writes its date in the payer’s time zone', () => {
    expect(receipt({ ...PAID, timeZone: 'Asia/Tokyo' }).text).toContain('on 22 November 2026');
  });

  test('promises no further payment of a plan that ends, and no date where the plan is gone', () => {
    const words = (change: object) => receipt({ ...PAID, ...change }).text.replace(/\s+/g, ' ');
    expect(words({ isEnding: true })).toContain('until 21 December 2026. It ends then, as you chose.');
    expect(words({ paidUntil: null, offer: null })).toContain('for your plan at Stillhere. See your plan');
  });
});

describe('a mail of the emergency protocol', () => {
  test.each([
    [{}, '3 days left'],
    [{ now: new Date('2026-12-08T08:40:09Z') }, 'A day left'],
    [{ now: new Date('2026-12-09T02:40:07Z') }, '6 hours left'],
    [{ now: new Date('2026-12-09T08:40:07Z') }, 'Helena Duarte?\n'],
  ])('says how long is left as it goes out: %j', (change, left) => {
    const { subject } = ownWarning('reminder', { ...WATCH, ...change }, CHECK_IN);
    expect(`${subject}\n`).toContain(left);
  });

  test('writes seconds where a protocol day lasts seconds', () => {
    const hurried = { ...WATCH, clock: { ...WATCH.clock, day: 2_000 }, notifyAt: new Date('2026-12-06T08:40:18Z') };
    const { subject, text } = ownWarning('reminder', hurried, CHECK_IN);
    expect(subject).toContain('6 seconds left');
    expect(text).toMatch(/ {2}6 December 2026 at 08:40:18 {3}Rui and Marta are told/);
  });

  test.each([
    [{ contacts: [] }, ['you have named no trusted contact'], ['are sent to', 'Rui']],
    [{ items: 0 }, ['Rui and Marta are told', 'you have set nothing aside'], ['are sent to']],
    [{ contacts: ['Rui'], items: 1 }, ['Rui is told', 'the item that you set aside is sent to Rui'], ['Marta']],
  ])('promises nothing that would not happen: %j', (change, said, unsaid) => {
    for (const kind of ['reminder', 'missed', 'last-call', 'again'] as const) {
      const { text, subject } = ownWarning(kind, { ...WATCH, ...change }, CHECK_IN);
      const all = `${subject} ${text.replace(/\s+/g, ' ')}`.toLowerCase();
      for (const words of unsaid) expect(all).not.toContain(words.toLowerCase());
      if (kind === 'reminder') for (const words of said) expect(all).toContain(words.toLowerCase());
    }
  });

  test('names each item to the owner, and none to a contact', () => {
    expect(MAILS['contact-told']?.text).not.toMatch(/candles|items/);
    expect(MAILS.released?.text.replace(/\s+/g, ' ')).toContain('To Rui and Marta we send: “How we chose your name”');
    const nothing = ownRelease({ ...RELEASED, titles: [], recipients: [] }, CHECK_IN);
    expect(nothing.text).toContain('Nothing was sent');
  });
});

describe('hostile input', () => {
  const NASTY = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title></head><body>',
    '&lt;b&gt; &amp;',
  ];

  test.each(NASTY)('%s stays text in every field', (nasty) => {
    const mails = [
      invitation({ ...WRITTEN, senderName: nasty, recipientName: nasty, title: nasty }),
      deliveryFailed({
        ...OWN,
        ownerName: nasty,
        recipientName: nasty,
        recipientEmail: nasty,
        title: nasty,
        reason: nasty,
        triedPhone: nasty,
      }),
      addressCheck({ ...ASKED, ownerName: nasty, recipientName: nasty, recipientEmail: nasty, title: nasty }),
      deliveryDelayed({ ...OWN, ownerName: nasty, recipientName: nasty, recipientEmail: nasty, title: nasty }),
      ownWarning('missed', { ...MISSED, ownerName: nasty, contacts: [nasty] }, CHECK_IN),
      ownRelease({ ...RELEASED, ownerName: nasty, recipients: [nasty], titles: [nasty] }, CHECK_IN),
      contactNotified({ ...CONTACT_WATCH, ownerName: nasty, contactName: nasty }, CONTACT),
      allClear({ ownerName: nasty, contactName: nasty }, CONTACT),
      undelivered({ ownerName: nasty, contactName: nasty }, CONTACT),
    ];
    for (const { html } of mails) {
      expect(html).not.toContain(nasty);
      expect(html).not.toMatch(/<(script|img)/);
      expect(html.match(/<\/title>/g)).toHaveLength(1);
    }
  });

  test('a line break starts no header, no line and no paragraph', () => {
    const broken = 'Ana\r\nBcc: everyone@example.com\n\n\u0000\u2028\u0085Helena';
    const mail = invitation({ ...WRITTEN, senderName: broken, recipientName: broken, title: broken });
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(mail.subject).toContain('Ana Bcc: everyone@example.com Helena wrote to you');
    expect(mail.text).not.toMatch(/^Bcc/m);
  });

  test('a name of nothing but controls becomes "Someone", an empty title "Untitled"', () => {
    const mail = invitation({ ...WRITTEN, senderName: '\u202e\u0007', recipientName: '\u200f', title: ' \n ' });
    expect(mail.subject).toBe('Someone wrote to you: “Untitled”');
    expect(mail.text).toMatch(/^Someone wrote to you\.\n/);
  });

  test('direction overrides are removed and right-to-left names are isolated', () => {
    const mail = invitation({ ...WRITTEN, senderName: 'شيماء', recipientName: 'רנה', title: '\u202egnp.exe' });
    expect(mail.text.split('\n')[0]).toBe('\u2068רנה\u2069, \u2068شيماء\u2069 wrote to you.');
    expect(mail.subject).toBe('\u2068شيماء\u2069 wrote to you: “gnp.exe”');
  });

  test('a title of 200 characters is whole in the mail and shortened in the subject, between characters', () => {
    holds('C-20');
    const family = '👩‍👩‍👧‍👦';
    const mail = invitation({ ...WRITTEN, title: family.repeat(18), senderName: 'É'.repeat(120) });
    expect(mail.text).toContain(family.repeat(18));
    const long = invitation({ ...WRITTEN, title: `${family.repeat(120)}`, senderName: 'É'.repeat(120) });
    expect(long.subject).toBe(`${'É'.repeat(59)}… wrote to you: “${family.repeat(89)}…”`);
    const words = invitation({ ...WRITTEN, title: 'All of the days '.repeat(13).trim() });
    expect(words.text.replaceAll('\n', ' ')).toContain('All of the days '.repeat(13).trim());
  });
});
