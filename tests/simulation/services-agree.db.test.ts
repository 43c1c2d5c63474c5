/**
 * The rows of the simulator and the services on Postgres live the same lives: claims, answers, events in any order and twice,
 * openings that fall back, holds. What the simulator finds about its rows is true of the product only because of this.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Channel } from '#domain/delivery/delivery.ts';
import { holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';
import { fateOf, MAILBOXES, PROVIDERS } from './delivery-provider.ts';
import { type Claim, DeliveryRows } from './delivery-rows.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';
import { Random } from './random.ts';

const LIVES = 40;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVENTS = { deliver: 5, event: 5, hold: 0.5, unhold: 1, 'fall-back': 1, wait: 1 };

let post: Post;
let moveClock: (milliseconds: number) => Promise<void>;
beforeAll(async () => {
  post = await createPost();
  moveClock = await wrapClock(post.stage.url);
});
afterAll(() => post.stage.close());

/** One life on both. */
async function live(seed: number): Promise<void> {
  const random = new Random(seed);
  const channel: Channel = random.pick(['email', 'whatsapp', 'sms']);
  let ahead = 0;
  await moveClock(ahead);
  const id = await post.due(channel);
  const now = () => Date.now() + ahead;
  const due = now() - 2_000;
  const rows = new DeliveryRows(
    {
      ...{
        revision: 1,
        status: 'pending',
        origin: 'owner',
        channel,
        fellBackAt: null,
        isDeleted: false,
        isHeld: false,
      },
      ...{ failureCode: null, nextAttemptAt: due, scheduledAt: due, attempts: [], sentAt: null, deliveredAt: null },
      ...{ isUnconfirmed: false, isOpened: false, isLinkRevoked: false, linkEpoch: 1 },
    },
    DELIVERY_RULES,
    () => `attempt-${rows.attempts.length}`,
  );
  const letters: { claimed: Claim; letter: Letter }[] = [];
  const em = () => post.stage.orm.em.fork();
  for (let left = random.int(3, 10); left > 0; left -= 1) {
    const event = random.weighed(EVENTS);
    ahead += waitOf(random, rows, now());
    await moveClock(ahead);
    if (event === 'deliver') await deliver(random, rows, id, letters, now());
    if (event === 'event' && letters.length > 0) await report(random, rows, letters, now());
    if (event === 'hold' || event === 'unhold') {
      rows.setHeld(event === 'hold');
      await (event === 'hold' ? holdDeliveries(em(), [id]) : unholdDeliveries(em(), [id]));
    }
    if (event === 'fall-back') {
      rows.fallBackUnheard(now());
      await post.fallBack();
    }
    expect(await recordOf(id, now()), `seed ${seed}, ${event}`).toEqual(modelOf(rows, now()));
  }
}

/** Never near an instant at which a moment more decides. */
function waitOf(random: Random, rows: DeliveryRows, now: number): number {
  const next = rows.row.nextAttemptAt;
  if (next !== null && random.chance(0.7)) return Math.max(0, next - now) + 5_000;
  return random.chance(0.5) ? 0 : random.pick([10_000, HOUR + 7_000, 3 * DAY + 11_000]);
}

async function deliver(
  random: Random,
  rows: DeliveryRows,
  id: string,
  letters: { claimed: Claim; letter: Letter }[],
  now: number,
): Promise<void> {
  const revision = random.chance(0.2) ? 1 : rows.row.revision;
  const { started } = rows.claim(revision, now);
  const fate = started && fateOf(random, random.weighed(PROVIDERS), 'works', started.channel);
  const answer = fate?.answer ?? ({ kind: 'unknown', reason: 'reset' } as const);
  for (const queue of Object.values(post.answers)) queue.length = 0;
  if (started) post.answers[started.channel].push(answer);
  const before = post.sent.length;
  await post.deliver(id, revision);
  expect(post.sent.length - before).toBe(started ? 1 : 0);
  const letter = post.sent.at(-1);
  if (!started || !letter) return;
  rows.record(started, answer, now);
  letters.push({ claimed: started, letter });
}

async function report(
  random: Random,
  rows: DeliveryRows,
  letters: { claimed: Claim; letter: Letter }[],
  now: number,
): Promise<void> {
  const { claimed, letter } = letters[random.int(0, letters.length - 1)] as (typeof letters)[number];
  const { reports } = fateOf(random, 'works', random.weighed(MAILBOXES), claimed.channel);
  const event = reports[0]?.event ?? { kind: 'noted' };
  const reported = post.event(letter, event);
  const times = random.chance(0.2) ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    await post.record(
      [{ ...reported, occurredAt: new Date(now) }],
      claimed.channel === 'email' ? 'sendgrid' : 'twilio',
    );
    rows.hear(claimed, reported.eventId, event, now, now);
  }
}

/** What both say. The instant of the next try is in minutes from now: the real clock goes on meanwhile. */
async function recordOf(id: string, now: number) {
  const { status, revision, failure, isDelivered, hasFallenBack, attempts, timeline } = await post.recordOf(id);
  const [row] = await post.query<{ next_attempt_at: string | null; held_at: string | null }>(
    'select next_attempt_at, held_at from deliveries where id = ?',
    [id],
  );
  const next = row?.next_attempt_at ?? null;
  const copies = timeline.filter((kind) => kind === 'further-copy').length;
  const nextIn = next === null ? null : minutes(new Date(next).getTime() - now);
  return {
    status,
    revision,
    failure,
    isDelivered,
    hasFallenBack,
    attempts,
    copies,
    nextIn,
    isHeld: row?.held_at != null,
  };
}

function modelOf({ row, attempts, timeline }: DeliveryRows, now: number) {
  const inOrder = attempts.toSorted((a, b) => a.revision - b.revision || a.n - b.n);
  return {
    status: row.status,
    revision: row.revision,
    failure: row.failureCode,
    isDelivered: row.deliveredAt !== null,
    hasFallenBack: row.fellBackAt !== null,
    attempts: inOrder.map(({ channel, state, rejection }) => [channel, state, rejection].filter(Boolean).join(' ')),
    copies: timeline.filter(({ kind }) => kind === 'further-copy').length,
    nextIn: row.nextAttemptAt === null ? null : minutes(row.nextAttemptAt - now),
    isHeld: row.isHeld,
  };
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 60_000);
}

it(`${LIVES} lives are the same in the simulator's rows and in Postgres`, async () => {
  for (let seed = 1; seed <= LIVES; seed += 1) await live(seed);
}, 180_000);
