import {
  daysOf,
  type EmergencyEnd,
  EVENTS,
  happen,
  heal,
  latenessOf,
  latest,
  safetyOf,
  waitOf,
  ZONES,
} from './emergency-life.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import { Random } from './random.ts';
import { judgeSay } from './say-judge.ts';
import { SayWorld } from './say-world.ts';
import { must } from './violation.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const HOLD_DAYS = 14;
const ACTS = { heard: 3, confirmed: 6, raised: 4 } as const;

/**
 * Lives one life of a protocol whose contacts have a say, judged at each step.
 * @param story gets what happens, also when a rule is broken
 * @throws Violation with the sentence of the rule that was broken
 */
export function liveSay(
  seed: number,
  rules: EmergencyRules = EMERGENCY_RULES,
  story: string[] | null = null,
): EmergencyEnd {
  const random = new Random(seed);
  const settings = { inactiveDays: daysOf(random), safetyDays: safetyOf(random), zone: random.pick(ZONES) };
  const world: SayWorld = new SayWorld(
    settings,
    rules,
    (_, deed) => {
      story?.push(`${(world.now / DAY).toFixed(3)} d ${deed.kind} ${'warning' in deed ? deed.warning : ''}`);
      judgeSay(world, deed);
    },
    () => latenessOf(random),
  );
  choose(random, world);
  story?.push(JSON.stringify({ ...settings, ...settingsOf(world) }));
  for (let left = random.int(0, 16); left > 0 && !world.isDeleted; left -= 1) {
    world.run(world.now + waitOf(random, world));
    // As in the lives without a say: nobody acts in the minutes in which a jump is noted.
    if (world.hasJustJumped(world.now) || world.span)
      world.run(Math.max(world.upAt('worker', 'postgres'), world.now) + 3 * MINUTE);
    const did = random.chance(0.5) ? contactActs(random, world) : ownerOrFateActs(random, world);
    story?.push(`${(world.now / DAY).toFixed(3)} d ${did}; ${world.stage}, episode ${world.episode}`);
  }
  if (world.isDeleted) return { isReleased: false, isDeleted: true };
  heal(world, random.chance(0.5));
  world.run(world.now + latest(world) + (world.unansweredDays + HOLD_DAYS + world.answerDays + 4) * DAY);
  must(world.stage === 'released', 'An owner who stays silent is released in the end.');
  return { isReleased: true, isDeleted: false };
}

function choose(random: Random, world: SayWorld): void {
  world.contacts = random.int(1, 4);
  world.needed = random.int(0, 4);
  world.unansweredDays = random.chance(0.7) ? random.int(1, 40) : random.int(1, 365);
  world.mayRaise = random.chance(0.7);
  world.answerDays = random.int(3, 30);
}

function settingsOf({ contacts, needed, unansweredDays, mayRaise, answerDays }: SayWorld) {
  return { contacts, needed, unansweredDays, mayRaise, answerDays };
}

function contactActs(random: Random, world: SayWorld): string {
  const kind = random.weighed(ACTS);
  const contact = random.int(0, 3);
  return `contact ${contact} ${kind}${world.act(kind, contact) ? '' : ', refused'}`;
}

function ownerOrFateActs(random: Random, world: SayWorld): string {
  const event = random.weighed(EVENTS);
  if (event === 'settings') world.change(() => choose(random, world));
  else happen(random, world, event);
  return event;
}
