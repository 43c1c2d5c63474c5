import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unconfirm } from '#tests/harness/account.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

describe('a refused sign-in', () => {
  /** Everything of an answer but what differs for each request anyway. */
  async function shown(response: Response, email: string) {
    const { headers, status } = response;
    const masked = (text: string) =>
      text.replaceAll(email, '…').replace(/nonce[-=]"?[\w+/=]+|[\da-f]{8}-[\da-f-]{27}/g, '…');
    const names = [...headers].filter(([name]) => name !== 'date' && name !== 'content-length');
    return {
      status,
      headers: names.map(([name, value]) => [name, masked(value)]),
      body: masked(await response.text()),
    };
  }

  test('looks the same for an unknown address, a wrong password, and an address that nobody has confirmed', async () => {
    const people = [await web.person(), await web.person(), await web.person()];
    const [confirmed = '', unconfirmed = '', withoutPassword = ''] = people.map(({ email }) => email);
    await unconfirm(web.query, unconfirmed);
    await web.query('update users set password_hash = null where email = ?', [withoutPassword]);
    const emails = [confirmed, unconfirmed, withoutPassword, 'nobody-at-all@example.com'];
    const wrong = (email: string) => ({ email, password: 'not it at all' });
    const pages = await Promise.all(
      emails.map(async (email) => shown(await web.visitor().post('/auth', wrong(email)), email)),
    );
    const headers = { 'content-type': 'application/json' };
    const calls = await Promise.all(
      emails.map(async (email) => {
        const body = JSON.stringify(wrong(email));
        return shown(await web.fetch('/api/auth/login', { method: 'POST', headers, body }), email);
      }),
    );
    expect([pages[0]?.status, calls[0]?.status]).toEqual([401, 401]);
    for (const page of pages) expect(page).toEqual(pages[0]);
    for (const call of calls) expect(call).toEqual(calls[0]);
  });
});
