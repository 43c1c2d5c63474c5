/**
 * Owners cannot reach the check-in page although all of our processes run: a proxy between the public address and the web
 * process fails, past the whole time of an emergency protocol. A day lasts 24 minutes, so the worker probes every second.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '#dev/certificate.ts';
import { HOUR, MINUTE, SECOND, DAY as TRUE_DAY } from '#domain/time/durations.ts';
import { eventually } from '#tests/harness/process.ts';
import { type Answer, startProxy } from '#tests/harness/proxy.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { atRest, createArmed, passHours, protocolOf, warningsOf } from '#tests/harness/world-protocol.ts';

const DAY = 24 * MINUTE;
/** Of such a day, in hours of the clock. */
const hoursOf = (days: number) => (days * DAY) / (60 * MINUTE);

const fromToday = (days: number) => new Date(Date.now() + days * TRUE_DAY);
const valid = makeCertificate(fromToday(-2), fromToday(2));
const ended = makeCertificate(fromToday(-2), new Date(Date.now() - HOUR));

let home: string;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let world: World;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stillhere-probe-'));
  const trusted = join(home, 'trusted.pem');
  await writeFile(trusted, valid.cert + ended.cert);
  proxy = await startProxy(valid);
  world = await startWorld({
    RETRY_MINUTE_SECONDS: '0.1',
    AVAILABILITY_PROBE: 'outside',
    EMERGENCY_DAY_SECONDS: `${DAY / SECOND}`,
    APP_ORIGIN: proxy.origin,
    NODE_EXTRA_CA_CERTS: trusted,
  });
  proxy.leadTo(world.origin);
  await canCheckIn(true);
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await proxy?.close();
  await rm(home, { recursive: true, force: true });
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

/** How the proxy fails, and how it works again. */
interface Failure {
  begin(): Promise<unknown>;
  end(): unknown;
}

/** @param answer to every request */
const answering = (answer: Answer): Failure => ({
  async begin() {
    proxy.answer(answer);
    // The first may be the second request of a probe that had begun, the next is that of another: one that still worked is over.
    await eventually(
      async () => proxy.answered(),
      (requests) => requests >= 2,
    );
  },
  end: () => proxy.answer(null),
});

const STORED = '<form method="post"><input type="hidden" name="intent" value="step-1"/></form>';

const FAILURES: [string, Failure][] = [
  ['answers every request with an error', answering((_, response) => response.writeHead(500).end())],
  ['serves a stored page', answering((_, response) => response.end(STORED))],
  ['ends each connection', answering((request) => request.socket.destroy())],
  ['is closed', { begin: () => proxy.close(), end: () => proxy.listen() }],
  [
    'shows a certificate that has ended',
    {
      async begin() {
        proxy.show(ended);
        await eventually(
          async () => world.worker.output.includes('CERT_HAS_EXPIRED'),
          (isRefused) => isRefused,
        );
      },
      end: () => proxy.show(valid),
    },
  ],
];

/** How long the owner was warned and could check in, in milliseconds. */
interface OpenTimes {
  beforeAgain: number;
  afterAgain: number;
}

/** Between the urgent warning, the first fresh one and the release, without the outages; as the rows say. */
async function openTimesOf(ownerId: string): Promise<OpenTimes> {
  const [times] = await world.query<OpenTimes>(
    `with marks as (
       select p.released_at, min(m.settled_at) filter (where m.kind = 'missed') as missed_at,
         min(m.settled_at) filter (where m.kind = 'again') as again_at
       from emergency_protocols p join emergency_mails m on m.owner_id = p.owner_id
       where p.owner_id = ? and m.state = 'accepted' group by p.owner_id),
     spans as (
       select again_at - missed_at - coalesce((
         select sum(least(ended_at, again_at) - greatest(began_at, missed_at)) from outages
         where ended_at > missed_at and began_at < again_at), '0') as before_again,
       released_at - again_at - coalesce((
         select sum(least(ended_at, released_at) - greatest(began_at, again_at)) from outages
         where ended_at > again_at and began_at < released_at), '0') as after_again
       from marks)
     select extract(epoch from before_again)::float8 * 1000 as "beforeAgain",
       extract(epoch from after_again)::float8 * 1000 as "afterAgain" from spans`,
    [ownerId],
  );
  if (!times) throw new Error('This owner was never warned.');
  return times;
}

/** An owner who has just missed their check-in, while the page can be reached. */
async function missed(contact: string) {
  const { id } = await createArmed(world, { contact, inactive_days: 7, safety_days: 1 });
  const stage = async () => (await protocolOf(world, id)).stage;
  for (let days = 6; (await stage()) !== 'missed'; days = 1) await pass(days);
  return { id, stage };
}

/** Days in which everything that is due is done at their end. */
async function pass(days: number, { isOutage = false } = {}): Promise<void> {
  await passHours(world, hoursOf(days), { isOutage });
  await atRest(world);
}

it.each(FAILURES)(
  'nothing is released while the proxy %s; then the owner is warned again and has the whole safety time',
  async (name, failure) => {
    const contact = `ana@${name.replaceAll(' ', '-')}.example.com`;
    const { id, stage } = await missed(contact);
    const told = (await world.messages(contact)).length;
    const nothingMore = async () => expect((await world.messages(contact)).length).toBe(told);

    await failure.begin();
    await canCheckIn(false);
    await pass(30, { isOutage: true });
    expect(await stage()).toBe('missed');
    await nothingMore();
    const warnings = (await warningsOf(world, id)).length;

    await failure.end();
    await canCheckIn(true);
    const again = await eventually(
      () => warningsOf(world, id),
      (all) => all.length > warnings && all.at(-1)?.state === 'accepted',
    );
    expect(again.at(-1)?.name).toBe('again');
    expect(await stage()).toBe('missed');
    await nothingMore();

    // The last call goes out a third of a day before the release.
    for (const days of [0.5, 0.2, 0.2]) await pass(days);
    expect(await stage()).toBe('last-call');
    await nothingMore();
    while ((await stage()) !== 'released') await pass(0.2);
    const { beforeAgain, afterAgain } = await openTimesOf(id);
    expect(beforeAgain + afterAgain).toBeGreaterThan(DAY - 1);
    // Before the proxy failed the safety time had just begun.
    expect(beforeAgain).toBeLessThan(DAY / 10);
  },
  180_000,
);
