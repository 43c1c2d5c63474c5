import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stripePayments } from '#adapters/stripe.ts';
import { STRIPE } from '#tests/simulators/stand.ts';

const payments = stripePayments({ ...STRIPE, baseUrl: 'http://127.0.0.1:9', timeout: 100 });

function signed(body: string, { age = 0, secret = STRIPE.webhookSecret } = {}): string {
  const at = Math.floor(Date.now() / 1_000) - age;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
const read = (body: string, signature: string | null) => payments.readEvent(Buffer.from(body), signature);
const bill = { parent: { subscription_details: { subscription: 'sub_1' } } };

describe('a webhook', () => {
  const checkout = { kind: 'checkout', id: 'it_1' };
  const subscription = { kind: 'subscription', id: 'it_1' };
  test.each<[type: string, object: object, about: object | null]>([
    ['checkout.session.completed', {}, checkout],
    ['checkout.session.async_payment_succeeded', {}, checkout],
    ['customer.subscription.created', {}, subscription],
    ['customer.subscription.updated', {}, subscription],
    ['customer.subscription.deleted', {}, subscription],
    ['customer.subscription.paused', {}, subscription],
    ['customer.subscription.resumed', {}, subscription],
    ['invoice.paid', bill, { kind: 'invoice', id: 'it_1', subscriptionId: 'sub_1' }],
    ['invoice.payment_failed', bill, { kind: 'invoice', id: 'it_1', subscriptionId: 'sub_1' }],
    ['invoice.paid', { parent: null }, null],
    ['charge.refunded', {}, null],
    ['something.new', {}, null],
  ])('%s says what to look at', (type, object, about) => {
    const body = event(type, { id: 'it_1', ...object });
    expect(read(body, signed(body))).toEqual({ id: 'evt_1', type, about });
  });

  const body = event('customer.subscription.updated', { id: 'sub_1' });
  test.each([
    ['no signature', null],
    ['an empty one', ''],
    ['one of another secret', signed(body, { secret: 'whsec_other' })],
    ['one of another body', signed(`${body} `)],
    ['one that is older than five minutes', signed(body, { age: 301 })],
  ])('with %s is refused', (_what, signature) => {
    expect(() => read(body, signature)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  test('is accepted up to five minutes after it was signed', () => {
    expect(read(body, signed(body, { age: 290 }))).toMatchObject({ id: 'evt_1' });
  });

  test.each(['not JSON', '{}', '[]', 'null', '{"id":"evt_1","type":"x","data":{}}'])(
    'that is genuine and no event is malformed: %s',
    (odd) => {
      expect(() => read(odd, signed(odd))).toThrow(expect.objectContaining({ code: 'malformed' }));
    },
  );
});
