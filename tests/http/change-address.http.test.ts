/** A change of address by its link, and the same links by the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecretPurpose } from '#db/entities/accounts.ts';
import { accountMailsOn } from './account-links.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const { linkOf, mailsTo } = accountMailsOn(() => web);

describe('a change of address', () => {
  const change = (person: Visitor, email: string, password = 'stillhere') =>
    person.post('/profile/email', { email, password });

  test('waits for the link at the new address, and mails the old one', async () => {
    const person = await web.person();
    const next = `new-${person.email}`;
    const asked = await change(person, next);
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/profile']);
    const link = await linkOf(next, 'change-email');
    const page = await (await web.visitor().get(link)).text();
    expect([page.includes(next), page.includes('href="/auth/forgot"'), page.includes('?new')]).toEqual([
      true,
      true,
      false,
    ]);
    const withoutProof: Record<string, string>[] = [{}, { new_password: 'three plain words' }];
    for (const fields of withoutProof) expect((await web.visitor().post(link, fields)).status).toBe(422);
    expect(await (await person.get(link)).text()).not.toContain('type="password"');
    expect((await person.post(link)).headers.get('location')).toBe('/dashboard');
    expect(await (await person.get('/dashboard')).text()).toContain('Your account has its new address.');
    expect((await web.visitor().post('/auth', { email: next, password: 'stillhere' })).status).toBe(302);
    expect(await mailsTo(person.email)).toContainEqual({ kind: 'email-changed' });
  });

  test('takes the password in another browser', async () => {
    const person = await web.person();
    const next = `new-${person.email}`;
    await change(person, next);
    const link = await linkOf(next, 'change-email');
    expect((await web.visitor().post(link, { password: 'not it at all' })).status).toBe(401);
    const done = await web.visitor().post(link, { password: 'stillhere' });
    expect(await done.text()).toContain('Your account has its new address.');
    expect((await person.get('/dashboard')).status).toBe(200);
  });

  test('looks the same when the address has an account, which gets a mail', async () => {
    const [person, other] = [await web.person(), await web.person()];
    const asked = await change(person, other.email);
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/profile']);
    expect(await mailsTo(other.email)).toContainEqual({ kind: 'email-taken' });
  });

  test('needs the password, which is not sent back', async () => {
    const person = await web.person();
    const response = await change(person, 'new@example.com', 'not it at all');
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('That isn’t your password');
    expect(page).toContain('value="new@example.com"');
    expect(page).not.toContain('not it at all');
  });
});

describe('the same by the API', () => {
  const call = (path: string, body: object | null, token = '') =>
    web.visitor().send(`/api${path}`, {
      method: 'POST',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
  const secretOf = async (email: string, purpose: Exclude<SecretPurpose, 'exchange'>) =>
    (await linkOf(email, purpose)).split('/').at(-1) ?? '';
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

  test('addresses are confirmed and changed, and passwords set anew', async () => {
    const { email } = await web.person();
    const next = `new-${email}`;
    const login = (address: string, password: string) => call('/auth/login', { email: address, password });
    const { session_token } = (await (await login(email, 'stillhere')).json()) as { session_token: string };

    expect((await call('/auth/confirm/resend', null, session_token)).status).toBe(204);
    const confirmation = { secret: await secretOf(email, 'confirm-email') };
    expect((await call('/auth/confirm', confirmation)).status).toBe(422);
    expect((await call('/auth/confirm', { ...confirmation, password: 'not it at all' })).status).toBe(401);
    expect((await call('/auth/confirm', confirmation, session_token)).status).toBe(204);
    expect(await codeOf(await call('/auth/confirm', confirmation))).toBe('gone');

    expect((await call('/user/email', { email: next, password: 'wrong one' }, session_token)).status).toBe(422);
    expect((await call('/user/email', { email: next, password: 'stillhere' }, session_token)).status).toBe(204);
    const changed = { secret: await secretOf(next, 'change-email'), password: 'stillhere' };
    expect((await call('/auth/confirm', changed)).status).toBe(204);

    for (const address of [next, 'nobody@example.com'])
      expect((await call('/auth/forgot', { email: address })).status).toBe(204);
    const reset = { secret: await secretOf(next, 'reset-password'), password: 'three plain words' };
    expect((await call('/auth/reset', reset)).status).toBe(204);
    expect(await codeOf(await call('/auth/reset', reset))).toBe('gone');
    expect((await login(next, 'three plain words')).status).toBe(200);
    expect((await call('/auth/confirm/resend', null, session_token)).status).toBe(401);
  });
});
