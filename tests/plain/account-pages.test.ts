/** The pages of an account that are opened from a mail, in every state: plain, light, and safe with any address. */
import { describe, expect, test } from 'vitest';
import { STATUS } from '#app/http/errors.ts';
import {
  accountProblemPage,
  confirmedPage,
  confirmPage,
  forgotPage,
  forgotSentPage,
  type Refused,
  resetPage,
} from '#app/plain/account-pages.ts';
import { googleProblemPage } from '#app/plain/google-page.ts';
import { type PlainPage, plainResponse } from '#app/plain/page.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { expectToBePlain } from './plain-page.ts';

const PATH = '/auth/reset/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const NASTY = '"><img src=x onerror=alert(1)>@example.com';
const CODES = Object.keys(STATUS) as ErrorCode[];
const refused = (field: string): Refused => ({
  ...{ code: 'validation-failed', email: NASTY },
  errors: [{ field, message: 'Please try that once more' }],
});
const PAGES: Record<string, PlainPage> = {
  confirm: confirmPage({ email: NASTY, isChange: false }, PATH),
  'another address': confirmPage({ email: NASTY, isChange: true }, PATH),
  confirmed: confirmedPage({ email: NASTY, isChange: true }),
  forgot: forgotPage(PATH),
  'forgot, refused': forgotPage(PATH, refused('email')),
  'forgot, sent': forgotSentPage(),
  reset: resetPage(PATH),
  'reset, refused': resetPage(PATH, refused('password')),
  ours: accountProblemPage(null, null),
  ...Object.fromEntries(
    CODES.map((code) => [`refused: ${code}`, accountProblemPage(code, 'This link opens nothing.')]),
  ),
  ...Object.fromEntries(CODES.map((code) => [`Google, refused: ${code}`, googleProblemPage(code, null)])),
};

test.each(Object.entries(PAGES))('the page "%s" is plain, light, and kept by nobody', (_name, page) =>
  expectToBePlain(page),
);

describe('a form on such a page', () => {
  test('ties what is wrong to its field, and keeps what was typed', async () => {
    const page = forgotPage(PATH, refused('email'));
    const markup = await plainResponse(page).text();
    expect(page.status).toBe(422);
    expect(markup).toMatch(/<input id="email"[^>]* aria-invalid="true" aria-describedby="email-error" autofocus>/);
    expect(markup).toContain('<span class="error" id="email-error">Please try that once more</span>');
    expect(markup).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;@example.com"');
  });

  test('says when to come back where it was us', () => {
    expect(accountProblemPage(null, null)).toMatchObject({ status: 503, retryAfter: 120 });
    expect(accountProblemPage('gone', 'It is over.')).toMatchObject({ status: 410 });
  });
});
