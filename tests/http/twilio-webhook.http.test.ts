import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, startWebOnCable, TWILIO, type WebOnCable } from './web.ts';

/** Behind a proxy: the address that people use, and that Twilio signs, is not the one where the process listens. */
const APP = 'https://stillhere.example';
const NOBODYS = '01980000-0000-7000-8000-000000000000';

let web: WebOnCable;
beforeAll(async () => {
  web = await startWebOnCable({ APP_ORIGIN: APP, NODE_ENV: 'production', TRUSTED_PROXIES: '0' });
});
afterAll(() => web?.stop());

let count = 0;
const newSid = () => `SM${String(++count).padStart(32, '0')}`;
const form = (change: Record<string, string> = {}) => ({
  AccountSid: TWILIO.accountSid,
  ApiVersion: '2010-04-01',
  From: `whatsapp:${TWILIO.from}`,
  MessageSid: newSid(),
  MessageStatus: 'delivered',
  To: 'whatsapp:+351912345678',
  ...change,
});

interface Sent {
  fields?: Record<string, string>;
  attempt?: string;
  authToken?: string;
  signedAt?: string;
  signature?: string | null;
  body?: string;
}

/** As Twilio sends it: no cookie, no origin, a signature over the address that the message named and each field. */
function send({ fields = form(), attempt = NOBODYS, authToken = TWILIO.authToken, ...change }: Sent = {}) {
  const path = `/webhooks/twilio?attempt=${attempt}`;
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`);
  const signed = `${change.signedAt ?? `${APP}${path}`}${text.join('')}`;
  const usual = createHmac('sha1', authToken).update(signed).digest('base64');
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' });
  if (change.signature !== null) headers.set('x-twilio-signature', change.signature ?? usual);
  return web.fetch(`${path}`, {
    method: 'POST',
    headers,
    body: change.body ?? new URLSearchParams(fields).toString(),
  });
}

const kept = async () => Number((await web.query<{ count: string }>('select count(*) from provider_events'))[0]?.count);

/** A message by WhatsApp whose answer is still to be recorded. */
async function written() {
  const { email } = await web.person();
  const [ids] = await web.query<{ owner: string; delivery: string; attempt: string }>(
    `select id as owner, gen_random_uuid() as delivery, gen_random_uuid() as attempt from users where email = ?`,
    [email],
  );
  if (!ids) throw new Error('nobody signed up');
  await web.query(
    `insert into deliveries (id, owner_id, origin, channel, recipient_email, recipient_phone, scheduled_time, time_zone,
       status, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
     values (?, ?, 'owner', 'whatsapp', 'ana@example.com', '+351912345678', now() - interval '1 second', 'UTC',
       'pending', 1, 1, now() + interval '1 minute', false, 0, now())`,
    [ids.delivery, ids.owner],
  );
  await web.query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'started', now())`,
    [ids.attempt, ids.delivery],
  );
  const row = async () => {
    const [found] = await web.query<{
      status: string;
      revision: number;
      delivered_at: Date | null;
      fell_back_at: Date | null;
    }>('select status, revision, delivered_at, fell_back_at from deliveries where id = ?', [ids.delivery]);
    return (
      found && {
        status: found.status,
        revision: found.revision,
        arrived: found.delivered_at !== null,
        byEmail: found.fell_back_at !== null,
      }
    );
  };
  return { attempt: ids.attempt, row };
}

describe('Twilio', () => {
  test('is accepted by its signature over our public address, and answered without a body', async () => {
    const before = await kept();
    const response = await send();
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await kept()).toBe(before + 1);
  });

  test('may say the same thing again; another status of the message is another thing', async () => {
    const fields = form({ MessageStatus: 'sent' });
    const before = await kept();
    for (let times = 0; times < 3; times += 1) expect((await send({ fields })).status).toBe(204);
    expect(await kept()).toBe(before + 1);
    await send({ fields: { ...fields, MessageStatus: 'delivered' } });
    expect(await kept()).toBe(before + 2);
  });

  test.each([
    ['a status that we do not know', {}, { MessageStatus: 'of tomorrow' }],
    ['an attempt that is no id', { attempt: 'drop-table-users' }, {}],
    ['a code that is none', {}, { MessageStatus: 'failed', ErrorCode: 'x' }],
  ])('%s is kept without complaint', async (_what, change, fields) => {
    expect((await send({ ...change, fields: form(fields) })).status).toBe(204);
  });

  test('tells what becomes of a message before we have recorded that it was taken, and in any order', async () => {
    const { attempt, row } = await written();
    const MessageSid = newSid();
    const tell = (MessageStatus: string) => send({ attempt, fields: form({ MessageSid, MessageStatus }) });
    for (const status of ['delivered', 'sent', 'queued', 'read']) expect((await tell(status)).status).toBe(204);
    expect(await row()).toEqual({ status: 'sent', revision: 1, arrived: true, byEmail: false });
  });

  test('says that a message did not arrive, once or twice: it goes by email, once', async () => {
    const { attempt, row } = await written();
    const fields = form({ MessageStatus: 'undelivered', ErrorCode: '63024' });
    await send({ attempt, fields: { ...fields, MessageStatus: 'sent', ErrorCode: '' } });
    for (let times = 0; times < 2; times += 1) await send({ attempt, fields });
    await send({ attempt, fields: { ...fields, MessageStatus: 'failed', ErrorCode: '63016' } });
    expect(await row()).toEqual({ status: 'pending', revision: 2, arrived: false, byEmail: true });
  });
});

describe('a caller that is not Twilio', () => {
  const fields = form();
  test.each<[string, Sent]>([
    ['another key', { authToken: 'another' }],
    ['no signature', { signature: null }],
    ['an empty signature', { signature: '' }],
    ['a signature that is none', { signature: 'bm9uZQ==' }],
    ['a signature for where the process listens', { signedAt: `http://localhost/webhooks/twilio?attempt=${NOBODYS}` }],
    ['a signature of another attempt', { signedAt: `${APP}/webhooks/twilio?attempt=${NOBODYS.replace(/0$/, '1')}` }],
    [
      'a signature of other fields',
      { fields, body: new URLSearchParams({ ...fields, MessageStatus: 'failed' }).toString() },
    ],
    ['a field more', { fields, body: `${new URLSearchParams(fields)}&ErrorCode=63016` }],
    ['nothing', { fields, body: '' }],
  ])('with %s is refused, and nothing is kept', async (_what, forged) => {
    const before = await kept();
    expect((await send(forged)).status).toBe(403);
    expect(await kept()).toBe(before);
  });

  test('with more than a form is cut off', async () => {
    expect((await send({ body: 'x'.repeat(3 * 1_048_576) })).status).toBe(413);
  });

  test('gets no content with GET', async () => {
    expect((await web.fetch(`/webhooks/twilio`)).status).toBe(405);
  });
});

test('while the database is away Twilio is asked to send it again, and then it is kept', async () => {
  const fields = form();
  const before = await kept();
  await web.database.cut();
  expect((await send({ fields })).status).toBe(503);
  await web.database.mend();
  expect((await send({ fields })).status).toBe(204);
  expect(await kept()).toBe(before + 1);
});

test('the address is not found if WhatsApp is not set up', async () => {
  const nothing = { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_WHATSAPP_FROM: '', TWILIO_CONTENT_SID: '' };
  const without = await startWeb(nothing);
  const { status } = await without.fetch(`/webhooks/twilio`, { method: 'POST', body: 'MessageStatus=sent' });
  await without.stop();
  expect(status).toBe(404);
});
