/** Each rule replaced by a wrong one, and a life that shows it. `node tests/simulation/run.ts --mutations` finds the seeds. */
import type { ProtocolState, ProtocolStep, Warning } from '#domain/emergency/protocol.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-world.ts';

const HOUR = 3_600_000;
const { nextStep, countsFrom } = EMERGENCY_RULES;

/** A wrong rule. */
export interface Mutation {
  /** What goes wrong. */
  name: string;
  /** A seed whose life breaks a promise with it. */
  seed: number;
  rules: Partial<EmergencyRules>;
}

/** The decision sees another state than there is. */
function seeing(change: (state: ProtocolState, now: number) => Partial<ProtocolState>): Partial<EmergencyRules> {
  return { nextStep: (policy, state, now) => nextStep(policy, { ...state, ...change(state, now) }, now) };
}

/** The decision sees other warnings than there are. */
function reading(change: (warning: Warning) => Partial<Warning>): Partial<EmergencyRules> {
  return seeing(({ warnings }) => ({ warnings: warnings.map((one) => ({ ...one, ...change(one) })) }));
}

/** The decision is another one. */
function deciding(change: (step: ProtocolStep) => ProtocolStep): Partial<EmergencyRules> {
  return { nextStep: (policy, state, now) => change(nextStep(policy, state, now)) };
}

export const EMERGENCY_MUTATIONS: readonly Mutation[] = [
  { name: 'a day less of silence', seed: 1, rules: seeing((s) => ({ inactiveDays: s.inactiveDays - 1 })) },
  { name: 'an eighth less of the safety days', seed: 1, rules: seeing((s) => ({ safetyDays: s.safetyDays * 0.875 })) },
  {
    name: 'outages count as time to answer',
    seed: 1,
    rules: seeing((s) => ({ availability: { ...s.availability, outages: [] } })),
  },
  {
    name: 'it goes on while nobody can reach us',
    seed: 2,
    rules: seeing((s) => ({ availability: { ...s.availability, isReachable: true } })),
  },
  {
    name: 'a heartbeat is never too old',
    seed: 18,
    rules: { availabilityAt: (outages) => ({ outages, isReachable: true }) },
  },
  {
    name: 'a bounce is forgotten',
    seed: 17,
    rules: reading((one) => (one.state === 'bounced' ? { state: 'delivered' } : {})),
  },
  {
    name: 'accepted means delivered',
    seed: 7594,
    rules: reading((one) => (one.state === 'accepted' ? { state: 'delivered' } : {})),
  },
  {
    name: 'deferred means accepted',
    seed: 34,
    rules: reading((one) => (one.state === 'deferred' ? { state: 'accepted' } : {})),
  },
  {
    name: 'deferred means delivered',
    seed: 34,
    rules: reading((one) => (one.state === 'deferred' ? { state: 'delivered' } : {})),
  },
  {
    name: 'the safety days begin before the contacts are told',
    seed: 3,
    rules: seeing((s) => ({ notifiedAt: s.missedAt, contactZone: null })),
  },
  { name: 'contacts are told by night', seed: 176, rules: { contactMailWait: () => 0 } },
  { name: 'what is released goes out by night', seed: 16, rules: seeing(() => ({ contactZone: null })) },
  {
    name: 'a pause does not count',
    seed: 10,
    rules: { countsFrom: (protocol) => countsFrom({ ...protocol, pausedUntil: null }) },
  },
  {
    name: 'an unconfirmed address does not block, and its confirmation is no sign of life',
    seed: 1,
    rules: { countsFrom: (protocol) => countsFrom({ ...protocol, confirmedAt: 0 }), blocks: false },
  },
  { name: 'nothing that is missing blocks', seed: 1, rules: { blocks: false } },
  {
    name: 'the last call is left out',
    seed: 1,
    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'last-call' ? { kind: 'release' } : step)),
  },
  {
    name: 'no fresh warning after an outage',
    seed: 14,
    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'again' ? { kind: 'rest' } : step)),
  },
  {
    name: 'reminders are left out',
    seed: 1,
    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'reminder' ? { kind: 'miss' } : step)),
  },
  {
    name: 'it never releases',
    seed: 1,
    rules: deciding((step) => (step.kind === 'release' ? { kind: 'rest' } : step)),
  },
  { name: 'it never misses', seed: 1, rules: deciding((step) => (step.kind === 'miss' ? { kind: 'rest' } : step)) },
  {
    name: 'a released protocol goes on',
    seed: 1,
    rules: seeing((s) => ({ stage: s.stage === 'released' ? 'last-call' : s.stage })),
  },
  {
    name: 'a protocol that is off goes on',
    seed: 1,
    rules: seeing((s) => ({ isActive: true, countsFrom: s.countsFrom ?? 0 })),
  },
  { name: 'a clock in doubt holds nothing', seed: 3, rules: { holds: () => false } },
  { name: 'an accepted clock moves nothing', seed: 10, rules: { movesStored: false } },
  {
    name: 'the clock of the decision is six hours fast',
    seed: 1,
    rules: { nextStep: (policy, state, now) => nextStep(policy, state, now + 6 * HOUR) },
  },
];

/** @returns the rules with this one replaced */
export function mutated({ rules }: Pick<Mutation, 'rules'>): EmergencyRules {
  return { ...EMERGENCY_RULES, ...rules };
}
