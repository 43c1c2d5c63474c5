import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebOnCable, type WebOnCable } from './web.ts';

const PATH = '/webhooks/sendgrid';

let web: WebOnCable;
beforeAll(async () => {
  web = await startWebOnCable();
});
afterAll(() => web?.stop());

interface Sent {
  body?: string;
  key?: KeyObject;
  timestamp?: string;
  headers?: Record<string, string | null>;
}

/** As SendGrid sends it: no cookie, no origin, a signature over the time and the raw body. */
function send({
  body = JSON.stringify([event()]),
  key = web.sendgridKey,
  timestamp = '1790000000',
  headers = {},
}: Sent = {}): Promise<Response> {
  const all = new Headers({
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
  });
  for (const [name, value] of Object.entries(headers)) value === null ? all.delete(name) : all.set(name, value);
  return web.fetch(`${PATH}`, { method: 'POST', headers: all, body });
}

let events = 0;
const event = (change: Record<string, unknown> = {}) => ({
  sg_event_id: `event-${++events}`,
  sg_message_id: 'unknown.filter',
  event: 'delivered',
  timestamp: 1_790_000_000,
  email: 'ana@example.com',
  ...change,
});
const kept = async () => Number((await web.query<{ count: string }>('select count(*) from provider_events'))[0]?.count);

describe('SendGrid', () => {
  test('is accepted by its signature, and answered without a body', async () => {
    const before = await kept();
    const response = await send();
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await kept()).toBe(before + 1);
  });

  test('may say the same thing again', async () => {
    const body = JSON.stringify([event()]);
    await send({ body });
    const before = await kept();
    expect((await send({ body })).status).toBe(204);
    expect(await kept()).toBe(before);
  });

  test.each([
    ['a kind that we do not know', { event: 'a_kind_of_tomorrow' }],
    ['an open and a click', { event: 'click' }],
    ['no kind', { event: undefined }],
    ['a kind that is no text', { event: { a: 1 } }],
    ['a time that is none', { timestamp: 'soon' }],
    ['an attempt that is none of ours', { attempt_id: '01980000-0000-7000-8000-000000000000' }],
    ['an attempt that is no id', { attempt_id: "'; drop table users" }],
    ['a message that we do not know', { sg_message_id: 'x'.repeat(3_000) }],
  ])('%s is kept without complaint', async (_what, change) => {
    expect((await send({ body: JSON.stringify([event(change)]) })).status).toBe(204);
  });

  test.each(['[]', '[null]', '[1,"x",[]]', '[{}]'])('%s is ignored without an error', async (body) => {
    const before = await kept();
    expect((await send({ body })).status).toBe(204);
    expect(await kept()).toBe(before);
  });

  test.each(['{}', '', 'not json', 'null'])('%j is malformed', async (body) => {
    expect((await send({ body })).status).toBe(400);
  });
});

describe('a caller that is not SendGrid', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

  test.each<[string, () => Sent]>([
    ['another key', () => ({ key: other })],
    ['another time', () => ({ headers: { 'x-twilio-email-event-webhook-timestamp': '1790000001' } })],
    ['no signature', () => ({ headers: { 'x-twilio-email-event-webhook-signature': null } })],
    ['no time', () => ({ headers: { 'x-twilio-email-event-webhook-timestamp': null } })],
    ['a signature that is none', () => ({ headers: { 'x-twilio-email-event-webhook-signature': 'bm9uZQ==' } })],
    [
      'a signature of another body',
      () => ({
        headers: {
          'x-twilio-email-event-webhook-signature': sign(
            'sha256',
            Buffer.from('1790000000[]'),
            web.sendgridKey,
          ).toString('base64'),
        },
      }),
    ],
  ])('with %s is refused, and nothing is kept', async (_what, forge) => {
    const before = await kept();
    expect((await send(forge())).status).toBe(403);
    expect(await kept()).toBe(before);
  });

  test('gets no content with GET', async () => {
    expect((await web.fetch(`${PATH}`)).status).toBe(405);
  });
});

test('while the database is away SendGrid is asked to send it again, and then it is kept', async () => {
  const body = JSON.stringify([event()]);
  const before = await kept();
  await web.database.cut();
  const refused = await send({ body });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  await web.database.mend();
  expect((await send({ body })).status).toBe(204);
  expect(await kept()).toBe(before + 1);
});

test('where payments are not set up nothing is taken from Stripe', async () => {
  expect((await web.fetch(`/webhooks/stripe`, { method: 'POST', body: '{}' })).status).toBe(404);
});
