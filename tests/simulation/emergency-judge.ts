/**
 * The promises of an emergency protocol, judged in true time. The rules here are written from the specification and the
 * design, with their own numbers: nothing is taken from the code that decides.
 */
import type { Mail } from './emergency-mails.ts';
import type { Deed, EmergencyWorld } from './emergency-world.ts';
import { must } from './violation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** An outage that lasts longer is known as one; with a minute for the probe. */
const NOTICED = 6 * MINUTE;
/** A provider tries for so long. */
const TRIES = 72 * HOUR;
const LONGER = 14 * DAY;
/** How long before a check-in is due the owner is reminded, in days. */
const REMINDERS = [7, 3, 1, 0.25];

/** What nobody can know: closures and jumps that are too short to be noticed, the probe's minute. */
export function slackOf({ closed, smallJumps, wasSetBackTwice }: EmergencyWorld): number {
  // While it was in doubt, the clock was set back and no process of ours ran: nobody knows what came before what.
  if (wasSetBackTwice) return Number.POSITIVE_INFINITY;
  return (2 + closed.length + smallJumps) * NOTICED;
}

/** A jump that no process of ours could see looks like an outage: the days are shorter, and the warnings are not. */
export function silenceOf({ now, silentSince, unseenAhead }: EmergencyWorld): number {
  return now - silentSince + unseenAhead;
}

/** That what is about to be done may be done at this moment. */
export function judge(world: EmergencyWorld, deed: Deed): void {
  const { closed, now, warnings } = world;
  must(world.isActive && !world.isDeleted, 'Nothing happens while the protocol is off, or the account is gone.');
  must(world.contacts > 0 && world.contents > 0 && world.confirmedAt !== null, 'A blocked protocol does nothing.');
  must(world.stage !== 'released', 'After the release nothing follows.');
  if (deed.kind === 'tell') {
    judgeTold(world);
    return;
  }
  must(world.wrong === 0, 'Every protocol holds while the clock is in doubt.');
  const last = closed.at(-1);
  // A heartbeat of the moment in which the clock came back counts as one of the clock that is right now.
  const isBlurred = deed.kind === 'warn' && now - world.settledAt <= NOTICED;
  const isClosed = last !== undefined && now < last.until && now - last.from > NOTICED;
  must(!isClosed || isBlurred, 'Nothing happens while nobody can reach us.');
  must(warnings.filter(({ state }) => state === 'waiting').length <= 1, 'One warning waits at most.');
  if (deed.kind === 'miss') judgeMissed(world);
  if (deed.kind === 'release') judgeRelease(world);
  if (deed.kind !== 'warn') return;
  // A clock that jumps within one true instant brings what was due at two.
  const isSame = ({ madeAt, clockAt }: Mail) => madeAt === now && clockAt === world.clock;
  must(!warnings.some(isSame), 'No two warnings at one instant.');
  if (deed.warning === 'reminder') judgeReminder(world, deed.index);
  if (deed.warning === 'again') judgeFresh(world);
  if (deed.warning === 'last-call')
    must(!warnings.some(({ kind }) => kind === 'last-call'), 'There is one last call in an episode.');
}

function judgeReminder(world: EmergencyWorld, index: number): void {
  const before = (REMINDERS[index] ?? 0) * DAY;
  const due = world.inactive.days * DAY - before;
  must(silenceOf(world) >= due - slackOf(world), 'No reminder comes early.');
  const isOlder = world.warnings.some((mail) => mail.kind === 'reminder' && mail.index >= index);
  must(!isOlder, 'No reminder comes twice, or after a later one.');
}

function judgeFresh({ warnings, closed, now }: EmergencyWorld): void {
  must(warnings.length > 0 && now > (closed[0]?.from ?? 0) - 1, 'A fresh warning follows another warning.');
}

function judgeMissed(world: EmergencyWorld): void {
  const silence = silenceOf(world);
  must(
    silence >= world.inactive.days * DAY - slackOf(world),
    'No check-in is missed before all inactive days have passed.',
  );
  must(
    warnedFor(world) >= 6 * HOUR - slackOf(world),
    'Before contacts are told, the owner had six hours with a warning.',
  );
}

function judgeTold(world: EmergencyWorld): void {
  must(world.stage === 'missed' || world.stage === 'last-call', 'Contacts are told only of a missed check-in.');
  const hour = hourOf(world);
  must(hour === null || (hour >= 9 && hour < 19), 'Contacts are mailed by day.');
}

function judgeRelease(world: EmergencyWorld): void {
  const { warnings, safetyDays } = world;
  const slack = slackOf(world);
  const hour = hourOf(world);
  must(hour === null || (hour >= 9 && hour < 19), 'What is released goes out by day.');
  const whole = (world.inactive.days + safetyDays) * DAY;
  must(silenceOf(world) >= whole - slack, 'No release before all days have passed.');
  const urgent = warnings.find(({ kind }) => kind === 'missed');
  const lastCall = warnings.find(({ kind }) => kind === 'last-call');
  must(urgent !== undefined && lastCall !== undefined, 'A release follows an urgent warning and a last call.');
  const ahead = Math.min(DAY, (safetyDays * DAY) / 3);
  must(openFor(world, lastCall) >= ahead - slack, 'After the last call the owner had its whole time.');
  must(warnedFor(world) >= ahead - slack, 'After the newest outage the owner had a warning and its whole time.');
  const open = openFor(world, urgent);
  must(open >= safetyDays * DAY - slack, 'The owner had all safety days in which to reach us.');
  const told = world.notifiedTruly === null ? open : world.openSince(world.notifiedTruly);
  must(told >= safetyDays * DAY - slack, 'The safety days begin when the contacts are told.');
  if (open < safetyDays * DAY + LONGER - slack) judgeShortRelease(world, slack);
}

/** A release without the longer wait: the warnings arrived. */
function judgeShortRelease(world: EmergencyWorld, slack: number): void {
  const { warnings, safetyDays } = world;
  const lastBounce = Math.max(Number.NEGATIVE_INFINITY, ...warnings.map((mail) => bouncedAt(world, mail, slack)));
  const delivered = warnings.filter((mail) => has(mail, 'delivered') && !has(mail, 'bounced'));
  if (lastBounce > Number.NEGATIVE_INFINITY) {
    const since = delivered.map((mail) => heard(mail, 'delivered')?.at ?? 0).filter((at) => at > lastBounce - slack);
    must(
      since.some((at) => world.openSince(at) >= safetyDays * DAY - slack),
      'After a bounce, a delivery and all safety days come before the release, or fourteen more days.',
    );
  }
  const quiet = warnings.filter((mail) => mail.acceptedAt !== null && mail.heard.length === 0);
  const isQuietLong = quiet.some((mail) => world.openSince(mail.acceptedAt ?? world.now) >= TRIES - slack);
  must(
    delivered.length > 0 || isQuietLong,
    'A warning was delivered, or accepted 72 hours ago and not heard of since.',
  );
}

function heard(mail: Mail, kind: Mail['heard'][number]['kind']) {
  return mail.heard.find((one) => one.kind === kind);
}

function has(mail: Mail, kind: Mail['heard'][number]['kind']): boolean {
  return heard(mail, kind) !== undefined;
}

/** @returns when it bounced, or was deferred for the last time by a provider that has stopped trying */
function bouncedAt(world: EmergencyWorld, mail: Mail, slack: number): number {
  const bounce = heard(mail, 'bounced');
  if (bounce) return bounce.at;
  const deferral = has(mail, 'delivered') ? undefined : heard(mail, 'deferred');
  const isGivenUp = triedFor(world, mail) - pausedSince(world, mail) >= TRIES + slack;
  return deferral && isGivenUp ? deferral.at : Number.NEGATIVE_INFINITY;
}

/** @returns how long its provider has tried, milliseconds: also while nobody could reach us */
function triedFor({ now }: EmergencyWorld, { acceptedAt }: Mail): number {
  return now - (acceptedAt ?? now);
}

/** @returns for how long a paused machine took it for a jump of the clock, so that what is stored moved by as much */
function pausedSince({ pauses, now }: EmergencyWorld, { acceptedAt }: Mail): number {
  return pauses.reduce(
    (sum, { from, until }) => sum + Math.max(0, Math.min(until, now) - Math.max(from, acceptedAt ?? now)),
    0,
  );
}

/** @returns when a warning began to count; null while it waits, or while its provider still tries */
export function settledAt(world: EmergencyWorld, mail: Mail): number | null {
  const delivered = heard(mail, 'delivered');
  const deferredAt = heard(mail, 'deferred')?.heardAt ?? Number.POSITIVE_INFINITY;
  // A deferral that is heard of after the delivery says nothing new.
  if (mail.acceptedAt === null || deferredAt >= (delivered?.heardAt ?? Number.MAX_VALUE)) return mail.acceptedAt;
  if (delivered) return delivered.heardAt;
  const isOver = has(mail, 'bounced') || triedFor(world, mail) + world.unseenAhead >= TRIES - slackOf(world);
  return isOver ? mail.acceptedAt : null;
}

/** @returns for how long people could reach us since it began to count, milliseconds */
function openFor(world: EmergencyWorld, mail: Mail | undefined): number {
  const at = mail ? settledAt(world, mail) : null;
  return at === null ? Number.NEGATIVE_INFINITY : world.openSince(at);
}

/** @returns the longest time to answer that any warning after the last noticed outage gave, milliseconds */
export function warnedFor(world: EmergencyWorld): number {
  const outages = world.closed.filter(({ from, until }) => Math.min(until, world.now) - from > NOTICED);
  const opened = Math.max(Number.NEGATIVE_INFINITY, ...outages.map(({ until }) => until));
  const settled = world.warnings.map((mail) => settledAt(world, mail)).filter((at) => at !== null && at >= opened);
  return Math.max(Number.NEGATIVE_INFINITY, ...settled.map((at) => world.openSince(at ?? world.now)));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the hour that the owner's clocks show by the database's clock; null without a zone */
function hourOf({ zone, clock }: EmergencyWorld): number | null {
  if (zone === null) return null;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  formats.set(zone, format);
  return Number(format.format(clock));
}
