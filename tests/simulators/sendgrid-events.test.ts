import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  ask,
  FROM,
  letter,
  listenForEvents,
  messages,
  type PostedEvent,
  SOON,
  sdk,
  sent,
  simulator,
  temporaryFolder,
} from './stand.ts';

describe('automatic events', () => {
  test('report an accepted mail as processed and delivered, signed, with our arguments', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    const began = Math.floor(Date.now() / 1_000);
    const id = await sent(origin);
    await vi.waitFor(() => expect(app.events()).toHaveLength(2), SOON);

    expect(app.posts.every(({ isSigned }) => isSigned)).toBe(true);
    const [processed, delivered] = app.events() as [PostedEvent, PostedEvent];
    expect([processed.event, delivered.event]).toEqual(['processed', 'delivered']);
    expect(delivered).toMatchObject({
      email: 'ana@example.com',
      attempt_id: 'a-1',
      response: expect.stringMatching(/^250/),
    });
    expect(delivered.sg_message_id.startsWith(`${id}.recvd-`)).toBe(true);
    expect(delivered.timestamp).toBeGreaterThanOrEqual(began);
    expect(delivered.timestamp).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(processed.sg_event_id).not.toBe(delivered.sg_event_id);
    expect((await messages(origin))[0]?.status).toBe('delivered');
  });

  test('report a bounce for an address with "bounce" before the @', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    await sent(origin, { to: 'ana+bounce@example.com' });
    await sent(origin, { to: 'ana@bounce.example' });
    await vi.waitFor(() => expect(app.events()).toHaveLength(4), SOON);
    expect(
      app
        .events()
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['bounce', 'delivered', 'processed', 'processed']);
    expect(app.events().find(({ event }) => event === 'bounce')).toMatchObject({
      email: 'ana+bounce@example.com',
      type: 'bounce',
      status: '5.1.1',
      reason: expect.stringContaining('does not exist'),
    });
    expect((await messages(origin)).map(({ status }) => status)).toEqual(['delivered', 'bounced']);
  });

  test.each([
    ['Smith, John', 'smith'],
    ['Attn; Accounts', 'attn'],
  ])(
    'report a mail to %j as dropped: SendGrid reads the part before the character as the address',
    async (name, read) => {
      const app = await listenForEvents();
      const { origin } = await simulator({ appOrigin: app.origin });
      await sent(origin, { to: { email: 'john@example.com', name } });
      await vi.waitFor(() => expect(app.events()).toHaveLength(1), SOON);
      expect(app.events()).toMatchObject([{ event: 'dropped', reason: 'Invalid', email: read, attempt_id: 'a-1' }]);
      expect(await messages(origin)).toMatchObject([{ to: 'john@example.com', status: 'dropped' }]);
    },
  );

  test('report a mail with a comma in the sender’s name as delivered', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    await sent(origin, { from: { email: FROM, name: 'Stillhere, Ltd.' } });
    await vi.waitFor(() => expect(app.events().map(({ event }) => event)).toEqual(['processed', 'delivered']), SOON);
  });

  test('are posted together, at most 500 in a request', async () => {
    const { promise: allSent, resolve: acceptEvents } = Promise.withResolvers<number>();
    const app = await listenForEvents(() => allSent);
    const { origin } = await simulator({ appOrigin: app.origin });
    const people = (n: number) => Array.from({ length: 10 }, (_, m) => `p${n}.${m}@example.com`);
    await Promise.all(Array.from({ length: 30 }, (_, n) => sent(origin, { to: people(n) })));
    acceptEvents(204);
    await vi.waitFor(() => expect(app.events()).toHaveLength(600), SOON);
    // One for each mail would be 30. Two are under way until all mails are sent; the other events wait for their answers.
    expect(app.posts.length).toBeLessThan(15);
    expect(Math.max(...app.posts.map(({ events }) => events.length))).toBeLessThanOrEqual(500);
    expect(new Set(app.events().map(({ sg_event_id }) => sg_event_id)).size).toBe(600);
  });

  test('are repeated, unchanged, until the product accepts them', async () => {
    const answers = [500, 403, 204];
    const app = await listenForEvents(() => answers.shift() ?? 204);
    const { origin } = await simulator({ appOrigin: app.origin });
    await sent(origin);
    await vi.waitFor(() => expect(app.posts).toHaveLength(3), SOON);
    const [first, second, third] = app.posts;
    expect(second?.events).toEqual(first?.events);
    expect(third?.events).toEqual(first?.events);
  });

  test('that were not accepted before a restart are repeated after it, with the same ids', async () => {
    const dataDir = temporaryFolder();
    const refusing = await listenForEvents(() => 503);
    const before = await simulator({ appOrigin: refusing.origin, dataDir });
    await sent(before.origin);
    await vi.waitFor(() => expect(refusing.posts.length).toBeGreaterThan(0), SOON);
    await before.close();

    const app = await listenForEvents();
    await simulator({ appOrigin: app.origin, dataDir });
    await vi.waitFor(() => expect(app.posts).toHaveLength(1), SOON);
    expect(app.events()).toEqual(refusing.posts[0]?.events);
  });

  test('that were accepted before a restart are not repeated', async () => {
    const dataDir = temporaryFolder();
    const app = await listenForEvents();
    const before = await simulator({ appOrigin: app.origin, dataDir });
    await sent(before.origin);
    // The answer alone is not enough: the journal must have it.
    await vi.waitFor(
      async () => expect(await readFile(join(dataDir, 'messages.jsonl'), 'utf8')).toContain('reported'),
      SOON,
    );
    await before.close();
    const after = await simulator({ appOrigin: app.origin, dataDir });
    await sent(after.origin, { to: 'rui@example.com' });
    await vi.waitFor(() => expect(app.posts).toHaveLength(2), SOON);
    expect(app.posts[1]?.events.map(({ email }) => email)).toEqual(['rui@example.com', 'rui@example.com']);
    expect((await messages(after.origin)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });
});

describe('a requested event', () => {
  const kinds: [string, string, Record<string, unknown>][] = [
    ['processed', 'accepted', { event: 'processed' }],
    ['delivered', 'delivered', { event: 'delivered' }],
    ['deferred', 'deferred', { event: 'deferred', attempt: expect.any(String) }],
    ['bounce', 'bounced', { event: 'bounce', type: 'bounce' }],
    ['blocked', 'blocked', { event: 'bounce', type: 'blocked' }],
    ['dropped', 'dropped', { event: 'dropped', reason: expect.any(String) }],
    ['open', 'opened', { event: 'open', useragent: expect.any(String) }],
    ['click', 'opened', { event: 'click', url: expect.any(String) }],
    ['spamreport', 'reported as spam', { event: 'spamreport' }],
  ];

  test.each(kinds)('%s is posted at once and leaves the mail %s', async (event, status, posted) => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    await ask(origin, '/api/faults', { vendor: 'sendgrid', silent: true });
    const message_id = await sent(origin);
    const answer = await ask(origin, '/api/events', { message_id, event });
    expect(answer).toMatchObject({ status: 200, json: { webhook_status: 204, event: posted } });
    expect(app.events()).toMatchObject([{ ...posted, attempt_id: 'a-1' }]);
    expect(app.posts[0]?.isSigned).toBe(true);
    expect((await messages(origin))[0]?.status).toBe(status);
  });

  test('answers with the status of the webhook, and is not repeated', async () => {
    const app = await listenForEvents(() => 403);
    const { origin } = await simulator({ appOrigin: app.origin });
    const event = {
      event: 'open',
      email: 'ana@example.com',
      custom_args: { attempt_id: 'unknown' },
      message_id: 'never-sent',
    };
    expect(await ask(origin, '/api/events', event)).toMatchObject({ status: 200, json: { webhook_status: 403 } });
    expect(app.events()).toMatchObject([
      { event: 'open', attempt_id: 'unknown', sg_message_id: expect.stringMatching(/^never-sent\./) },
    ]);
  });

  test('can repeat an earlier one', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    const message_id = await sent(origin);
    const first = await ask<{ event: PostedEvent }>(origin, '/api/events', { message_id, event: 'open' });
    const event_id = first.json.event.sg_event_id;
    const second = await ask<{ event: PostedEvent }>(origin, '/api/events', { message_id, event: 'open', event_id });
    expect(second.json.event.sg_event_id).toBe(event_id);
  });

  test('is answered with 502 without a listener, 404 for an unknown message, 400 for an unknown event', async () => {
    const { origin } = await simulator();
    const message_id = await sent(origin);
    expect(await ask(origin, '/api/events', { message_id, event: 'open' })).toMatchObject({
      status: 502,
      json: { webhook_status: null },
    });
    expect((await ask(origin, '/api/events', { message_id: 'none', event: 'open' })).status).toBe(404);
    expect((await ask(origin, '/api/events', { message_id, event: 'read' })).status).toBe(400);
    expect((await ask(origin, '/api/events', { event: 'open' })).status).toBe(400);
  });
});

test('custom arguments never replace SendGrid’s own fields', async () => {
  const app = await listenForEvents();
  const { origin } = await simulator({ appOrigin: app.origin });
  await sdk(origin).send(letter({ from: FROM, customArgs: { event: 'delivered', delivery_id: 'd-1' } }));
  await vi.waitFor(() => expect(app.events()).toHaveLength(2), SOON);
  expect(app.events()).toMatchObject([{ event: 'processed', delivery_id: 'd-1' }, { event: 'delivered' }]);
});
