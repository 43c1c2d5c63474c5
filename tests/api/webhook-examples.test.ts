/** What the reference tells programs about verifying a message, done with messages that we sign. */
import { expect, test } from 'vitest';
import { EXAMPLES } from '#app/api/examples.ts';
import { MESSAGE, VERIFY_BY_NODE } from '#app/api/webhook-examples.ts';
import { newWebhookSecret, signWebhook } from '#services/webhooks/sign.ts';

type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean;
const verifier = async (): Promise<Verify> =>
  (await import(`data:text/javascript,${encodeURIComponent(VERIFY_BY_NODE)}`)).verify;

test('signs as the vectors of Standard Webhooks do', () => {
  const signed = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(signed).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the program of the reference accepts what we sign, and nothing else', async () => {
  const verify = await verifier();
  const secret = newWebhookSecret();
  const body = '{"type":"test"}';
  const signed = signWebhook(secret, { id: 'm1', at: new Date(), body });
  expect(verify(secret, signed, body)).toBe(true);
  expect(verify(secret, { ...signed, 'webhook-signature': `v1,other ${signed['webhook-signature']}` }, body)).toBe(
    true,
  );
  expect(verify(secret, signed, `${body} `)).toBe(false);
  expect(verify(newWebhookSecret(), signed, body)).toBe(false);
  expect(verify(secret, { ...signed, 'webhook-id': 'm2' }, body)).toBe(false);
  const old = signWebhook(secret, { id: 'm1', at: new Date(Date.now() - 600_000), body });
  expect(verify(secret, old, body)).toBe(false);
});

test('the message of the reference is signed with the secret of its example', () => {
  const [head = '', body = ''] = MESSAGE.split('\n\n');
  const headers = Object.fromEntries(
    head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ')),
  );
  const answer = EXAMPLES.createWebhook?.answer;
  const secret = answer && typeof answer === 'object' && 'secret' in answer ? `${answer.secret}` : '';
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers).toMatchObject(signWebhook(secret, { id: headers['webhook-id'], at, body }));
});
