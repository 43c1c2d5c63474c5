/**
 * Owners cannot reach the check-in page although all of our processes run: a proxy between the public address and the web
 * process fails, past the whole time of an emergency protocol. A day lasts 24 minutes, so the worker probes every second.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { eventually } from '#tests/harness/process.ts';
import { type Answer, startProxy } from '#tests/harness/proxy.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { atRest, createArmed, passHours, protocolOf, warningsOf } from '#tests/harness/world-protocol.ts';

const DAY = 24 * MINUTE;
/** Of such a day, in hours of the clock. */
const hoursOf = (days: number) => (days * DAY) / (60 * MINUTE);

let proxy: Awaited<ReturnType<typeof startProxy>>;
let world: World;
beforeAll(async () => {
  proxy = await startProxy();
  world = await startWorld({
    RETRY_MINUTE_SECONDS: '0.1',
    AVAILABILITY_PROBE: 'outside',
    EMERGENCY_DAY_SECONDS: `${DAY / SECOND}`,
    APP_ORIGIN: proxy.origin,
  });
  proxy.leadTo(world.origin);
  await canCheckIn(true);
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await proxy?.close();
});

/** Waits until it is known whether owners can check in. */
const canCheckIn = (isReachable: boolean) =>
  eventually(
    () =>
      world.query<{ beats: boolean }>(
        "select beat_at > clock_timestamp() - '5 seconds'::interval as beats from heartbeats",
      ),
    ([heart]) => (heart?.beats ?? false) === isReachable,
  );

const STORED = '<form method="post"><input type="hidden" name="intent" value="step-1"/></form>';

it.each<[string, Answer]>([
  ['answers every request with an error', (_, response) => response.writeHead(500).end()],
  ['serves a stored page', (_, response) => response.end(STORED)],
  ['ends each connection, as without a valid certificate', (request) => request.socket.destroy()],
])(
  'nothing is released while the proxy %s; then the owner is warned again first',
  async (name, answer) => {
    const contact = `ana-${name.length}@example.com`;
    const { id } = await createArmed(world, { contact, inactive_days: 7, safety_days: 1 });
    const stage = async () => (await protocolOf(world, id)).stage;
    for (let days = 6; (await stage()) !== 'missed'; days = 1) {
      await passHours(world, hoursOf(days));
      await atRest(world);
    }
    const told = await world.messages(contact);

    proxy.answer(answer);
    // The first may be the second request of a probe that had begun, the next is that of another: one that still worked is over.
    await eventually(
      async () => proxy.answered(),
      (requests) => requests >= 2,
    );
    await canCheckIn(false);
    await passHours(world, hoursOf(30), { isOutage: true });
    await atRest(world);
    expect(await stage()).toBe('missed');
    expect(await world.messages(contact)).toHaveLength(told.length);
    const warnings = (await warningsOf(world, id)).length;

    proxy.answer(null);
    await canCheckIn(true);
    const again = await eventually(
      () => warningsOf(world, id),
      (all) => all.length > warnings && all.at(-1)?.state === 'accepted',
    );
    expect(again.at(-1)?.name).toBe('again');
    expect(await stage()).toBe('missed');
    expect(await world.messages(contact)).toHaveLength(told.length);
  },
  180_000,
);
