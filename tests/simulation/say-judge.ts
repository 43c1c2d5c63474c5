/**
 * The promises of a protocol in which contacts have a say, judged in true time. Written from the design with numbers of its
 * own; nothing is taken from the code that decides. What contacts do not change, `judge` of the protocol judges.
 */
import { judge, settledAt, silenceOf, slackOf, warnedFor } from './emergency-judge.ts';
import type { Deed } from './emergency-world.ts';
import type { Act, SayWorld } from './say-world.ts';
import { must } from './violation.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOLD = 14 * DAY;

export function judgeSay(world: SayWorld, deed: Deed): void {
  const isRaised = world.acts.some(({ kind }) => kind === 'raised');
  const isHeard = world.acts.some(({ kind }) => kind === 'heard');
  const isCall = deed.kind === 'warn' && deed.warning === 'last-call';
  const isAnswer = deed.kind === 'warn' && (deed.warning === 'raised' || deed.warning === 'held');
  // A raise makes the silence shorter, and a hold asks for another last call: all else is as without them. What a contact
  // says may come in the instant of another warning.
  const isShorter = isRaised && (deed.kind === 'miss' || deed.kind === 'release');
  if (!isShorter && !(isHeard && isCall) && !isAnswer) judge(world, deed);
  if (deed.kind === 'miss' && isRaised) judgeRaised(world);
  if (deed.kind === 'release') judgeRelease(world);
  if (deed.kind === 'warn' && deed.warning === 'raised')
    must(isRaised && world.missedAt === null, 'The owner is asked only after a contact said something.');
  if (deed.kind === 'warn' && deed.warning === 'held')
    must(isHeard && world.missedAt !== null, 'The owner hears of a hold only where there is one.');
  if (isCall) judgeCall(world);
}

/** Contacts are told before the inactive days are over only if the owner had the full time to answer. */
function judgeRaised(world: SayWorld): void {
  const slack = slackOf(world);
  must(warnedFor(world) >= 6 * HOUR - slack, 'Before contacts are told, the owner had six hours with a warning.');
  if (silenceOf(world) >= world.inactive.days * DAY - slack) return;
  const raise = actsOf(world, 'raised')[0];
  const read = world.warnings
    .filter((mail) => mail.heard.every(({ kind }) => kind !== 'bounced'))
    .map((mail) => settledAt(world, mail))
    .filter((at) => at !== null && raise !== undefined && at >= raise.truly - slack)
    .map((at) => world.openSince(at ?? world.now));
  must(
    Math.max(Number.NEGATIVE_INFINITY, ...read) >= world.answerDays * DAY - slack,
    'After a contact said that something has happened, the owner had the full time to answer a warning that arrived.',
  );
  must(world.now >= world.pauseEndsAt - slack, 'During a pause nobody is told.');
}

function judgeRelease(world: SayWorld): void {
  const slack = slackOf(world);
  const holds = actsOf(world, 'heard');
  must(
    holds.every(({ truly }) => world.openSince(truly) >= HOLD - slack),
    'Nothing is released for fourteen days after a contact has heard from the owner.',
  );
  const call = world.warnings.findLast(({ kind }) => kind === 'last-call');
  const calledAt = call ? settledAt(world, call) : null;
  const ahead = Math.min(DAY, (world.safetyDays * DAY) / 3);
  must(calledAt !== null && world.openSince(calledAt) >= ahead - slack, 'A release follows a last call and its time.');
  must(
    holds.every(({ truly }) => (call?.madeAt ?? 0) >= truly - slack),
    'After a hold the owner is called once more before the release.',
  );
  const told = world.notifiedTruly ?? world.now;
  const days = world.safetyDays + (isQuorum(world) ? 0 : world.unansweredDays);
  must(
    world.openSince(told) >= days * DAY - slack,
    'No release below the number of confirmations before the days without an answer are over.',
  );
}

function judgeCall(world: SayWorld): void {
  const holds = actsOf(world, 'heard').length;
  const calls = world.warnings.filter(({ kind }) => kind === 'last-call').length;
  must(calls <= holds, 'There is one last call in an episode, and one more after each hold.');
}

/** Confirmed by as many present contacts as the owner wanted, or by all of them; none of them has heard from the owner since. */
function isQuorum(world: SayWorld): boolean {
  const held = new Map(actsOf(world, 'heard').map(({ contact, truly }) => [contact, truly]));
  const confirmed = actsOf(world, 'confirmed').filter(
    ({ contact, truly }) => contact < world.contacts && truly > (held.get(contact) ?? Number.NEGATIVE_INFINITY),
  );
  return confirmed.length >= Math.min(world.needed, world.contacts);
}

function actsOf(world: SayWorld, kind: Act['kind']): Act[] {
  return world.acts.filter((act) => act.kind === kind);
}
