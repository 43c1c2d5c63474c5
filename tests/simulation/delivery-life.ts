/** One life of a delivery, by its seed: what everybody does, then everything works again, and it is judged. */
import type { Channel } from '#domain/delivery/delivery.ts';
import { type End, judgeEnd } from './delivery-end.ts';
import { PARTS } from './delivery-happenings.ts';
import { DeliveryJudge } from './delivery-judge.ts';
import { OwnerOfDelivery } from './delivery-owner.ts';
import { MAILBOXES, PROVIDERS } from './delivery-provider.ts';
import type { Row } from './delivery-rows.ts';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules.ts';
import { DeliveryWorld, START } from './delivery-world.ts';
import { Random } from './random.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A week of tries and a day, and a fallback before it; a release has two final waits. */
const PATIENCE = { owner: 13 * DAY, release: 45 * DAY };

const EVENTS = {
  fail: 8,
  provider: 8,
  mailbox: 7,
  jump: 2,
  'settle-clock': 3,
  'machine-pauses': 0.5,
  'engine-store-lost': 1,
  failover: 3,
  nudge: 4,
  stale: 1,
  reschedule: 2,
  delete: 1,
  'try-again': 2,
  'send-again': 1,
  revoke: 0.5,
  stop: 0.3,
  hold: 1.5,
  unhold: 2,
  'cancel-run': 0.7,
  'resend-release': 0.5,
  'owner-is-back': 0.2,
};
export type Happens = keyof typeof EVENTS;

/** Lives one life. @param story gets what happens, also when a rule is broken @throws Violation */
export function liveDelivery(
  seed: number,
  rules: DeliveryRules = DELIVERY_RULES,
  story: string[] | null = null,
): { end: End; world: DeliveryWorld } {
  const random = new Random(seed);
  const origin = random.chance(0.3) ? 'release' : 'owner';
  const channel: Channel = origin === 'release' ? 'email' : random.pick(['email', 'email', 'whatsapp', 'sms']);
  const due = START + (random.chance(0.6) ? random.int(0, HOUR) : random.int(0, 40 * DAY));
  const judge = new DeliveryJudge(due, START, origin === 'release');
  const row = newRow(origin, channel, due);
  const tellsStory = story && ((line: string) => story.push(line));
  const world = new DeliveryWorld({ row, random, rules, judge, failsOver: random.chance(0.15), tellsStory });
  tellsStory?.(`${origin}, ${channel}, due ${days(due - START)}`);
  const owner = new OwnerOfDelivery(world, rules);
  for (let left = random.int(0, 14); left > 0; left -= 1) {
    world.run(world.now + waitOf(random, world));
    const event = random.weighed(EVENTS);
    tellsStory?.(`${days(world.now - START)} ${event}`);
    happen(random, world, owner, event);
  }
  tellsStory?.(`${days(world.now - START)} everything works again`);
  heal(world, owner);
  world.run(
    Math.max(world.now, world.now + due - world.truth, world.now + judge.promises.due - world.truth) +
      patienceOf(world),
  );
  return { end: judgeEnd(world, judge), world };
}

function newRow(origin: Row['origin'], channel: Channel, due: number): Row {
  return {
    ...{ revision: 1, status: 'pending', origin, channel, fellBackAt: null, isDeleted: false, isHeld: false },
    ...{ failureCode: null, nextAttemptAt: due, scheduledAt: due, attempts: [], sentAt: null, deliveredAt: null },
    ...{ isUnconfirmed: false, isOpened: false, isLinkRevoked: false, linkEpoch: 1 },
  };
}

/** What was planned by a clock that moved twice, or was set right while nothing ran, comes by as much later. */
function patienceOf({ row, wasReset, jumpsInDoubt, accepted, unseenBack }: DeliveryWorld): number {
  const isMuddled = wasReset || jumpsInDoubt > 0 || accepted < 0 || unseenBack > 0;
  return PATIENCE[row.origin] + (isMuddled ? 200 * DAY : 0);
}

function spanOf(random: Random): number {
  return random.int(0, random.pick([10 * SECOND, 10 * MINUTE, 8 * HOUR, 3 * DAY, 40 * DAY]));
}

/** Mostly around the moment at which something would happen by itself. */
function waitOf(random: Random, world: DeliveryWorld): number {
  const base = random.chance(0.7) ? world.untilNext() : 0;
  return Math.max(0, base + (random.chance(0.6) ? random.int(-2, 900) : spanOf(random)));
}

function happen(random: Random, world: DeliveryWorld, owner: OwnerOfDelivery, event: Happens): void {
  switch (event) {
    case 'fail':
      world.fail(random.pick(PARTS), spanOf(random));
      return;
    case 'provider':
      world.provider = random.weighed(PROVIDERS);
      return;
    case 'mailbox':
      world.mailbox = random.weighed(MAILBOXES);
      return;
    case 'jump':
      if (world.isPauseUnsettled) return;
      world.jump((random.chance(0.5) ? 1 : -1) * spanOf(random));
      return;
    case 'settle-clock':
      world.settleClock(random.chance(0.5));
      return;
    case 'machine-pauses':
      // Two machines that disagree while the clock is in doubt are a case for operators.
      if (world.isInDoubt || world.wrong !== 0) return;
      world.pause(random.pick(['web', 'worker']), spanOf(random));
      return;
    case 'engine-store-lost':
      world.loseEngineStore();
      return;
    case 'failover':
      world.failOver();
      return;
    case 'nudge':
      world.run(world.now + world.untilNext());
      return;
    case 'stale':
      world.askAgain(random.pick([1, world.row.revision, world.row.revision - 1]));
      return;
    default:
      owner.does(event, random);
  }
}

/** Everything works again, and operators look after what they hold. */
function heal(world: DeliveryWorld, owner: OwnerOfDelivery): void {
  world.run(world.healedAt());
  Object.assign(world, { provider: 'works', mailbox: 'works' });
  for (let tries = 0; tries < 6 && (world.isInDoubt || world.wrong !== 0); tries += 1) {
    world.settleClock(tries > 0 && world.wrong === 0);
    world.run(world.now + 4 * MINUTE);
  }
  if (world.random.chance(0.8)) owner.does('unhold', world.random);
}

function days(milliseconds: number): string {
  return `${(milliseconds / DAY).toFixed(4)} d`;
}
