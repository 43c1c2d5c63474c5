/** The probe of the check-in page, through a proxy in front of the whole web. */
import { createServer as createSocketServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publicCheckInPage } from '#adapters/check-in-page.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { probe } from '#services/emergency/canary.ts';
import { startProxy } from '#tests/harness/proxy.ts';
import { startWebOnCable, type WebOnCable } from './web.ts';

let proxy: Awaited<ReturnType<typeof startProxy>>;
let web: WebOnCable;
beforeAll(async () => {
  proxy = await startProxy();
  web = await startWebOnCable({ APP_ORIGIN: proxy.origin, AVAILABILITY_PROBE: 'outside' });
  proxy.leadTo(web.origin);
});
afterAll(async () => {
  await web?.stop();
  await proxy?.close();
});
afterEach(() => proxy.answer(null));

/** It may take its time, unless a test is about that. */
const page = (origin = proxy.origin, timeout = MINUTE) => publicCheckInPage({ origin, timeout });

/** One probe, as if none had been for a minute. */
async function probed(through = page()): Promise<void> {
  await web.query("update canary set claimed_at = claimed_at - interval '1 minute' returning id");
  await probe({ fork: web.fork, keyring: web.keyring, page: through, day: DAY });
}

async function lastBeat(): Promise<string | null> {
  const [row] = await web.query<{ at: string }>('select beat_at::text as at from heartbeats');
  return row?.at ?? null;
}

test('the web process writes no heartbeat of its own', async () => {
  expect(await lastBeat()).toBeNull();
  // A service that needs two seconds counts as missing.
  await expect
    .poll(async () => (await web.fetch('/readyz')).json())
    .toMatchObject({ ready: true, availability_probe: 'outside' });
});

test('a probe opens the page, presses its button, and writes the heartbeat', async () => {
  await probed();
  const first = await lastBeat();
  expect(first).not.toBeNull();
  expect(proxy.seen.map(({ method, status }) => [method, status])).toEqual([
    ['GET', 200],
    ['POST', 200],
  ]);
  await probed();
  expect(await lastBeat()).not.toBe(first);
});

test('several workers probe once a minute', async () => {
  await probed();
  const requests = proxy.seen.length;
  const once = () => probe({ fork: web.fork, keyring: web.keyring, page: page(), day: DAY });
  await Promise.all([once(), once()]);
  expect(proxy.seen).toHaveLength(requests);
});

test('while one probe waits for the page, no other disturbs it', async () => {
  const before = await lastBeat();
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const outside = page();
  const slow = {
    ...outside,
    async read(secret: string) {
      reached.resolve();
      await answered.promise;
      return outside.read(secret);
    },
  };
  // At such a day a probe is due every four seconds.
  const begin = (through: typeof outside) =>
    probe({ fork: web.fork, keyring: web.keyring, page: through, day: 96 * MINUTE });
  await web.query("update canary set claimed_at = claimed_at - interval '1 minute' returning id");
  const first = begin(slow);
  await reached.promise;
  const requests = proxy.seen.length;
  await web.query("update canary set claimed_at = claimed_at - interval '5 seconds' returning id");
  await begin(outside);
  expect(proxy.seen).toHaveLength(requests);
  answered.resolve();
  await first;
  expect(await lastBeat()).not.toBe(before);
  await web.query('update canary set claimed_at = clock_timestamp() returning id');
});

test('a probe that died keeps the next ones away for twenty seconds, and no longer', async () => {
  const died = { read: () => new Promise<never>(() => {}), press: async () => {} };
  await web.query("update canary set claimed_at = claimed_at - interval '1 minute' returning id");
  void probe({ fork: web.fork, keyring: web.keyring, page: died, day: DAY });
  await expect
    .poll(async () => (await web.query('select 1 from canary where claimed_at > clock_timestamp()')).length)
    .toBe(1);
  const before = await lastBeat();
  await web.query("update canary set claimed_at = claimed_at - interval '75 seconds' returning id");
  await probe({ fork: web.fork, keyring: web.keyring, page: page(), day: DAY });
  expect(await lastBeat()).not.toBe(before);
});

test('a probe continues after the clock was set back', async () => {
  await web.query("update canary set claimed_at = clock_timestamp() + interval '1 day' returning id");
  const requests = proxy.seen.length;
  await probe({ fork: web.fork, keyring: web.keyring, page: page(), day: DAY });
  expect(proxy.seen.length).toBeGreaterThan(requests);
});

describe('no heartbeat is written', () => {
  async function refused(reason: RegExp, through = page()): Promise<void> {
    const before = await lastBeat();
    await expect(probed(through)).rejects.toThrow(reason);
    expect(await lastBeat()).toBe(before);
  }

  test('when every page is an error', async () => {
    proxy.answer((_, response) => response.writeHead(500).end('no'));
    await refused(/answers 500/);
  });

  test('when something else answers', async () => {
    proxy.answer((_, response) => response.end('<h1>Parked</h1>'));
    await refused(/another one/);
  });

  test('when the proxy serves a stored page', async () => {
    const stored = proxy.seen.find(({ method }) => method === 'GET')?.text ?? '';
    expect(stored).toContain('step-');
    proxy.answer((_, response) => response.end(stored));
    await refused(/something old/);
  });

  test('when the form is answered by the proxy', async () => {
    await probed();
    const [{ step = 0 } = {}] = await web.query<{ step: number }>('select step from canary');
    proxy.answer((_, response) => response.end(`<input type="hidden" name="intent" value="step-${step}"/>`));
    await refused(/changed nothing/);
  });

  test('when the answer never ends', async () => {
    proxy.answer((_, response) => void response.write('<h1>'));
    await refused(/in time/, page(proxy.origin, SECOND / 2));
  });

  test('when the page is endless', async () => {
    proxy.answer((_, response) => response.end('x'.repeat(300_000)));
    await refused(/too long/);
  });

  test('when the page has moved', async () => {
    proxy.answer((_, response) => response.writeHead(301, { location: web.origin }).end());
    await refused(/answers 301/);
  });

  test('when the proxy is closed, or its name is not known', async () => {
    await proxy.close();
    await refused(/ECONNREFUSED/);
    await proxy.listen();
    // Too long for a name: no name server is asked, which could take longer than the probe waits.
    await refused(/ENOTFOUND/, page(`http://${'x'.repeat(64)}.invalid`));
  });

  test('when TLS does not work', async () => {
    const plain = createSocketServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .end('HTTP/1.1 200 OK\r\n\r\n'),
    );
    await new Promise<void>((resolve) => plain.listen(0, resolve));
    const { port } = plain.address() as { port: number };
    await refused(/SSL|TLS|EPROTO|socket/i, page(`https://localhost:${port}`));
    await new Promise((resolve) => plain.close(resolve));
  });

  test('when the database is away', async () => {
    await web.database.cut();
    try {
      await expect(probed()).rejects.toThrow(/answers 503/);
    } finally {
      await web.database.mend();
    }
  });
});

test('the probe’s link opens no account, and an old form changes nothing', async () => {
  const secret = linkSecret(web.keyring, 'canary', '00000000-0000-7000-8000-000000000000', 1);
  const form = (intent: string) =>
    web.fetch(`/check-in/${secret}`, { method: 'POST', body: new URLSearchParams({ intent }) });
  const [{ step = 0 } = {}] = await web.query<{ step: number }>('select step from canary');
  expect((await form(`step-${step - 1}`)).status).toBe(409);
  expect((await form('check-in')).status).toBe(409);
  expect(await web.query('select step from canary')).toEqual([{ step }]);
  const page = await (await web.fetch(`/check-in/${secret}`)).text();
  expect(page).toContain('This page can be reached.');
  expect(page).not.toMatch(/<script/);
});

test('five minutes without a probe that works are an outage', async () => {
  await probed();
  await web.query("update heartbeats set beat_at = beat_at - interval '6 minutes' returning id");
  await probed();
  const [outage] = await web.query<{ length: number }>(
    'select extract(epoch from ended_at - began_at)::float8 * 1000 as length from outages order by id desc limit 1',
  );
  expect(outage?.length).toBeGreaterThan(6 * MINUTE - SECOND);
});
