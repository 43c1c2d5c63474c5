/** The pages of an account that people open from a mail, in every state: static, light, and safe with any address. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import {
  AccountTrouble,
  ConfirmedPage,
  ConfirmPage,
  ForgotPage,
  ForgotSentPage,
  ResetPage,
} from '#app/static-pages/account-pages.tsx';
import { GoogleTrouble } from '#app/static-pages/link-troubles.tsx';
import type { Confirmation } from '#services/accounts/email-address.ts';
import { CODES, expectToBeStatic, markupOf } from './static-page.tsx';

const PATH = '/auth/reset/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const NASTY = '"><img src=x onerror=alert(1)>@example.com';
const refused = (field: string): SubmissionResult<string[]> => ({
  status: 'error',
  initialValue: { email: NASTY },
  error: { [field]: ['Please try that once more'] },
});
const confirmPage = (confirmation: Partial<Confirmation>, props: Partial<Parameters<typeof ConfirmPage>[0]> = {}) => (
  <ConfirmPage
    path={PATH}
    confirmation={{ email: NASTY, isChange: false, needs: 'press', ...confirmation }}
    choosesNew={false}
    result={null}
    {...props}
  />
);
const PAGES: Record<string, ReactNode> = {
  confirm: confirmPage({}),
  'confirm, by password': confirmPage({ needs: 'password' }),
  'confirm, by password, refused': confirmPage({ needs: 'password' }, { result: refused('password') }),
  'confirm, by a new password': confirmPage({ needs: 'password' }, { choosesNew: true }),
  'confirm, by a new password, refused': confirmPage(
    { needs: 'password' },
    { choosesNew: true, result: refused('new_password') },
  ),
  'confirm, by a first password': confirmPage({ needs: 'new-password' }),
  'another address': confirmPage({ isChange: true }),
  'another address, by password': confirmPage({ isChange: true, needs: 'password' }),
  confirmed: <ConfirmedPage email={NASTY} isChange={true} />,
  forgot: <ForgotPage path={PATH} result={null} />,
  'forgot, refused': <ForgotPage path={PATH} result={refused('email')} />,
  'forgot, sent': <ForgotSentPage />,
  reset: <ResetPage path={PATH} result={null} />,
  'reset, refused': <ResetPage path={PATH} result={refused('password')} />,
  ours: <AccountTrouble code={null} explanation={null} />,
  ...Object.fromEntries(
    CODES.map((code) => [
      `refused: ${code}`,
      <AccountTrouble key={code} code={code} explanation="This link isn’t valid." />,
    ]),
  ),
  ...Object.fromEntries(
    CODES.map((code) => [`Google, refused: ${code}`, <GoogleTrouble key={code} code={code} explanation={null} />]),
  ),
};

test.each(Object.entries(PAGES))('the page "%s" is static and light', (_name, page) => expectToBeStatic(page));

test('a form on such a page ties what is wrong to its field, and keeps what was typed', () => {
  const markup = markupOf(PAGES['forgot, refused']);
  const [input = ''] = /<input id="email"[^>]*\/>/.exec(markup.replaceAll('&gt;', '')) ?? [];
  for (const attribute of ['aria-invalid="true"', 'aria-describedby="email-error"', 'autofocus=""', 'required=""'])
    expect(input).toContain(attribute);
  expect(markup).toContain('<span class="error" id="email-error">Please try that once more</span>');
  expect(markup).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;@example.com"');
});

describe('a refusal', () => {
  test('leads to where another link is to be had', () => {
    const markup = markupOf(PAGES['refused: gone']);
    expect(markup).toContain('<a href="/auth">sign in</a>');
    expect(markup).toContain('<a href="/auth/forgot">choose a new password</a>');
  });
});
