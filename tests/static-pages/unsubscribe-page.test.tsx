/** The page behind the "unsubscribe" of a mail program, for each kind of mail: static, light, and with one button. */
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { UnsubscribePage, UnsubscribeTrouble } from '#app/static-pages/unsubscribe-page.tsx';
import { OPTIONAL_MAILS } from '#domain/accounts/notifications.ts';
import { CODES, expectToBeStatic, markupOf } from './static-page.tsx';

const PATH = '/unsubscribe/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const page = (mail: (typeof OPTIONAL_MAILS)[number], isWanted: boolean) => (
  <UnsubscribePage about={{ mail, isWanted }} path={PATH} />
);
const PAGES: Record<string, ReactNode> = {
  ...Object.fromEntries(OPTIONAL_MAILS.map((mail) => [mail, page(mail, true)])),
  off: page('delivery_opened', false),
  ours: <UnsubscribeTrouble code={null} explanation={null} />,
  ...Object.fromEntries(
    CODES.map((code) => [
      `refused: ${code}`,
      <UnsubscribeTrouble key={code} code={code} explanation="This link isn’t valid." />,
    ]),
  ),
};

test.each(Object.entries(PAGES))('the page "%s" is static and light', (_name, one) => expectToBeStatic(one));

test('asks with one button, and says that all other emails keep coming', () => {
  const markup = markupOf(page('delivery_opened', true));
  expect(markup).toContain(`<form action="${PATH}" method="post"><button`);
  expect(markup.match(/<button/g)).toHaveLength(1);
  expect(markup).toContain('All other emails keep coming.');
});

test('says of each kind of mail what it is about', () => {
  const leads = OPTIONAL_MAILS.map((mail) => /<p class="lead">(.*?)<\/p>/.exec(markupOf(page(mail, true)))?.[1]);
  expect(new Set(leads).size).toBe(OPTIONAL_MAILS.length);
});

test('has no button once they are off, and leads through signing in to where they are turned on again', () => {
  const markup = markupOf(page('address_check', false));
  expect(markup).not.toContain('<button');
  expect(markup).toContain('href="/auth?to=%2Fprofile%2Fnotifications"');
});
