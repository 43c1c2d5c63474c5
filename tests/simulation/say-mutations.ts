/** Each rule of what contacts say replaced by a wrong one: some life must show it. */
import type { ProtocolState } from '#domain/emergency/protocol.ts';
import { NO_SAY, type Say } from '#domain/emergency/say.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import type { Mutation } from './mutations.ts';

const DAY = 86_400_000;
const { nextStep } = EMERGENCY_RULES;

/** The decision sees other words than were said. */
function hearing(change: (say: Say, state: ProtocolState) => Partial<Say>): Partial<EmergencyRules> {
  return {
    nextStep: (policy, state, now) => {
      const { say = NO_SAY } = state;
      return nextStep(policy, { ...state, say: { ...say, ...change(say, state) } }, now);
    },
  };
}

export const SAY_MUTATIONS: readonly Mutation<EmergencyRules>[] = [
  { name: 'a hold is forgotten', rules: hearing(() => ({ heardAt: null })) },
  {
    name: 'a hold lasts thirteen days',
    rules: hearing(({ heardAt }) => ({ heardAt: heardAt === null ? null : heardAt - DAY })),
  },
  { name: 'a confirmation ends a hold', rules: hearing(({ given }) => (given > 0 ? { heardAt: null } : {})) },
  { name: 'after a hold there is no other last call', rules: hearing(({ heardAt }) => (heardAt ? { heard: 0 } : {})) },
  { name: 'one confirmation is always enough', rules: hearing(({ needed }) => ({ needed: Math.min(1, needed) })) },
  { name: 'one confirmation less is enough', rules: hearing(({ needed }) => ({ needed: Math.max(0, needed - 1) })) },
  {
    name: 'the release waits a day less for confirmations',
    rules: hearing(({ unansweredDays }) => ({ unansweredDays: unansweredDays - 1 })),
  },
  { name: 'the release waits for confirmations without end', rules: hearing(() => ({ unansweredDays: 1_000_000 })) },
  {
    name: 'the owner has a day less to answer',
    rules: hearing(({ answerDays }) => ({ answerDays: answerDays - 1 })),
  },
  {
    name: 'a warning from before counts as an answer to what a contact says',
    rules: hearing(({ raisedAt }) => ({ raisedAt: raisedAt === null ? null : 0 })),
  },
];
