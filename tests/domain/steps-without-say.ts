/** Lives of protocols in which contacts have no say, each decision of them in one digest: the same rules give the same digest. */
import { createHash } from 'node:crypto';
import { availabilityAt, type Outage } from '#domain/emergency/availability.ts';
import type { nextStep, ProtocolState, ProtocolStep, Warning } from '#domain/emergency/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { Random } from '#tests/simulation/random.ts';

const START = Date.UTC(2031, 4, 4, 8);
const STEPS_MAX = 60;
const ZONES = [null, 'Europe/Lisbon', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const;
const STATES = { waiting: 1, accepted: 4, deferred: 1, delivered: 6, bounced: 2 } as const;

/** @param decide gets each state of each life @returns a digest of all decisions, and how many there were of each kind */
export function digestOf(lives: number, decide: typeof nextStep) {
  const digest = createHash('sha256');
  const kinds: Record<string, number> = {};
  for (let seed = 1; seed <= lives; seed += 1)
    live(new Random(seed), (state, now) => {
      const step = decide({ day: DAY }, state, now);
      digest.update(JSON.stringify(step));
      kinds[step.kind] = (kinds[step.kind] ?? 0) + 1;
      return step;
    });
  return { digest: digest.digest('hex'), kinds };
}

function live(random: Random, decide: (state: ProtocolState, now: number) => ProtocolStep): void {
  let now = START;
  const outages: Outage[] = [];
  let state: ProtocolState = {
    isActive: !random.chance(0.02),
    stage: 'armed',
    inactiveDays: random.int(7, 60),
    safetyDays: random.int(1, 10),
    countsFrom: random.chance(0.02) ? null : now + random.int(0, 3) * DAY,
    missedAt: null,
    notifiedAt: null,
    contactZone: random.pick(ZONES),
    warnings: [],
    availability: { outages, isReachable: true },
  };
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const step = decide(state, now);
    if (step.kind === 'release') return;
    if (step.kind === 'wait') now = Math.max(now + 1, step.until + random.pick([0, 0, 0, -1, 3 * MINUTE]));
    if (step.kind === 'rest') now += random.int(1, 40) * HOUR;
    if (random.chance(0.1)) {
      const until = now + random.int(1, 30) * HOUR;
      outages.push({ from: now, until });
      now = until + 1;
    }
    state = { ...after(random, state, step, now), availability: availabilityAt(outages, now, now, DAY) };
  }
}

function after(random: Random, state: ProtocolState, step: ProtocolStep, now: number): ProtocolState {
  const warnings = state.warnings.map((one) => (random.chance(0.3) ? reported(random, one, now) : one));
  if (step.kind === 'warn')
    return { ...state, stage: step.stage, warnings: [...warnings, fresh(step.warning, step.index)] };
  if (step.kind !== 'miss') return { ...state, warnings, notifiedAt: notified(random, state, now) };
  return { ...state, stage: 'missed', missedAt: now, warnings: [...warnings, fresh('missed', 0)] };
}

function notified(random: Random, { missedAt, notifiedAt }: ProtocolState, now: number): number | null {
  return notifiedAt ?? (missedAt !== null && random.chance(0.5) ? now : null);
}

function fresh(kind: Warning['kind'], index: number): Warning {
  return { kind, index, state: 'waiting', settledAt: null, reportedAt: null };
}

function reported(random: Random, warning: Warning, now: number): Warning {
  const state = random.weighed(STATES);
  if (state === 'waiting') return warning;
  const settledAt = warning.settledAt ?? now;
  return { ...warning, state, settledAt, reportedAt: state === 'accepted' ? null : now };
}
