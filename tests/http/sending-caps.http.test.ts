/** How much one account may schedule, as its owner and a program meet it; the numbers are variables of the process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPORTS_FROM, SIGN_UPS } from '#domain/accounts/limits.ts';
import { newClient, newLetter } from '#tests/api/client.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1', LIMIT_NEW_RECIPIENTS_PER_DAY: '2', LIMIT_PENDING: '3' });
});
afterAll(() => web?.stop());

const text = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');

describe('the page', () => {
  test('says how many new people a day has room for, and keeps what was typed', async () => {
    const nora = await web.person('Nora');
    const kept = await nora.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
    const content_id = new URL(kept.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
    const send = (recipient_email: string) =>
      nora.post('/schedule?new', {
        content_id,
        delivery_type: 'email',
        recipient_name: 'Ana',
        recipient_email,
        date: '2031-05-04',
        time: '09:00',
        time_zone: 'Europe/Lisbon',
      });
    for (const name of ['ana', 'rui'])
      expect((await send(`${name}@example.com`)).headers.get('location')).toBe('/schedule');
    const refused = await send('eve@example.com');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const page = await text(refused);
    expect(page).toContain('You can write to 2 new people in a day.');
    for (const value of ['Ana', 'eve@example.com', '2031-05-04', '09:00']) expect(page).toContain(`value="${value}"`);
    expect((await send('ana@example.com')).headers.get('location')).toBe('/schedule');
    const full = await send('ana@example.com');
    expect([full.status, await text(full)]).toEqual([422, expect.stringContaining('room for 3 scheduled deliveries')]);
  });
});

describe('a call', () => {
  test('answers with a problem that says when to try again, or that there is no room', async () => {
    const client = await newClient(web);
    const content_id = await newLetter(client);
    const schedule = (recipient_email: string) =>
      client.call('POST /delivery/schedule', {
        json: { content_id, delivery_type: 'email', recipient_email, scheduled_time: '2040-05-04T09:00:00Z' },
      });
    for (const name of ['ana', 'rui']) expect((await schedule(`${name}@example.com`)).status).toBe(201);
    const refused = await schedule('eve@example.com');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await schedule('ana@example.com')).status).toBe(201);
    expect(await schedule('ana@example.com')).toMatchObject({ status: 422, body: { code: 'validation-failed' } });
  });
});

test('reports from one network are limited, and the page says when to try again', async () => {
  const client = await newClient(web, 'premium');
  const id = await newLetter(client);
  await web.query('update contents set is_public = true where id = ?', [id]);
  const report = (address: string) =>
    web.visitor().send(`/api/public/contents/${id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ reason: 'other' }),
    });
  await report('203.0.113.9');
  await web.query('update rate_limits set points = ? where key like ?', [REPORTS_FROM.tries, `${REPORTS_FROM.name}:%`]);
  expect((await report('203.0.113.9')).status).toBe(429);
});

test('sign-ups are limited altogether, whatever network they come from', async () => {
  const signUp = (name: string, address: string) =>
    web.visitor().send('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ name: 'Nora', email: `${name}@example.com`, password: 'a long password' }),
    });
  expect((await signUp('nora', '203.0.113.10')).status).toBe(201);
  await web.query('update rate_limits set points = ? where key like ?', [SIGN_UPS.tries, `${SIGN_UPS.name}:%`]);
  expect((await signUp('norah', '203.0.113.11')).status).toBe(429);
});
