import { describe, expect, test } from 'vitest';
import {
  ASKED,
  CHECK_IN,
  CONTACT,
  CONTACT_WATCH,
  MISSED,
  OPENED,
  OWN,
  RELEASED,
  WRITTEN,
} from '#dev/mail-samples/facts.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import { addressCheck, deliveryDelayed, deliveryFailed, deliveryOpened } from '#services/mails/deliveries.ts';
import { allClear, contactNotified, undelivered, witnessTold } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { invitation } from '#services/mails/invitations.ts';
import { holds } from '#tests/spec/holds.ts';

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
      invitation({ ...WRITTEN, senderName: nasty, senderEmail: nasty, recipientName: nasty, title: nasty }),
      deliveryFailed({
        ...OWN,
        ownerName: nasty,
        recipientName: nasty,
        recipientEmail: nasty,
        title: nasty,
        failure: 'bounced',
        triedPhone: nasty,
      }),
      addressCheck({ ...ASKED, ownerName: nasty, recipientName: nasty, recipientEmail: nasty, title: nasty }),
      deliveryDelayed({ ...OWN, ownerName: nasty, recipientName: nasty, recipientEmail: nasty, title: nasty }),
      deliveryOpened({ ...OPENED, ownerName: nasty, recipientName: nasty, recipientEmail: nasty, title: nasty }),
      ownWarning('missed', { ...MISSED, ownerName: nasty, contacts: [nasty] }, CHECK_IN),
      ownRelease({ ...RELEASED, ownerName: nasty, recipients: [nasty], titles: [nasty] }, CHECK_IN),
      contactNotified({ ...CONTACT_WATCH, ownerName: nasty, contactName: nasty }, CONTACT),
      allClear({ ownerName: nasty, ownerEmail: nasty, contactName: nasty, by: 'unknown' }, CONTACT),
      undelivered({ ownerName: nasty, ownerEmail: nasty, contactName: nasty }, CONTACT),
      witnessTold({ ...CONTACT_WATCH, ownerName: nasty, ownerEmail: nasty, contactName: nasty }, CONTACT),
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
    expect(mail.subject).toContain('From Ana Bcc: everyone@example.com Helena, a letter for you');
    expect(mail.text).not.toMatch(/^Bcc/m);
  });

  test('a name of nothing but controls becomes "Someone", an empty title "Untitled"', () => {
    const mail = invitation({ ...WRITTEN, senderName: '\u202e\u0007', recipientName: '\u200f', title: ' \n ' });
    expect(mail.subject).toBe('From Someone, a letter for you: “Untitled”');
    expect(mail.text).toMatch(/^Someone wrote to you\.\n/);
  });

  test('direction overrides are removed, and right-to-left names are isolated except in the subject', () => {
    const mail = invitation({ ...WRITTEN, senderName: 'شيماء', recipientName: 'רנה', title: '\u202egnp.exe' });
    expect(mail.text.split('\n')[0]).toBe('\u2068רנה\u2069, \u2068شيماء\u2069 wrote to you.');
    expect(mail.subject).toBe('From شيماء, a letter for you: “gnp.exe”');
    for (const { mail } of SAMPLES.values()) expect(mail.subject).not.toMatch(/[\u2066-\u2069]/u);
  });

  test('a title of 200 characters is whole in the mail and shortened in the subject, between characters', () => {
    holds('C-20');
    const family = '👩‍👩‍👧‍👦';
    const mail = invitation({ ...WRITTEN, title: family.repeat(18), senderName: 'É'.repeat(120) });
    expect(mail.text).toContain(family.repeat(18));
    const long = invitation({ ...WRITTEN, title: `${family.repeat(120)}`, senderName: 'É'.repeat(120) });
    expect(long.subject).toBe(`From ${'É'.repeat(59)}…, a letter for you: “${family.repeat(89)}…”`);
    const words = invitation({ ...WRITTEN, title: 'All of the days '.repeat(13).trim() });
    expect(words.text.replaceAll('\n', ' ')).toContain('All of the days '.repeat(13).trim());
  });
});
