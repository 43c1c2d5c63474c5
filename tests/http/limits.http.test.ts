/** Limits of repeated tries: pages, calls and links. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Limit } from '#domain/accounts/limits.ts';
import * as limits from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { startWeb, type Web } from './web.ts';

/** As our proxy names them. */
const ATTACKER = { 'x-forwarded-for': '203.0.113.7' };
const HOME = { 'x-forwarded-for': '198.51.100.20' };
const WAIT = /That was too often\. Please wait \d+ minutes and try again\./;

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

/** As if what was counted once had been counted as often as the limit allows. */
function usedUp({ name, tries }: Limit) {
  return web.query('update rate_limits set points = ? where key like ?', [tries, `${name}:%`]);
}

function call(
  path: string,
  body: object,
  headers: Record<string, string>,
  by = web.visitor(),
  signal: AbortSignal | null = null,
): Promise<Response> {
  return by.send(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });
}

async function isRefusedPage(response: Response) {
  expect(response.status).toBe(429);
  expect(await response.text()).toMatch(WAIT);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
}

async function isRefusedCall(response: Response) {
  const problem = (await response.json()) as { retry_after: number };
  expect([response.status, problem]).toEqual([
    429,
    expect.objectContaining({ code: 'too-many-requests', detail: expect.stringMatching(WAIT) }),
  ]);
  expect(response.headers.get('retry-after')).toBe(`${problem.retry_after}`);
}

describe('signing in', () => {
  const guess = (email: string, password = 'wrong one') => web.visitor().post('/auth', { email, password }, ATTACKER);

  test('after many wrong passwords there is a sentence in the form, for pages and programs alike', async () => {
    const { email } = await web.person();
    expect((await guess(email)).status).toBe(401);
    await usedUp(limits.WRONG_PASSWORDS);
    await isRefusedPage(await guess(email, 'stillhere'));
    await isRefusedCall(await call('/auth/login', { email, password: 'stillhere' }, ATTACKER));
    const script = await web.visitor().post('/auth.data', { email, password: 'stillhere' }, ATTACKER);
    expect([script.status, script.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  test('the owner comes in meanwhile: from elsewhere, with a browser that is known, with a new password', async () => {
    const person = await web.person();
    const { email } = person;
    await person.post('/logout');
    await guess(email);
    await usedUp(limits.WRONG_PASSWORDS);
    const right = { email, password: 'stillhere' };
    expect((await web.visitor().post('/auth', right, HOME)).status).toBe(302);
    expect((await call('/auth/login', right, ATTACKER, person)).status).toBe(200);
    expect((await person.post('/auth', right, ATTACKER)).status).toBe(302);

    const fresh = web.visitor();
    await fresh.post('/auth/forgot', { email }, ATTACKER);
    const [row] = await web.query<{ id: string }>(
      "select id from secrets where email = ? and purpose = 'reset-password'",
      [email],
    );
    const link = `/auth/reset/${linkSecret(web.keyring, 'reset-password', row?.id ?? '', 0)}`;
    expect((await fresh.post(link, { password: 'three plain words' }, ATTACKER)).status).toBe(302);
    expect((await fresh.post('/auth', { email, password: 'three plain words' }, ATTACKER)).status).toBe(302);
    expect((await guess(email, 'three plain words')).status).toBe(429);
  });

  test('is limited from one address over all accounts', async () => {
    await guess('nobody@example.com');
    await usedUp(limits.WRONG_PASSWORDS_FROM);
    await isRefusedPage(await guess('another@example.com'));
    expect(
      (await web.visitor().post('/auth', { email: 'another@example.com', password: 'wrong one' }, HOME)).status,
    ).toBe(401);
  });

  test('a forged X-Forwarded-For does not count', async () => {
    await guess('nobody@example.com');
    await usedUp(limits.WRONG_PASSWORDS_FROM);
    const headers = { 'x-forwarded-for': `192.0.2.1, ${ATTACKER['x-forwarded-for']}` };
    await isRefusedCall(await call('/auth/login', { email: 'another@example.com', password: 'wrong one' }, headers));
  });
});

test('a flood of passwords from one network must wait, and another network signs in', async () => {
  const { email } = await web.person();
  const [flood, hungUp]: [Promise<void>[], AbortController] = [[], new AbortController()];
  const refused: Response[] = [];
  const guess = async (): Promise<void> => {
    const body = { email: `nobody-${flood.length}@example.com`, password: 'wrong one' };
    const answer = await call('/auth/login', body, ATTACKER, web.visitor(), hungUp.signal);
    if (answer.status === 503) refused.push(answer);
  };
  while (refused.length === 0) {
    for (let n = 0; n < 10; n++) flood.push(guess());
    // Until these have had their turn at the database and wait for their check, which takes far longer.
    await web.fetch('/readyz');
  }
  expect((await web.visitor().post('/auth', { email, password: 'stillhere' }, HOME)).status).toBe(302);
  hungUp.abort();
  await Promise.all(flood);
  expect(refused[0]?.headers.get('retry-after')).toBe('60');
  expect(await refused[0]?.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Very many people are using Stillhere right now. Please try again in a minute.',
  });
});

test('signing up', async () => {
  const fields = { name: 'New', email: 'new@example.com', password: 'stillhere', time_zone: 'UTC' };
  expect((await call('/auth/register', fields, ATTACKER)).status).toBe(201);
  await usedUp(limits.SIGN_UPS_FROM);
  await isRefusedCall(await call('/auth/register', { ...fields, email: 'newer@example.com' }, ATTACKER));
  await isRefusedPage(
    await web.visitor().post('/auth?mode=sign-up', { ...fields, email: 'newer@example.com' }, ATTACKER),
  );
  expect((await call('/auth/register', { ...fields, email: 'newer@example.com' }, HOME)).status).toBe(201);
});

test('mails with a link, alike whether or not there is an account', async () => {
  const { email } = await web.person();
  for (const asked of [email, 'nobody@example.com']) {
    expect((await web.visitor().post('/auth/forgot', { email: asked }, ATTACKER)).status).toBe(200);
    await usedUp(limits.LINK_MAILS);
    await isRefusedPage(await web.visitor().post('/auth/forgot', { email: asked }, HOME));
    await isRefusedCall(await call('/auth/forgot', { email: asked }, HOME));
  }
  const person = await web.person();
  await unconfirm(web.query, person.email);
  await person.post('/profile/email/confirm');
  await usedUp(limits.LINK_MAILS);
  await isRefusedPage(await person.post('/profile/email/confirm'));
});

test('passwords of a signed-in person are limited as well', async () => {
  const person = await web.person();
  const fields = { current_password: 'wrong one', new_password: 'three plain words' };
  expect((await person.post('/profile/password', fields)).status).toBe(422);
  await usedUp(limits.WRONG_PASSWORDS_AGAIN);
  await isRefusedPage(await person.post('/profile/password', { ...fields, current_password: 'stillhere' }));
  await isRefusedPage(await person.post('/profile/email', { email: 'new@example.com', password: 'stillhere' }));
});

test('links that are not valid are limited, a valid one never', async () => {
  const { email } = await web.person();
  const [row] = await web.query<{ id: string }>(
    "select id from secrets where email = ? and purpose = 'confirm-email'",
    [email],
  );
  const right = `/auth/confirm/${linkSecret(web.keyring, 'confirm-email', row?.id ?? '', 0)}`;
  expect((await web.visitor().get('/m/x', ATTACKER)).status).toBe(404);
  await usedUp(limits.WRONG_LINKS_FROM);
  for (const wrong of ['/m/x', `/m/x/file/${row?.id}`, '/auth/confirm/x', '/auth/reset/x'])
    await isRefusedPage(await web.visitor().get(wrong, ATTACKER));
  await isRefusedCall(await call('/auth/confirm', { secret: 'x' }, ATTACKER));
  expect((await web.visitor().get('/m/x', HOME)).status).toBe(404);
  expect((await web.visitor().get(right, ATTACKER)).status).toBe(200);
  expect((await web.visitor().post(right, { password: 'stillhere' }, ATTACKER)).status).toBe(200);
});
