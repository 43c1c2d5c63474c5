/** The pages of an account that are opened from a mail, in every state: plain, light, and safe with any address. */
import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
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

test.each(Object.entries(PAGES))('the page "%s" is plain, light, and kept by nobody', async (_name, page) => {
  const response = plainResponse(page);
  const markup = await response.text();
  expect(markup).not.toMatch(/<(script|iframe|style|object|embed|img)\b|<[^>"]*\s(style|on\w+)=|https?:|\/\//i);
  expect(markup.match(/<h1>/g)).toHaveLength(1);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*script-src)/);
  const css = await readFile('public/plain/plain.css', 'utf8');
  const font = await stat('public/plain/newsreader-letter.woff2');
  expect(Buffer.byteLength(markup) + Buffer.byteLength(css) + font.size).toBeLessThan(30 * 1024);
});
