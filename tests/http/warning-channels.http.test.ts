/** Where urgent warnings go: by calls, on the page, and in the banner of every page. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { byPage, runProtocol, warningCode } from '#tests/api/rows.ts';
import { startWeb, TWILIO, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TWILIO_SMS_FROM: TWILIO.smsFrom, TWILIO_WARNING_CONTENT_SID: `HX${'1'.repeat(32)}` });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

const NONE = { second_email: null, phone: null, whatsapp: null, sms: null };
const FRESH = { confirmed_at: null, last_delivered_at: null, failed_at: null };
const WISH = { second_email: 'h.duarte@example.org', phone: '+351912345678', whatsapp: true, sms: true };
const words = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');

describe('a program', () => {
  test('chooses the channels, and confirms each by its code', async () => {
    const helena = await newClient(web);
    expect((await helena.call('GET /user/warning-channels')).body).toEqual(NONE);
    const saved = await helena.call('PUT /user/warning-channels', { json: WISH });
    const phone = { ...FRESH, address: WISH.phone };
    const email = { ...FRESH, address: WISH.second_email };
    expect([saved.status, saved.body]).toEqual([200, { second_email: email, phone, whatsapp: phone, sms: phone }]);
    const code = await warningCode(web, helena, 'sms');
    for (const channel of ['phone', 'second_email']) {
      const wrong = { channel, code: code === '000000' ? '000001' : '000000' };
      const refused = await helena.call('POST /user/warning-channels/confirm', { json: wrong });
      expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'code' })]]);
    }
    const confirmed = await helena.call('POST /user/warning-channels/confirm', { json: { channel: 'phone', code } });
    expect([confirmed.status, confirmed.body]).toMatchObject([
      200,
      { phone: { confirmed_at: expect.any(String) }, whatsapp: { confirmed_at: expect.any(String) } },
    ]);
    expect((await helena.call('POST /user/warning-channels/test')).status).toBe(200);
    const removed = await helena.call('PUT /user/warning-channels', { json: { second_email: null, phone: null } });
    expect(removed.body).toEqual(NONE);
  });

  test('gets at most ten codes a day', async () => {
    const helena = await newClient(web);
    const answers: number[] = [];
    for (let at = 0; at < 11; at += 1)
      answers.push(
        (await helena.call('PUT /user/warning-channels', { json: { second_email: `h${at}@example.org` } })).status,
      );
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('the page', () => {
  test('saves what was typed, asks for the code, and says what is wrong at its field', async () => {
    const helena = await web.person();
    const wrong = await helena.post('/profile/warnings', {
      second_email: 'no address',
      phone: '912 345 678',
      sms: 'on',
    });
    const page = await words(wrong);
    expect([wrong.status, page]).toEqual([422, expect.stringContaining('Please enter a valid email')]);
    expect(page).toContain('value="912 345 678"');
    const saved = await helena.post('/profile/warnings', { phone: '912 345 678', sms: 'on' });
    expect(saved.headers.get('location')).toBe('/profile/warnings');
    const after = await words(await helena.get('/profile/warnings'));
    expect(after).toContain('Please enter the code that we’ve sent.');
    expect(after).toContain('action="/profile/warnings/confirm"');
    const refused = await helena.post('/profile/warnings/confirm', { channel: 'phone', code: '12' });
    expect([refused.status, await words(refused)]).toEqual([422, expect.stringContaining('Please enter the 6 digits')]);
    const [{ id } = { id: '' }] = await web.query<{ id: string }>('select id from users where email = ?', [
      helena.email,
    ]);
    const code = await warningCode(web, { id }, 'sms');
    await helena.post('/profile/warnings/confirm', { channel: 'phone', code });
    expect(await words(await helena.get('/profile/warnings'))).toContain('Urgent warnings will go there too.');
    await helena.post('/profile/warnings/test', {});
    expect(await words(await helena.get('/profile/warnings'))).toContain('We’re sending a test.');
  });

  test('offers no phone where no text messages can be sent', async () => {
    const without = await startWeb();
    try {
      const page = await words(await (await without.person()).get('/profile/warnings'));
      expect(page).toContain('name="second_email"');
      expect(page).not.toContain('name="phone"');
    } finally {
      await without.stop();
    }
  });
});

test('every page says that a message to a channel failed, while the protocol runs', async () => {
  const helena = await newClient(web);
  await runProtocol(helena, web);
  await helena.call('PUT /user/warning-channels', { json: { second_email: WISH.second_email } });
  await web.query('update warning_channels set confirmed_at = now(), failed_at = now() where owner_id = ?', [
    helena.id,
  ]);
  const { visitor } = await byPage(web, helena);
  for (const path of ['/dashboard', '/schedule', '/emergency']) {
    const page = await words(await visitor.get(path));
    expect(page).toContain(`A message to you at ${WISH.second_email} didn’t arrive.`);
    expect(page).toContain('/profile/warnings');
  }
});
