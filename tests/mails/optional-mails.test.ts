/** Mails that owners can turn off, and the one about an opening. */
import { describe, expect, test } from 'vitest';
import { OPENED } from '#dev/mail-samples/facts.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import { deliveryOpened } from '#services/mails/deliveries.ts';

const FOOT =
  'You can turn these emails off in your profile: https://stillhere.example/auth?to=%2Fprofile%2Fnotifications';
const OPTIONAL = [
  ...['address-check', 'address-check-whatsapp', 'contacts-check', 'delivery-delayed', 'delivery-delayed-whatsapp'],
  ...['delivery-opened', 'delivery-opened-whatsapp'],
];

test('a mail says where it can be turned off, if it can be', () => {
  const saying = [...SAMPLES].filter(([, { mail }]) => mail.text.replace(/\s+/g, ' ').includes(FOOT));
  expect(saying.map(([name]) => name).sort()).toEqual(OPTIONAL);
});

describe('a mail about an opening', () => {
  const words = (change: object) => deliveryOpened({ ...OPENED, ...change }).text.replace(/\s+/g, ' ');

  test('says when it was opened in the owner’s time zone, and to whom the link was sent', () => {
    expect(words({})).toContain(
      'was opened on 4 May 2031 at 10:12 (Lisbon), with the link that we sent to Ana at ana@',
    );
    expect(words({ timeZone: 'Asia/Tokyo' })).toContain('was opened on 4 May 2031 at 18:12 (Tokyo)');
    expect(words({ recipientName: null })).toContain('the link that we sent to ana@example.com.');
  });

  test('does not say who opened it: anyone with the link can', () => {
    const { subject, preview } = deliveryOpened(OPENED);
    const all = `${subject} ${preview} ${words({})}`;
    expect(all).toContain('we can’t see who it was');
    expect(all).not.toMatch(/Ana (has )?(opened|read)|was read/);
  });
});
