/** Each rule of the emergency protocol replaced by a wrong one: some life must show it. */
import type { ProtocolState, ProtocolStep, Warning } from '#domain/emergency/protocol.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import type { Mutation } from './mutations.ts';

const HOUR = 3_600_000;
const { nextStep, countsFrom, runningOf } = EMERGENCY_RULES;

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

/** Nothing that is missing blocks. */
const UNBLOCKED: Partial<EmergencyRules> = {
  runningOf: (needs) => ({ isRunning: needs.isActive, blockedBy: [] }),
};

export const EMERGENCY_MUTATIONS: readonly Mutation<EmergencyRules>[] = [
  { name: 'a day less of silence', rules: seeing((s) => ({ inactiveDays: s.inactiveDays - 1 })) },
  { name: 'an eighth less of the safety days', rules: seeing((s) => ({ safetyDays: s.safetyDays * 0.875 })) },
  {
    name: 'outages count as time to answer',

    rules: seeing((s) => ({ availability: { ...s.availability, outages: [] } })),
  },
  {
    name: 'it goes on while nobody can reach us',

    rules: seeing((s) => ({ availability: { ...s.availability, isReachable: true } })),
  },
  {
    name: 'a heartbeat is never too old',

    rules: { availabilityAt: (outages) => ({ outages, isReachable: true }) },
  },
  {
    name: 'a bounce is forgotten',

    rules: reading((one) => (one.state === 'bounced' ? { state: 'delivered' } : {})),
  },
  {
    name: 'accepted means delivered',

    rules: reading((one) => (one.state === 'accepted' ? { state: 'delivered' } : {})),
  },
  {
    name: 'deferred means accepted',

    rules: reading((one) => (one.state === 'deferred' ? { state: 'accepted' } : {})),
  },
  {
    name: 'deferred means delivered',

    rules: reading((one) => (one.state === 'deferred' ? { state: 'delivered' } : {})),
  },
  {
    name: 'the safety days begin before the contacts are told',

    rules: seeing((s) => ({ notifiedAt: s.missedAt, contactZone: null })),
  },
  { name: 'contacts are told by night', rules: { contactMailWait: () => 0 } },
  { name: 'what is released goes out by night', rules: seeing(() => ({ contactZone: null })) },
  {
    name: 'a pause does not count',

    rules: { countsFrom: (protocol) => countsFrom({ ...protocol, pausedUntil: null }) },
  },
  {
    name: 'an unconfirmed address does not block, and its confirmation is no sign of life',

    rules: { countsFrom: (protocol) => countsFrom({ ...protocol, confirmedAt: 0 }), ...UNBLOCKED },
  },
  { name: 'nothing that is missing blocks', rules: UNBLOCKED },
  {
    name: 'the last call is left out',

    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'last-call' ? { kind: 'release' } : step)),
  },
  {
    name: 'no fresh warning after an outage',

    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'again' ? { kind: 'rest' } : step)),
  },
  {
    name: 'reminders are left out',

    rules: deciding((step) => (step.kind === 'warn' && step.warning === 'reminder' ? { kind: 'miss' } : step)),
  },
  {
    name: 'it never releases',

    rules: deciding((step) => (step.kind === 'release' ? { kind: 'rest' } : step)),
  },
  { name: 'it never misses', rules: deciding((step) => (step.kind === 'miss' ? { kind: 'rest' } : step)) },
  {
    name: 'a released protocol goes on',

    rules: seeing((s) => ({ stage: s.stage === 'released' ? 'last-call' : s.stage })),
  },
  {
    name: 'a protocol that is off goes on',

    rules: seeing((s) => ({ isActive: true, countsFrom: s.countsFrom ?? 0 })),
  },
  { name: 'a clock in doubt holds nothing', rules: { holds: () => false } },
  { name: 'an accepted clock moves nothing', rules: { movesStored: false } },
  { name: 'of a second jump within a doubt nothing moves', rules: { movesWithin: false } },
  {
    name: 'nobody sees a clock that jumps',
    rules: {
      compareClocks: (memory, skew, reading) => ({
        memory: { ...reading, origin: memory?.origin ?? 0, skew },
        noted: null,
        since: null,
      }),
    },
  },
  { name: 'after a doubt nobody is warned again', rules: { warnsAgain: false } },
  { name: 'an outage is forgotten when it ends', rules: { recordsOutages: false } },
  { name: 'a check-in withdraws nothing', rules: { endsEpisodes: false } },
  {
    name: 'a plan that lapses stops a protocol',
    rules: {
      runningOf: (needs) => {
        const { isRunning, blockedBy } = runningOf(needs);
        return { isRunning: isRunning && needs.mayArm, blockedBy };
      },
    },
  },
  {
    name: 'the clock of the decision is six hours fast',

    rules: { nextStep: (policy, state, now) => nextStep(policy, state, now + 6 * HOUR) },
  },
];
