import { GAP, PROCESSES } from './clocks.ts';
import { judge } from './emergency-judge.ts';
import type { Mailbox } from './emergency-mails.ts';
import { PARTS } from './emergency-row.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import { EmergencyWorld } from './emergency-world.ts';
import { Random } from './random.ts';
import { must } from './violation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const ZONES = [
  null,
  'Europe/Lisbon',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
] as const;
const MAILBOXES: Record<Mailbox, number> = {
  works: 5,
  silent: 2,
  away: 3,
  refuses: 2,
  'takes-then-bounces': 1,
  'defers-without-end': 1,
};

export const EVENTS = {
  fail: 10,
  mailbox: 5,
  jump: 3,
  'settle-clock': 4,
  'machine-pauses': 0.5,
  lapse: 0.5,
  'check-in': 2,
  settings: 1,
  pause: 1,
  'switch-off': 1,
  'switch-on': 1,
  address: 1,
  contacts: 1,
  contents: 1,
  delete: 0.1,
  nudge: 1,
};

/** What became of one life. */
export interface EmergencyEnd {
  isReleased: boolean;
  isDeleted: boolean;
}

/**
 * Lives one life of an emergency protocol, judged at each step.
 * @param story gets what happens, also when a rule is broken
 * @throws Violation with the sentence of the rule that was broken
 */
export function liveEmergency(
  seed: number,
  rules: EmergencyRules = EMERGENCY_RULES,
  story: string[] | null = null,
): EmergencyEnd {
  const random = new Random(seed);
  const settings = { inactiveDays: daysOf(random), safetyDays: safetyOf(random), zone: random.pick(ZONES) };
  let begin = 0;
  const world = new EmergencyWorld(
    settings,
    rules,
    (present, deed) => {
      story?.push(`${days(present.now - begin)} ${deed.kind} ${'warning' in deed ? deed.warning : ''}`);
      judge(present, deed);
    },
    () => latenessOf(random),
  );
  begin = world.now;
  if (random.chance(0.3)) world.mailbox = random.weighed(MAILBOXES);
  story?.push(JSON.stringify(settings));
  for (let left = random.int(0, 14); left > 0 && !world.isDeleted; left -= 1) {
    world.run(world.now + waitOf(random, world));
    const event = random.weighed(EVENTS);
    // Where the clock came back, or jumped again, nobody acts before a process has noted that and a worker has moved what it
    // moves: with a worker that is a minute. What is written in that minute may be moved once too often.
    const isWaiting = world.hasJustJumped(world.now) || world.span !== null;
    if (isWaiting && !(world.isFirstJump && isByPeople(event)))
      world.run(Math.max(world.upAt('worker', 'postgres'), world.now) + 3 * MINUTE);
    const before = story && toldOf(world);
    happen(random, world, event);
    if (before) story?.push(`${days(world.now - begin)} ${event} ${changesOf(before, toldOf(world))}`);
  }
  if (world.isDeleted) {
    world.run(world.now + 400 * DAY);
    return { isReleased: false, isDeleted: true };
  }
  heal(world, random.chance(0.5));
  const patience = latest(world);
  world.run(world.now + patience);
  must(world.stage === 'released', 'An owner who stays silent is released in the end.');
  return { isReleased: true, isDeleted: false };
}

function isByPeople(event: keyof typeof EVENTS): boolean {
  return !['fail', 'jump', 'settle-clock', 'machine-pauses'].includes(event);
}

export function daysOf(random: Random): number {
  return random.chance(0.6) ? random.pick([7, 13, 14, 30]) : random.int(7, 365);
}

export function safetyOf(random: Random): number {
  return random.chance(0.6) ? random.pick([1, 2, 3]) : random.int(1, 30);
}

function spanOf(random: Random): number {
  const longest = random.pick([2 * GAP, 8 * HOUR, 2 * DAY, 5 * DAY, 60 * DAY]);
  return random.int(0, longest);
}

/** Most events come within seconds; some come days later, and some never. */
export function latenessOf(random: Random): number {
  if (random.chance(0.05)) return Number.POSITIVE_INFINITY;
  return random.chance(0.15) ? random.int(0, 60 * HOUR) : random.int(0, 3_000);
}

/** Mostly around the moment at which something would happen by itself. */
export function waitOf(random: Random, world: EmergencyWorld): number {
  const base = random.chance(0.6) ? world.untilNext() : 0;
  const off = random.chance(0.4) ? random.int(-2, 2) : spanOf(random);
  return Math.max(0, base + off);
}

export function happen(random: Random, world: EmergencyWorld, event: keyof typeof EVENTS): void {
  switch (event) {
    case 'fail':
      world.fail(random.pick(PARTS), spanOf(random));
      return;
    case 'mailbox':
      world.mailbox = random.weighed(MAILBOXES);
      world.mailboxBackAt = world.now + spanOf(random);
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
      world.pause(random.pick(PROCESSES), spanOf(random));
      return;
    case 'lapse':
      world.mayArm = !world.mayArm;
      return;
    case 'delete':
      world.isDeleted = true;
      return;
    case 'nudge':
      world.run(world.now + world.untilNext());
      return;
    case 'contacts':
      world.needs(() => (world.contacts = random.pick([0, 1, 3])));
      return;
    case 'contents':
      world.needs(() => (world.contents = random.pick([0, 1, 3])));
      return;
    default:
      world.change(() => ownersChange(random, world, event));
  }
}

function ownersChange(random: Random, world: EmergencyWorld, event: keyof typeof EVENTS): void {
  if (event === 'settings') {
    world.inactive.days = daysOf(random);
    world.safetyDays = safetyOf(random);
  }
  if (event === 'pause' && world.isActive) {
    const span = random.int(1, 90) * DAY;
    Object.assign(world, { pausedUntil: world.clock + span, pauseEndsAt: world.now + span });
  }
  if (event === 'switch-off') Object.assign(world, { isActive: false, pausedUntil: null, pauseEndsAt: world.now });
  if (event === 'switch-on' && world.mayArm) world.isActive = true;
  if (event === 'address') world.confirmedAt = world.confirmedAt !== null ? null : world.clock;
}

/** Everything works again. The owner has gone silent, perhaps after a last sign of life. */
export function heal(world: EmergencyWorld, isSilentAlready: boolean): void {
  world.run(world.healedAt());
  world.mailbox = 'works';
  for (let tries = 0; tries < 6 && (world.isInDoubt || world.wrong !== 0); tries += 1) {
    world.settleClock(tries > 0 && world.wrong === 0);
    world.run(world.now + 4 * MINUTE);
  }
  if (world.isRunning && isSilentAlready) return;
  world.change(() => {
    world.isActive = true;
    world.confirmedAt ??= world.clock;
    world.contacts ||= 1;
    world.contents ||= 1;
  });
}

/** When the release must have come, if everybody else does their part. */
export function latest(world: EmergencyWorld): number {
  const pause = Math.max(0, (world.pausedUntil ?? world.clock) - world.clock);
  return pause + (world.inactive.days + world.safetyDays + 14 + 3 + 4 * 3 + 3) * DAY;
}

/** What a reader of a story wants to know. */
function toldOf(world: EmergencyWorld): Record<string, unknown> {
  const { offset, skew, mailbox, contacts, contents, isActive, episode, stage } = world;
  return { offset, skew, mailbox, contacts, contents, isActive, episode, stage };
}

/** @returns what an event changed */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): string {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return changed.map(([name, value]) => `${name}=${value}`).join(', ');
}

function days(milliseconds: number): string {
  return `${(milliseconds / DAY).toFixed(3)} d`;
}
