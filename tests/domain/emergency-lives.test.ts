/**
 * Whole lives of an emergency protocol, whatever its owner, the provider, our own processes and the clock do meanwhile.
 * Judged by true time, of which the decisions know nothing.
 */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { foresee } from '#domain/emergency/foresee.ts';
import { BOUNCED_DAYS, lastCallAhead, reminderInstants } from '#domain/emergency/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { type Deed, GAP, type Twist, World } from './emergency-world.ts';

const LIVES = 20_000;
/** Each has another time of day at the same instant, and the clocks of three change. */
const ZONES = ['Europe/Lisbon', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

const days = fc.oneof(fc.constantFrom(7, 13, 14, 30), fc.integer({ min: 7, max: 365 }));
const safety = fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 30 }));
const aWhile = fc.oneof(
  fc.integer({ min: 0, max: 2 * GAP }),
  fc.integer({ min: 0, max: 2 * DAY }),
  fc.integer({ min: 0, max: 60 * DAY }),
);
const twists: fc.Arbitrary<Twist> = fc.oneof(
  { weight: 4, arbitrary: aWhile.map<Twist>((ms) => ({ kind: 'web-down', for: ms })) },
  { weight: 3, arbitrary: aWhile.map<Twist>((ms) => ({ kind: 'provider-down', for: ms })) },
  { weight: 2, arbitrary: aWhile.map<Twist>((ms) => ({ kind: 'worker-down', for: ms })) },
  { weight: 2, arbitrary: fc.boolean().map<Twist>((isRefusing) => ({ kind: 'mailbox', isRefusing })) },
  { weight: 2, arbitrary: fc.boolean().map<Twist>((isSilent) => ({ kind: 'provider-tells', isSilent })) },
  { weight: 2, arbitrary: fc.boolean().map<Twist>((isDeferring) => ({ kind: 'mailbox-defers', isDeferring })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('deferred', 'delivered', 'bounced'), fc.boolean())
      .map<Twist>(([state, isNewest]) => ({ kind: 'late-word', state, isNewest })),
  },
  { weight: 2, arbitrary: fc.constant<Twist>({ kind: 'nudge' }) },
  { weight: 1, arbitrary: fc.constant<Twist>({ kind: 'check-in' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(days, safety)
      .map<Twist>(([inactiveDays, safetyDays]) => ({ kind: 'settings', inactiveDays, safetyDays })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }).map<Twist>((n) => ({ kind: 'pause', days: n })) },
  { weight: 1, arbitrary: fc.constantFrom<Twist>({ kind: 'arm' }, { kind: 'disarm' }) },
  { weight: 1, arbitrary: fc.boolean().map<Twist>((isConfirmed) => ({ kind: 'address', isConfirmed })) },
  {
    weight: 2,
    arbitrary: fc.tuple(aWhile, fc.constantFrom(-1, 1)).map<Twist>(([ms, way]) => ({ kind: 'jump', by: way * ms })),
  },
);
/** Then: around the moment at which something would happen by itself, or any time. */
const script = fc.array(
  fc.record({
    isNearNext: fc.boolean(),
    after: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 8 * HOUR }), aWhile),
    twist: twists,
  }),
  { maxLength: 16 },
);

type Script = { isNearNext: boolean; after: number; twist: Twist }[];

/** What the world may be wrong about: silences and jumps that are too short to count. */
const slackOf = ({ closed, jumps }: World) => (1 + closed.length + jumps.length) * GAP;

/** Twenty thousand lives are too many for expectations that describe themselves. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** That what the decision asks for may be done at this moment. */
function witness(world: World, deed: Deed): void {
  const { from, warnings } = world;
  must(world.isActive && world.stage !== 'released' && from !== null, 'Something was done while nothing counts.');
  const since = world.closed.at(-1);
  const isSeen = world.isReachable || !since || world.now - since.from <= GAP;
  // A clock that jumps back hides an outage from us, and by one that jumps ahead one instant is two.
  const hasJumped = world.jumps.length > 0;
  must(isSeen || hasJumped, 'Something was done while nobody could reach us.');
  const isHidden = world.isSetBackUnreachable && !world.hasRepairedLate;
  must(!isHidden, 'A clock that was set back made a web process present that is gone.');
  must(warnings.filter(({ state }) => state === 'waiting').length <= 1, 'Two warnings wait.');
  const isBurst = deed.kind !== 'release' && world.mails.some(({ createdAt }) => createdAt === world.now);
  must(!isBurst || hasJumped, 'Two warnings were made at one instant.');
  if (deed.kind === 'miss') witnessMissed(world, from ?? 0);
  else if (deed.kind === 'release') witnessRelease(world, from ?? 0);
  else if (deed.warning === 'again') witnessFresh(world);
  else if (deed.warning === 'reminder') witnessReminder(world, deed.index, from ?? 0);
  else must(!warnings.some(({ kind }) => kind === 'last-call'), 'There is a second last call.');
}

function witnessReminder({ clock, inactiveDays, warnings }: World, made: number, from: number): void {
  const due = reminderInstants(from, inactiveDays, { day: DAY }).find(({ index }) => index === made);
  must(due !== undefined && clock >= due.at, 'A reminder came early.');
  must(
    !warnings.some(({ kind, index }) => kind === 'reminder' && index >= made),
    'An older reminder came after a newer.',
  );
}

function witnessMissed(world: World, from: number): void {
  must(world.clock >= from + world.inactiveDays * DAY, 'It was missed early.');
  must(warnedFor(world) >= 6 * HOUR - slackOf(world), 'It was missed without a warning in time.');
}

function witnessRelease(world: World, from: number): void {
  const { warnings, safetyDays, inactiveDays } = world;
  const slack = slackOf(world);
  const ahead = lastCallAhead(safetyDays, { day: DAY });
  // A clock that was set back after the missed check-in shows less than has gone by.
  const setBack = world.jumps.reduce((sum, by) => sum + Math.max(0, -by), 0);
  must(world.clock + setBack >= from + (inactiveDays + safetyDays) * DAY - slack, 'It was released early.');
  const urgent = warnings.find(({ kind }) => kind === 'missed');
  const lastCall = warnings.find(({ kind }) => kind === 'last-call');
  must(openSince(world, lastCall) >= ahead - slack, 'It was released too soon after the last call.');
  must(warnedFor(world) >= ahead - slack, 'It was released too soon after the newest warning.');
  must(openSince(world, urgent) >= safetyDays * DAY - slack, 'It was released before the safety time had passed.');
  // After a clock jumped, a later report can have an earlier time.
  const isLonger = openSince(world, urgent) >= (safetyDays + BOUNCED_DAYS) * DAY - slack;
  if (isLonger || world.jumps.length > 0) return;
  const bounces = warnings.map((mail) => mail.truly.bounced ?? (hasGivenUp(world, mail) ? mail.truly.deferred : null));
  const lastBounce = Math.max(Number.NEGATIVE_INFINITY, ...bounces.map((at) => at ?? Number.NEGATIVE_INFINITY));
  const arrived = warnings.filter(({ truly }) => truly.delivered !== undefined && truly.bounced === undefined);
  const since = arrived.map(({ truly }) => truly.delivered ?? 0).filter((at) => at > lastBounce);
  if (lastBounce > Number.NEGATIVE_INFINITY) {
    const shown = since.some((at) => world.trulyOpen(at) >= safetyDays * DAY - slack);
    must(shown, 'It was released too soon after a warning bounced.');
  }
  const silent = warnings.filter((mail) => mail.acceptedTruly !== null && Object.keys(mail.truly).length === 0);
  const quiet = silent.some((mail) => world.trulyOpen(mail.acceptedTruly ?? world.now) >= HEARD - slack);
  must(arrived.length > 0 || quiet, 'It was released although no warning is known to have arrived.');
}

/** For how long a provider tries. */
const HEARD = 3 * DAY;

/** A deferred mail of which nothing was heard since; not while it may be a matter of minutes. */
function hasGivenUp(world: World, { truly, acceptedTruly }: World['mails'][number]): boolean {
  const isOpen = truly.deferred !== undefined && truly.delivered === undefined && truly.bounced === undefined;
  return isOpen && world.trulyOpen(acceptedTruly ?? world.now) >= HEARD + slackOf(world);
}

/** When a mail began to count, in true time; null while it waits, or its provider may still try. */
function settledTruly(world: World, mail: World['mails'][number]): number | null {
  const { acceptedTruly, truly } = mail;
  if (truly.deferred === undefined) return acceptedTruly;
  // Also if it bounced after that.
  if (truly.delivered !== undefined) return truly.delivered;
  if (truly.bounced !== undefined) return acceptedTruly;
  return world.trulyOpen(acceptedTruly ?? world.now) >= HEARD - slackOf(world) ? acceptedTruly : null;
}

/** A fresh warning: there was an outage, and none was made or taken since. */
function witnessFresh({ recorded, warnings, clock }: World): void {
  const opened = Math.max(...recorded.map(({ until }) => until).filter((until) => until <= clock));
  must(Number.isFinite(opened), 'A fresh warning came without an outage.');
  must(!warnings.some(({ settledAt }) => (settledAt ?? clock) >= opened), 'A warning was fresh already.');
}

/** For how long people could truly reach us since a mail began to count; not at all where there is none. */
function openSince(world: World, mail: World['warnings'][number] | undefined): number {
  return world.trulyOpen((mail && settledTruly(world, mail)) ?? world.now);
}

/** For how long people could truly reach us since a warning that came after our last outage. */
function warnedFor(world: World): number {
  // By a clock that jumped back an outage may be yet to come; the time itself is judged by the other properties.
  const outages =
    world.jumps.length > 0 ? [] : world.closed.filter(({ from, until }) => Math.min(until, world.now) - from > GAP);
  const opened = Math.max(Number.NEGATIVE_INFINITY, ...outages.map(({ until }) => until));
  const settled = world.warnings.map((mail) => settledTruly(world, mail)).filter((at) => at !== null && at >= opened);
  return Math.max(Number.NEGATIVE_INFINITY, ...settled.map((at) => world.trulyOpen(at ?? world.now)));
}

/** When the protocol of an owner who stays silent must end, if all others do their part. */
function latest(world: World): number {
  const leaps = world.jumps.reduce((sum, by) => sum + Math.abs(by), 0);
  const pause = Math.max(0, (world.pausedUntil ?? world.clock) - world.clock);
  // A reminder, the urgent warning, the last call and a fresh one may each be deferred without an end.
  const deferrals = 4 * HEARD;
  return world.now + pause + leaps + deferrals + (world.inactiveDays + world.safetyDays + BOUNCED_DAYS + 3) * DAY;
}

/** A reminder that was deferred, is delivered at the end of an outage, and bounces then: it counts from its delivery. */
const DELIVERED_THEN_BOUNCED: [number, number, Script] = [
  7,
  1,
  [
    { isNearNext: false, after: 0, twist: { kind: 'mailbox-defers', isDeferring: true } },
    { isNearNext: true, after: 0, twist: { kind: 'web-down', for: 10 * MINUTE + 1 } },
    { isNearNext: false, after: 10 * MINUTE + 1, twist: { kind: 'late-word', state: 'delivered', isNewest: false } },
    { isNearNext: false, after: 0, twist: { kind: 'late-word', state: 'bounced', isNewest: false } },
  ],
];

/** Lets a script happen. From then on nobody comes, and everybody else does their part. @returns whether it released */
function live(world: World, events: Script): boolean {
  for (const { isNearNext, after, twist } of events) {
    const base = isNearNext ? (world.untilNext() ?? 0) : 0;
    world.run(world.now + Math.max(0, base + after));
    world.twist(twist);
  }
  const isReleased = world.stage === 'released';
  world.run(world.repairedAt() + 2 * MINUTE);
  if (world.confirmedAt === null) world.twist({ kind: 'address', isConfirmed: true });
  if (!world.isActive) world.twist({ kind: 'arm' });
  return isReleased;
}

it(`${LIVES} lives: never early, never without warning, never in a burst, and always in the end`, () => {
  let released = 0;
  fc.assert(
    fc.property(days, safety, script, (inactiveDays, safetyDays, events) => {
      let releasedAt = Number.NaN;
      const world = new World(inactiveDays, safetyDays, (present, deed) => {
        witness(present, deed);
        if (deed.kind === 'release') releasedAt = present.clock;
      });
      if (live(world, events)) released += 1;
      const isOnItsWay = world.warnings.some(({ state }) => state === 'deferred');
      const isRefused = world.warnings.some(({ state }) => state === 'bounced');
      const foreseen = foresee({ day: DAY }, world.state(), world.clock).at(-1)?.at ?? releasedAt;
      world.run(latest(world));
      must(world.stage === 'released', `It was never released: ${world.stage}.`);
      // What the page tells counts on a mailbox that takes the next warning, on a provider that says so, and on a clock
      // that goes right. A protocol that was looked at during an outage is looked at again after a while, and
      // not at once.
      const isUntold = world.isMailboxRefusing || world.isMailboxDeferring || world.jumps.length > 0 || isOnItsWay;
      const late = isUntold ? 0 : releasedAt - foreseen;
      // From a bounce on it tells the longer clock, which a delivery may end.
      must(isRefused || late >= 0, 'The page showed a later date.');
      must(late <= GAP + (world.isProviderSilent ? HEARD : 0), 'The page showed an earlier date.');
    }),
    { numRuns: LIVES, examples: [DELIVERED_THEN_BOUNCED] },
  );
  // Or the lives were too short to show anything.
  expect(released).toBeGreaterThan(LIVES / 20);
}, 60_000);

const LIVES_BY_DAY = 3_000;
/** A missed check-in, the safety days and the release may each wait for a morning. */
const NIGHTS = 3 * DAY;

it(`${LIVES_BY_DAY} lives with nights: contacts are mailed by day, and everything else stays true`, () => {
  let deeds = 0;
  fc.assert(
    fc.property(days, safety, script, fc.constantFrom(...ZONES), (inactiveDays, safetyDays, events, zone) => {
      const world = new World(
        inactiveDays,
        safetyDays,
        (present, deed) => {
          witness(present, deed);
          if (deed.kind === 'warn') return;
          deeds += 1;
          const { hour } = Temporal.Instant.fromEpochMilliseconds(Math.floor(present.clock)).toZonedDateTimeISO(zone);
          must(hour >= 9 && hour < 19, `A contact was mailed at ${hour} o’clock.`);
        },
        zone,
      );
      live(world, events);
      world.run(latest(world) + NIGHTS);
      must(world.stage === 'released', `It was never released: ${world.stage}.`);
    }),
    { numRuns: LIVES_BY_DAY },
  );
  expect(deeds).toBeGreaterThan(LIVES_BY_DAY);
}, 60_000);
