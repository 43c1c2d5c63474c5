/** The page behind the question whether an address still holds, in every state: plain, light, and safe with any name. */
import { describe, expect, test } from 'vitest';
import { STATUS } from '#app/http/errors.ts';
import { addressPage, addressProblemPage } from '#app/plain/address-pages.ts';
import type { PlainPage } from '#app/plain/page.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { expectToBePlain } from './plain-page.ts';

const PATH = '/address/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const ID = '019a6f00-0000-7000-8000-000000000001';
const NASTY = '"><img src=x onerror=alert(1)>';
const ABOUT = {
  deliveryId: ID,
  recipientName: 'Ana',
  recipientEmail: 'ana@example.com',
  recipientPhone: null,
  channelLabel: 'email',
  scheduledTime: new Date('2031-05-04T08:00:00Z'),
  timeZone: 'Europe/Lisbon',
};
const LONGEST = { ...ABOUT, recipientName: NASTY.repeat(4), recipientEmail: `${NASTY}@example.com` };
const ENDED = ['changed', 'due', 'sent', 'failed', 'deleted'] as const;
const CODES = Object.keys(STATUS) as ErrorCode[];
const PAGES: Record<string, PlainPage> = {
  open: addressPage({ kind: 'open', about: LONGEST }, PATH),
  held: addressPage({ kind: 'held', about: LONGEST }, PATH),
  'by WhatsApp': addressPage(
    { kind: 'open', about: { ...LONGEST, recipientPhone: '+351 912 345 678', channelLabel: 'WhatsApp' } },
    PATH,
  ),
  ...Object.fromEntries(ENDED.map((kind) => [kind, addressPage({ kind }, PATH)])),
  ours: addressProblemPage(null, null),
  ...Object.fromEntries(
    CODES.map((code) => [`refused: ${code}`, addressProblemPage(code, 'This link opens nothing.')]),
  ),
};

const headingOf = (markup: string) => /<h1>(.*)<\/h1>/.exec(markup)?.[1];

test.each(Object.entries(PAGES))('the page "%s" is plain, light, and kept by nobody', (_name, page) =>
  expectToBePlain(page),
);

describe('the question', () => {
  test('says to whom and when, has one button, and leads through signing in to where it is changed', () => {
    const { markup } = addressPage({ kind: 'open', about: ABOUT }, PATH).main;
    expect(headingOf(markup)).toBe('Does this address still hold?');
    expect(markup).toContain('Ana, ana@example.com');
    expect(markup).toContain('4 May 2031 at 09:00 (Lisbon)');
    expect(markup).toContain(`<form method="post" action="${PATH}"><button`);
    expect(markup.match(/<button/g)).toHaveLength(1);
    expect(markup).toContain(`href="/auth?to=%2Fschedule%2F${ID}%2Fedit"`);
  });

  test('names the number, and the address that stands in for it, where it goes by WhatsApp', () => {
    const about = { ...ABOUT, recipientPhone: '+351 912 345 678', channelLabel: 'WhatsApp' };
    const { markup } = addressPage({ kind: 'open', about }, PATH).main;
    expect(markup).toContain('Ana, +351 912 345 678 (WhatsApp) or ana@example.com');
    expect([markup, addressPage({ kind: 'held', about }, PATH).main.markup].map(headingOf)).toEqual([
      'Does this number still hold?',
      'Thank you. The number stays.',
    ]);
  });

  test('that cannot be answered any more is gone, has no button, and tells no name', () => {
    for (const kind of ENDED) {
      const page = PAGES[kind];
      expect([page?.status, page?.main.markup.includes('<button')]).toEqual([410, false]);
    }
    expect(PAGES.ours).toMatchObject({ status: 503, retryAfter: 120 });
  });
});
