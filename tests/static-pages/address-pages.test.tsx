/** The page behind the question whether an address is still right, in every state: static, light, and safe with any name. */
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { AddressPage, AddressTrouble, addressStatus } from '#app/static-pages/address-pages.tsx';
import { CODES, expectToBeStatic, markupOf, titleOf } from './static-page.tsx';

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
const BY_WHATSAPP = { recipientPhone: '+351 912 345 678', channelLabel: 'WhatsApp' };
const PAGES: Record<string, ReactNode> = {
  open: <AddressPage link={{ kind: 'open', about: LONGEST }} path={PATH} />,
  held: <AddressPage link={{ kind: 'confirmed', about: LONGEST }} path={PATH} />,
  'by WhatsApp': <AddressPage link={{ kind: 'open', about: { ...LONGEST, ...BY_WHATSAPP } }} path={PATH} />,
  ...Object.fromEntries(ENDED.map((kind) => [kind, <AddressPage key={kind} link={{ kind }} path={PATH} />])),
  ours: <AddressTrouble code={null} explanation={null} />,
  ...Object.fromEntries(
    CODES.map((code) => [
      `refused: ${code}`,
      <AddressTrouble key={code} code={code} explanation="This link isn’t valid." />,
    ]),
  ),
};

const headingOf = (markup: string) => /<h1>(.*)<\/h1>/.exec(markup)?.[1];

test.each(Object.entries(PAGES))('the page "%s" is static and light', (_name, page) => expectToBeStatic(page));

describe('the question', () => {
  test('says to whom and when, has one button, and leads through signing in to where it is changed', () => {
    const page = <AddressPage link={{ kind: 'open', about: ABOUT }} path={PATH} />;
    const markup = markupOf(page);
    expect([headingOf(markup), titleOf(page)]).toEqual([
      'Is this address still right?',
      'Is this address still right?',
    ]);
    expect(markup).toContain('Ana, ana@example.com');
    expect(markup).toContain('4 May 2031 at 09:00 (Lisbon)');
    expect(markup).toContain(`<form action="${PATH}" method="post"><button`);
    expect(markup.match(/<button/g)).toHaveLength(1);
    expect(markup).toContain(`href="/auth?to=%2Fschedule%2F${ID}%2Fedit"`);
  });

  test('names the number and the fallback address for a delivery by WhatsApp', () => {
    const about = { ...ABOUT, ...BY_WHATSAPP };
    const [open = '', held = ''] = (['open', 'confirmed'] as const).map((kind) =>
      markupOf(<AddressPage link={{ kind, about }} path={PATH} />),
    );
    expect(open).toContain('Ana, +351 912 345 678 (WhatsApp) or ana@example.com');
    expect([open, held].map(headingOf)).toEqual(['Is this number still right?', 'Thank you. The number stays.']);
  });

  test('that cannot be answered now is gone, has no button, and tells no name', () => {
    for (const kind of ENDED)
      expect([addressStatus({ kind }), markupOf(PAGES[kind]).includes('<button')]).toEqual([410, false]);
    expect(addressStatus({ kind: 'confirmed', about: ABOUT })).toBe(200);
  });
});
