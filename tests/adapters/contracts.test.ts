/**
 * What leaves us, byte for byte, against what the vendors take. That it fits the SDKs' own types is checked when the
 * adapters are compiled; here it is checked as it is on the wire, each time with a change that must be refused.
 * Stripe's part is in stripe-contract.test.ts.
 */

import { readMail, readMessage } from '@stillhere/simulators';
import { describe, expect, test } from 'vitest';
import { sendgridEmail } from '#adapters/sendgrid.ts';
import { twilioWhatsApp } from '#adapters/twilio.ts';
import { API_KEY, FROM, simulator, TWILIO } from '../simulators/stand.ts';
import { recorder } from './recorder.ts';

const APP = 'https://stillhere.example';
const ATTEMPT = '01890a5d-ac96-774b-bcce-b302099a8057';
const DELIVERY = '01890a5d-ac96-774b-bcce-b302099a8059';

describe('SendGrid', () => {
  const MAIL = {
    to: { email: 'ana@example.com', name: 'Ana' },
    replyTo: { email: 'helena@example.com', name: 'Helena' },
    subject: 'Helena wrote to you',
    text: 'Open the letter: https://stillhere.example/m/x',
    html: '<p>Open the letter</p>',
    reference: { attempt_id: ATTEMPT },
  };

  test('takes our mail as it is on the wire, and nothing that is less or more', async () => {
    const { origin, asked } = await recorder((await simulator()).origin);
    await sendgridEmail({ apiKey: API_KEY, baseUrl: origin, from: FROM, timeout: 2_000 }).send(MAIL);
    const [mail] = asked;
    expect(mail).toMatchObject({ method: 'POST', path: '/v3/mail/send', status: 202 });
    const body = JSON.parse(mail?.body.toString() ?? '') as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(
      ['content', 'from', 'personalizations', 'reply_to', 'subject', 'tracking_settings'].sort(),
    );
    expect(body.personalizations).toEqual([{ to: [MAIL.to], custom_args: MAIL.reference }]);
    const refusalsOf = (change: object) => {
      const read = readMail(Buffer.from(JSON.stringify({ ...body, ...change })));
      return 'refusals' in read ? read.refusals.length : 0;
    };
    expect(refusalsOf({})).toBe(0);
    const broken = [{ from: undefined }, { personalizations: [] }, { content: [] }, { subject: '' }, { letter: 'x' }];
    for (const change of broken) expect(refusalsOf(change), JSON.stringify(change)).toBeGreaterThan(0);
  });
});

describe('Twilio', () => {
  test('takes our message as it is on the wire, and nothing that is less or more', async () => {
    const { origin, asked } = await recorder((await simulator({ eventDelay: 60_000 })).origin);
    const whatsapp = twilioWhatsApp({ ...TWILIO, baseUrl: origin, appOrigin: APP, timeout: 2_000 });
    const words = { recipient: 'Ana', sender: 'Helena Duarte' };
    await whatsapp.send({
      to: '+351912345678',
      words,
      linkSecret: 'secret',
      attemptId: ATTEMPT,
      deliveryId: DELIVERY,
      revision: 3,
    });
    const [message] = asked;
    const path = `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`;
    expect(message).toMatchObject({ method: 'POST', path, status: 201 });
    expect(message?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const fields = Object.fromEntries(new URLSearchParams(message?.body.toString()));
    expect(fields).toEqual({
      From: `whatsapp:${TWILIO.from}`,
      To: 'whatsapp:+351912345678',
      ContentSid: TWILIO.contentSid,
      ContentVariables: '{"1":"Ana","2":"Helena Duarte","3":"secret"}',
      StatusCallback: `${APP}/webhooks/twilio?attempt=${ATTEMPT}&delivery=${DELIVERY}&revision=3#rc=5&rp=all`,
    });
    const refusalOf = (change: Record<string, string>) => {
      const form = new URLSearchParams(Object.entries({ ...fields, ...change }).filter(([, value]) => value !== ''));
      const read = readMessage({ ...TWILIO, appOrigin: APP }, form);
      return 'code' in read ? read.code : null;
    };
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ To: '' })).toBe(21_604);
    expect(refusalOf({ To: 'whatsapp:912345678' })).toBe(21_211);
    expect(refusalOf({ From: '' })).toBe(21_603);
    expect(refusalOf({ From: TWILIO.from })).toBe(21_910);
    expect(refusalOf({ From: 'whatsapp:+12025550199' })).toBe(63_007);
    expect(refusalOf({ ContentSid: '' })).toBe(21_619);
    expect(refusalOf({ ContentSid: `HX${'f'.repeat(32)}` })).toBe(21_655);
    expect(refusalOf({ ContentVariables: '{"1":"Ana","2":"Helena Duarte"}' })).toBe(21_656);
    expect(refusalOf({ ContentVariables: '{"1":"","2":"Helena Duarte","3":"secret"}' })).toBe(21_656);
    expect(refusalOf({ StatusCallback: 'stillhere' })).toBe(21_609);
    expect(refusalOf({ Wish: 'hurry' })).toBe(20_001);
  });
});
