import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { API_KEY, ask, FROM, letter, listenForEvents, messages, SOON, sdk, sent, simulator } from './stand.ts';

const addFault = (origin: string, fault: Record<string, unknown>) =>
  ask(origin, '/api/faults', { vendor: 'sendgrid', ...fault });

/** Sends a mail without the SDK, which would open a connection for each. @returns the answer's status */
async function post(origin: string, signal: AbortSignal | null = null): Promise<number> {
  const response = await fetch(`${origin}/v3/mail/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [{ to: [{ email: 'ana@example.com' }] }],
      from: { email: FROM },
      subject: 'Hello',
      content: [{ type: 'text/plain', value: 'Hello' }],
    }),
    signal,
  });
  await response.arrayBuffer();
  return response.status;
}

describe('a fault', () => {
  test('with mode status: SendGrid answers with that status and accepts nothing', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'status', status: 429, retry_after: 30 });
    const error = await sdk(origin)
      .send(letter())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 429,
      response: {
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/) },
        body: { errors: [{ message: 'too many requests', field: null, help: null }] },
      },
    });
    expect((error as { response: { headers: object } }).response.headers).not.toHaveProperty('retry-after');
    expect(await messages(origin)).toEqual([]);
  });

  test('with mode timeout: SendGrid never answers and accepts nothing', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'timeout' });
    await expect(sdk(origin, API_KEY, 300).send(letter())).rejects.toMatchObject({ code: 'ECONNABORTED' });
    expect(await messages(origin)).toEqual([]);
  });

  test('with mode reset: SendGrid hangs up and accepts nothing', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'reset' });
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await messages(origin)).toEqual([]);
  });

  test('with mode accept_then_drop: SendGrid accepts the mail and hangs up, and posts its events', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    await addFault(origin, { mode: 'accept_then_drop' });
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await messages(origin)).toHaveLength(1);
    await vi.waitFor(() => expect(app.events().map(({ event }) => event)).toEqual(['processed', 'delivered']), SOON);
  });

  test('that is silent: SendGrid accepts the mail and posts no events', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    await addFault(origin, { mode: 'accept_then_drop', silent: true, times: 1 });
    await addFault(origin, { silent: true, times: 1 });
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 'ECONNRESET' });
    await sent(origin);
    await sleep(150);
    expect(app.posts).toEqual([]);
    expect((await messages(origin)).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  });

  test('with a delay: SendGrid answers late, and accepts a mail even if the sender gave up', async () => {
    const { origin } = await simulator();
    await addFault(origin, { delay_ms: 200, times: 1 });
    const start = Date.now();
    await sent(origin);
    expect(Date.now() - start).toBeGreaterThan(190);
    expect(Date.parse((await messages(origin))[0]?.accepted_at ?? '') - start).toBeGreaterThan(190);

    await addFault(origin, { delay_ms: 1_000, times: 1 });
    const sender = new AbortController();
    const answer = post(origin, sender.signal).catch(() => null);
    // SendGrid has the mail.
    await vi.waitFor(async () => expect((await ask(origin, '/api/faults')).json).toEqual([]), SOON);
    sender.abort();
    // An answer that was quicker than this, on a machine that stalls, changes nothing of what follows.
    await answer;
    await vi.waitFor(async () => expect(await messages(origin)).toHaveLength(2), SOON);
  });

  test('applies as often as its times say; mails that SendGrid refuses anyway do not count', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'status', status: 500, times: 2 });
    await expect(sdk(origin).send(letter({ subject: ' ', to: 'nowhere' }))).rejects.toMatchObject({ code: 400 });
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 500 });
    expect((await ask(origin, '/api/faults')).json).toMatchObject([{ mode: 'status', times: 1 }]);
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 500 });
    await sent(origin);
    expect((await ask(origin, '/api/faults')).json).toEqual([]);
  });

  test('for one recipient does not affect others; of several faults the first that fits applies', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'status', status: 503, to: 'Rui@example.com' });
    await addFault(origin, { mode: 'status', status: 401, to: 'rui@example.com' });
    await sent(origin);
    await expect(sdk(origin).send(letter({ to: 'rui@EXAMPLE.com' }))).rejects.toMatchObject({ code: 503 });
  });

  test('with a rate affects that share of the calls, the same calls in every run', async () => {
    const refusals = async () => {
      const { origin } = await simulator();
      await addFault(origin, { mode: 'status', status: 503, rate: 0.25 });
      const answers: number[] = [];
      for (let call = 0; call < 80; call++) answers.push(await post(origin));
      return answers.map((status) => status === 503);
    };
    const first = await refusals();
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.35);
    expect(await refusals()).toEqual(first);
  });

  test('applies until it is deleted', async () => {
    const { origin } = await simulator();
    await addFault(origin, { mode: 'status', status: 500 });
    await expect(sdk(origin).send(letter())).rejects.toMatchObject({ code: 500 });
    expect((await fetch(`${origin}/api/faults`, { method: 'DELETE' })).status).toBe(204);
    await sent(origin);
  });

  test.each([
    [{}],
    [{ mode: 'explode' }],
    [{ mode: 'status' }],
    [{ mode: 'reset', status: 500 }],
    [{ mode: 'status', status: 200 }],
    [{ silent: true, retry_after: 3 }],
    [{ mode: 'reset', times: 0 }],
    [{ mode: 'reset', vendor: 'pigeon' }],
    [{ mode: 'reset', until: 'noon' }],
    [{ mode: 'reset', rate: 0 }],
    [{ mode: 'reset', rate: 5 }],
  ])('that is invalid is refused: %j', async (fault) => {
    const { origin } = await simulator();
    expect(await addFault(origin, fault)).toMatchObject({ status: 400, json: { error: expect.any(String) } });
  });
});
