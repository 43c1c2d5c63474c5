/** The pages behind the links of account mails. */
import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { STATUS } from '#app/http/errors.ts';
import {
  accountProblemPage,
  confirmedPage,
  confirmPage,
  forgotPage,
  forgotSentPage,
  resetPage,
} from '#app/plain/account-pages.ts';
import { type PlainPage, plainResponse } from '#app/plain/page.ts';
import type { ErrorCode } from '#domain/errors.ts';

const PATH = '/auth/confirm/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const OWN = { email: 'helena@example.com', isChange: false };
const WRONG = {
  code: 'validation-failed' as const,
  errors: [{ field: 'email', message: 'Please enter a valid email' }],
};
const CODES = Object.keys(STATUS) as ErrorCode[];
const PAGES: Record<string, PlainPage> = {
  confirm: confirmPage(OWN, PATH),
  'confirm a change': confirmPage({ ...OWN, isChange: true }, PATH),
  confirmed: confirmedPage(OWN),
  forgot: forgotPage('/auth/forgot'),
  'forgot, refused': forgotPage('/auth/forgot', { ...WRONG, email: 'helena' }),
  sent: forgotSentPage(),
  reset: resetPage('/auth/reset/x'),
  ours: accountProblemPage(null, null),
  ...Object.fromEntries(CODES.map((code) => [code, accountProblemPage(code, 'This link opens nothing.')])),
};
const textOf = (page: PlainPage) => plainResponse(page).text();

test.each(Object.entries(PAGES))('the page "%s" is plain, light, and kept by nobody', async (_name, page) => {
  const response = plainResponse(page);
  const markup = await response.text();
  expect(markup).not.toMatch(/<(script|iframe|style|object|embed)\b|\sstyle=|\son\w+=|https?:|\/\//i);
  expect(markup.match(/<h1>/g)).toHaveLength(1);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const css = await readFile('public/plain/plain.css', 'utf8');
  const font = await stat('public/plain/newsreader-letter.woff2');
  expect(Buffer.byteLength(markup) + Buffer.byteLength(css) + font.size).toBeLessThan(30 * 1024);
});

describe('a form on such a page', () => {
  test('ties what is wrong to its field, and keeps what was typed', async () => {
    const markup = await textOf(forgotPage('/auth/forgot', { ...WRONG, email: '"><img src=x>' }));
    expect(markup).toMatch(/<input id="email"[^>]* aria-invalid="true" aria-describedby="email-error" autofocus>/);
    expect(markup).toContain('<span class="error" id="email-error">Please enter a valid email</span>');
    expect(markup).toContain('value="&quot;&gt;&lt;img src=x&gt;"');
    expect(forgotPage('/auth/forgot', WRONG).status).toBe(422);
  });

  test('says when to come back where it was us', () => {
    expect(accountProblemPage(null, null)).toMatchObject({ status: 503, retryAfter: 120 });
    expect(accountProblemPage('gone', 'It is over.')).toMatchObject({ status: 410 });
  });
});
