import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ask, type ListedMessage, listenForEvents, messages, SOON, sent, simulator, temporaryFolder } from './stand.ts';

/** @returns the ids of the messages whose events the product has accepted */
function reportedIn(journal: string): string[] {
  const lines = journal.split('\n').filter(Boolean);
  return lines.flatMap((line) => (JSON.parse(line) as { reported?: string[] }).reported ?? []);
}

describe('the list of messages', () => {
  test('is newest first; filters by recipient and channel, limits the number, and can leave out the bodies', async () => {
    const { origin } = await simulator({ eventDelay: 60_000 });
    for (const to of ['ana@example.com', 'rui@example.com', 'ana@example.com']) await sent(origin, { to });
    const all = await messages(origin);
    expect(all.map(({ to }) => to)).toEqual(['ana@example.com', 'rui@example.com', 'ana@example.com']);
    expect(Date.parse(all[0]?.accepted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(all[2]?.accepted_at ?? ''));

    expect(await messages(origin, '?to=ANA@example.com')).toEqual([all[0], all[2]]);
    expect(await messages(origin, '?channel=email')).toHaveLength(3);
    expect(await messages(origin, '?channel=whatsapp')).toEqual([]);
    const filtered = await fetch(`${origin}/api/messages?to=ana@example.com&limit=1&body=none`);
    expect(filtered.headers.get('x-total-count')).toBe('2');
    const [newest] = (await filtered.json()) as ListedMessage[];
    expect(newest).toMatchObject({ id: all[0]?.id, subject: 'Helena wrote to you' });
    expect(newest).not.toHaveProperty('html');
  });

  test('answers one message by its id, and 404 for an unknown id', async () => {
    const { origin } = await simulator();
    const id = await sent(origin);
    expect(await ask(origin, `/api/messages/${id}`)).toMatchObject({
      status: 200,
      json: { id, text: expect.any(String) },
    });
    expect((await ask(origin, '/api/messages/none')).status).toBe(404);
    expect((await fetch(`${origin}/api/messages/%ff`)).status).toBe(400);
  });

  test('can be emptied, also for the next start', async () => {
    const dataDir = temporaryFolder();
    const before = await simulator({ dataDir });
    await sent(before.origin);
    expect((await fetch(`${before.origin}/api/messages`, { method: 'DELETE' })).status).toBe(204);
    expect(await messages(before.origin)).toEqual([]);
    await before.close();
    expect(await messages((await simulator({ dataDir })).origin)).toEqual([]);
  });
});

describe('a restart', () => {
  test('restores every accepted message with its events', async () => {
    const dataDir = temporaryFolder();
    const app = await listenForEvents();
    const before = await simulator({ dataDir, appOrigin: app.origin });
    const opened = await sent(before.origin);
    await sent(before.origin, { to: 'bounce@example.com' });
    await vi.waitFor(() => expect(app.events()).toHaveLength(4), SOON);
    await ask(before.origin, '/api/events', { message_id: opened, event: 'open' });
    // The journal must have the product's answers, too.
    const journal = () => readFileSync(join(dataDir, 'messages.jsonl'), 'utf8');
    await vi.waitFor(() => expect(reportedIn(journal())).toHaveLength(2), SOON);
    const earlier = await messages(before.origin);
    expect(earlier.map(({ status }) => status)).toEqual(['bounced', 'opened']);
    await before.close();
    expect(await messages((await simulator({ dataDir, appOrigin: app.origin })).origin)).toEqual(earlier);
  });

  test('ignores a line that a crash cut off', async () => {
    const dataDir = temporaryFolder();
    const before = await simulator({ dataDir });
    await sent(before.origin);
    await before.close();
    appendFileSync(join(dataDir, 'messages.jsonl'), '{"accepted":{"id":"half');
    const after = await simulator({ dataDir });
    expect(await messages(after.origin)).toHaveLength(1);
    await sent(after.origin);
    await after.close();
    expect(await messages((await simulator({ dataDir })).origin)).toHaveLength(2);
  });
});

test('the health check answers 200', async () => {
  const { origin } = await simulator();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});
