/**
 * What leaves us, byte for byte, against what the vendors take. That it fits the SDKs' own types is checked when the
 * adapters are compiled; here it is checked as it stands on the wire, each time with a change that must be refused.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendgridEmail } from '#adapters/sendgrid.ts';
import { stripePayments } from '#adapters/stripe.ts';
import { twilioWhatsApp } from '#adapters/twilio.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { freePorts } from '#dev/ports.ts';
import { readMail } from '#dev/simulators/sendgrid/mail.ts';
import { sessionSchema, treeOf } from '#dev/simulators/stripe/form.ts';
import { readMessage } from '#dev/simulators/twilio/message.ts';
import { CHECKOUT_ID, type NewCheckout } from '#services/ports/payments.ts';
import { TestProcess } from '#tests/harness/process.ts';
import { API_KEY, FROM, simulator, TWILIO } from '../simulators/stand.ts';
import { type Asked, recorder } from './recorder.ts';

const APP = 'https://stillhere.example';
const ATTEMPT = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('SendGrid', () => {
  const MAIL = {
    to: { email: 'ana@example.com', name: 'Ana' },
    replyTo: { email: 'helena@example.com', name: 'Helena' },
    subject: 'Helena wrote to you',
    text: 'Open the letter: https://stillhere.example/m/x',
    html: '<p>Open the letter</p>',
    reference: { attempt_id: ATTEMPT },
  };

  test('takes our mail as it stands on the wire, and nothing that is less or more', async () => {
    const { origin, asked } = await recorder((await simulator()).origin);
    await sendgridEmail({ apiKey: API_KEY, baseUrl: origin, from: FROM, timeout: 2_000 }).send(MAIL);
    const [mail] = asked;
    expect(mail).toMatchObject({ method: 'POST', path: '/v3/mail/send', status: 202 });
    const body = JSON.parse(mail?.body.toString() ?? '') as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(
      ['content', 'custom_args', 'from', 'personalizations', 'reply_to', 'subject', 'tracking_settings'].sort(),
    );
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
  test('takes our message as it stands on the wire, and nothing that is less or more', async () => {
    const { origin, asked } = await recorder((await simulator({ eventDelay: 60_000 })).origin);
    const whatsapp = twilioWhatsApp({ ...TWILIO, baseUrl: origin, appOrigin: APP, timeout: 2_000 });
    const words = { recipient: 'Ana', sender: 'Helena Duarte' };
    await whatsapp.send({ to: '+351912345678', words, linkSecret: 'secret', attemptId: ATTEMPT });
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
      StatusCallback: `${APP}/webhooks/twilio?attempt=${ATTEMPT}#rc=5&rp=all`,
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

describe('Stripe', () => {
  let mock: TestProcess;
  let mockOrigin = '';

  // It may have to be fetched or built first.
  beforeAll(async () => {
    const command = await findBinary(BINARIES.stripeMock, () => {});
    const [port] = await freePorts(1);
    mockOrigin = `http://127.0.0.1:${port}`;
    const args = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'];
    const isReady = async () => (await fetch(mockOrigin)).status > 0;
    mock = await new TestProcess({ name: 'stripe-mock', command, args, isReady }).start();
  }, 300_000);
  afterAll(() => mock?.kill());

  const wish = (over: Partial<NewCheckout> = {}): NewCheckout => ({
    accountId: '0199a0c0-0000-7000-8000-000000000001',
    email: 'helena@example.com',
    customerId: null,
    planType: 'plus_yearly',
    successUrl: `${APP}/subscription/success?token=${CHECKOUT_ID}`,
    cancelUrl: `${APP}/subscription/cancel`,
    ...over,
  });
  const summary = ({ method, path, status }: Asked) => `${method} ${path.replace(/\?.*/, '')} ${status}`;

  test('takes every call of ours by its own description of itself, and so does what stands in for it', async () => {
    const { origin, asked } = await recorder(mockOrigin);
    const payments = stripePayments({ secretKey: 'sk_test_only', baseUrl: origin, timeout: 5_000 });
    await payments.createCheckout(wish());
    await payments.createCheckout(wish({ customerId: 'cus_before', planType: 'premium_monthly' }));
    await payments.findCheckout('cs_test_1');
    await payments.cancelSubscription('sub_1');
    expect(asked.map(summary)).toEqual([
      'POST /v1/checkout/sessions 200',
      'POST /v1/checkout/sessions 200',
      'GET /v1/checkout/sessions/cs_test_1 200',
      'DELETE /v1/subscriptions/sub_1 200',
    ]);
    for (const { body } of asked.slice(0, 2)) {
      const form = new URLSearchParams(body.toString());
      expect(sessionSchema.safeParse(treeOf(form)).error).toBeUndefined();
      form.set('payment_method_types[0]', 'carrier pigeon');
      const { status } = await fetch(`${mockOrigin}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_only' },
        body: form,
      });
      expect([status, sessionSchema.safeParse(treeOf(form)).success]).toEqual([400, false]);
    }
  });
});
