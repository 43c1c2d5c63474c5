/** The real SDK against the simulator: what each answer means. Anything unclear must be unknown. */

import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CALLS_AT_ONCE } from '#adapters/lost-call.ts';
import { sendgridEmail } from '#adapters/sendgrid.ts';
import { API_KEY, FROM, simulator } from '../simulators/stand.ts';
import { recorder } from './recorder.ts';
import { slowProvider } from './slow-provider.ts';
import { stuckProvider } from './stuck-provider.ts';

const MESSAGE = {
  to: { email: 'ana@example.com', name: 'Ana' },
  subject: 'Helena wrote to you',
  text: 'Open the letter: http://localhost/m/x',
  html: '<p>Open the letter</p>',
  reference: {
    attempt_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    delivery_id: '01890a5d-ac96-774b-bcce-b302099a8059',
    revision: '3',
  },
};
/** Of one call, in milliseconds. No call that gets its answer may reach it, however busy the machine is. */
const TIMEOUT = 15_000;
const sender = (baseUrl: string, change: Partial<Parameters<typeof sendgridEmail>[0]> = {}) =>
  sendgridEmail({ apiKey: API_KEY, baseUrl, from: FROM, timeout: TIMEOUT, ...change });

async function fault(origin: string, body: object): Promise<void> {
  await fetch(`${origin}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'sendgrid', ...body }),
  });
}
const inbox = async (origin: string) =>
  (await (await fetch(`${origin}/api/messages`)).json()) as {
    to: string;
    status: string;
    reply_to: string | null;
    custom_args: Record<string, string>;
    headers: Record<string, string>;
  }[];

/** A time with whole seconds. */
const NOON = 1_795_262_400;

/** Stops the clock, but no timers, until the test ends. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
}

/** A server that answers each request with this status and these headers. @returns its origin */
async function answering(status: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ ...headers, 'Content-Length': '0' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what SendGrid’s answer means', () => {
  it('accepted, with the id of the message', async () => {
    const { origin } = await simulator();
    expect(await sender(origin).send(MESSAGE)).toEqual({ kind: 'accepted', messageId: expect.stringMatching(/\S+/) });
    expect(await inbox(origin)).toMatchObject([{ to: 'ana@example.com', custom_args: MESSAGE.reference }]);
  });

  it('sets Reply-To where the message has one, and only there', async () => {
    const { origin } = await simulator();
    await sender(origin).send({ ...MESSAGE, replyTo: { email: 'helena@example.com', name: 'Helena' } });
    await sender(origin).send(MESSAGE);
    const replies = (await inbox(origin)).map(({ reply_to }) => reply_to);
    expect(replies.sort()).toEqual(['helena@example.com', null]);
  });

  it('sets List-Unsubscribe for one click where the mail can be turned off, and only there', async () => {
    const { origin } = await simulator();
    await sender(origin).send({ ...MESSAGE, unsubscribe: 'https://stillhere.example/unsubscribe/x' });
    await sender(origin).send(MESSAGE);
    const headers = (await inbox(origin)).map((message) => message.headers);
    expect(headers).toHaveLength(2);
    expect(headers).toEqual(
      expect.arrayContaining([
        {},
        {
          'List-Unsubscribe': '<https://stillhere.example/unsubscribe/x>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      ]),
    );
  });

  it('asks SendGrid to try an address that once bounced, where that is meant, and never one that reported spam', async () => {
    const { origin, asked } = await recorder((await simulator()).origin);
    await sender(origin).send({ ...MESSAGE, triesBounced: true });
    await sender(origin).send(MESSAGE);
    expect(asked.map(({ body }) => JSON.parse(body.toString()).mail_settings)).toEqual([
      { bypass_bounce_management: { enable: true } },
      undefined,
    ]);
  });

  it.each([
    [
      { mode: 'status', status: 400 },
      { kind: 'permanent', failure: 'content-refused' },
    ],
    [{ mode: 'status', status: 413 }, { kind: 'permanent' }],
    [{ mode: 'status', status: 401 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 403 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 404 }, { kind: 'configuration' }],
    [
      { mode: 'status', status: 503, retry_after: 7 },
      { kind: 'transient', retryAfter: 7_000 },
    ],
    [
      { mode: 'status', status: 500 },
      { kind: 'transient', retryAfter: null },
    ],
    [{ mode: 'status', status: 503 }, { kind: 'transient' }],
    // A gateway's word says nothing about what happened behind it.
    [{ mode: 'status', status: 502 }, { kind: 'unknown' }],
    [{ mode: 'status', status: 504 }, { kind: 'unknown' }],
    [{ mode: 'reset' }, { kind: 'unknown' }],
    [{ mode: 'accept_then_drop' }, { kind: 'unknown' }],
  ])('%j is %j', async (broken, meaning) => {
    const { origin } = await simulator();
    await fault(origin, broken);
    expect(await sender(origin).send(MESSAGE)).toMatchObject(meaning);
    expect(await inbox(origin)).toHaveLength(broken.mode === 'accept_then_drop' ? 1 : 0);
  });

  // SendGrid says at which second of the clock it takes requests again; something in front of it how long to wait.
  it.each<[number | null, Record<string, string>]>([
    [90_000, { 'X-RateLimit-Reset': `${NOON + 90}` }],
    [90_000, { 'X-RateLimit-Reset': `${NOON + 90}`, 'Retry-After': '30' }],
    [90_000, { 'X-RateLimit-Reset': `${NOON + 30}`, 'Retry-After': '90' }],
    [30_000, { 'Retry-After': '30' }],
    [-5_000, { 'X-RateLimit-Reset': `${NOON - 5}` }],
    [null, { 'X-RateLimit-Reset': 'soon' }],
    [null, {}],
  ])('too many requests is to wait %s ms where it comes with %j', async (retryAfter, headers) => {
    stopClock();
    const origin = await answering('429 Too Many Requests', headers);
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'transient', retryAfter });
  });

  it('does not wait for the rate limit’s reset after a refusal for another reason', async () => {
    stopClock();
    const origin = await answering('503 Service Unavailable', { 'X-RateLimit-Reset': `${NOON + 90}` });
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'transient', retryAfter: null });
  });

  it('the simulator sends the rate limit’s reset with a 429', async () => {
    stopClock();
    const { origin } = await simulator();
    await fault(origin, { mode: 'status', status: 429, retry_after: 70 });
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'transient', retryAfter: 70_000 });
  });

  it('a mail to "Smith, John" arrives', async () => {
    const { origin } = await simulator();
    await sender(origin).send({ ...MESSAGE, to: { email: 'john@example.com', name: 'Smith, John' } });
    await vi.waitFor(async () => expect(await inbox(origin)).toMatchObject([{ status: 'delivered' }]), 10_000);
  });

  it('a refused key or sender is a fault of our configuration', async () => {
    const { origin } = await simulator();
    expect(await sender(origin, { apiKey: 'SG.wrong' }).send(MESSAGE)).toMatchObject({ kind: 'configuration' });
    expect(await sender(origin, { from: 'somebody@else.example' }).send(MESSAGE)).toMatchObject({
      kind: 'configuration',
    });
  });

  it('a refused recipient is an invalid address, and the reason does not contain it', async () => {
    const { origin } = await simulator();
    const answer = await sender(origin).send({ ...MESSAGE, to: { email: 'not an address', name: null } });
    expect(answer).toMatchObject({ kind: 'permanent', failure: 'invalid-recipient' });
    expect(JSON.stringify(answer)).not.toContain('not an address');
  });

  it('a refused connection is transient: nothing was sent', async () => {
    expect(await sender('http://127.0.0.1:9').send(MESSAGE)).toMatchObject({
      kind: 'transient',
      reason: 'ECONNREFUSED',
    });
    expect(await sender('http://nobody.invalid', { timeout: 700 }).send(MESSAGE)).toMatchObject({ kind: 'transient' });
  });

  it('the time of a call begins when it is sent: a rush at a slow provider gives no unknown outcomes', async () => {
    const provider = await slowProvider((response) => response.writeHead(202, { 'x-message-id': 'one' }).end());
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    const email = sender(provider.origin);
    const answers = Promise.all(Array.from({ length: 3 * CALLS_AT_ONCE }, () => email.send(MESSAGE)));
    await provider.allArrived;
    expect(deadlines).toHaveBeenCalledTimes(CALLS_AT_ONCE);
    provider.open();
    expect((await answers).filter(({ kind }) => kind !== 'accepted')).toEqual([]);
  });

  it('a connection that never opens is transient: nothing was sent', async () => {
    // It takes the connection and never says a word of TLS.
    const server = createServer().listen(0);
    const { port } = server.address() as AddressInfo;
    const email = sender(`https://127.0.0.1:${port}`, { timeout: 700 });
    expect(await email.send(MESSAGE)).toMatchObject({ kind: 'transient' });
    server.close();
  });

  it.each([
    ['an answer', ''],
    ['the rest of an answer', 'HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nx'],
  ])('waits no longer than the timeout for %s', async (_what, beginning) => {
    const { origin, deadlines } = await stuckProvider(beginning);
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'unknown' });
    expect(deadlines).toHaveBeenCalledWith(TIMEOUT);
  });
});
