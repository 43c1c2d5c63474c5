/**
 * Lives as many lives as asked for, one after the other, half of each protocol: `npm run simulate -- 1000000`. With `--from
 * 250000` it goes on at that seed. With `--only say` all lives are of an emergency protocol whose contacts have a say. With
 * `--seed delivery 7`, `--seed emergency 7` or `--seed say 7` it lives one and tells its story; with `--mutations` it prints
 * the first seed that sees each wrong rule.
 */
import { parseArgs } from 'node:util';
import { liveDelivery } from './delivery-life.ts';
import { DELIVERY_MUTATIONS } from './delivery-mutations.ts';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules.ts';
import { liveEmergency } from './emergency-life.ts';
import { EMERGENCY_MUTATIONS } from './emergency-mutations.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import { type Mutation, SEARCHED, seen } from './mutations.ts';
import { liveSay } from './say-life.ts';
import { SAY_MUTATIONS } from './say-mutations.ts';

const LIVES = 20_000;
const SHOWN = 20;
const PROGRESS = 50_000;

const PROTOCOLS = {
  delivery: (seed: number, story: string[] | null) => liveDelivery(seed, DELIVERY_RULES, story).end,
  emergency: (seed: number, story: string[] | null) =>
    liveEmergency(seed, EMERGENCY_RULES, story).isReleased ? 'released' : 'deleted',
  say: (seed: number, story: string[] | null) =>
    liveSay(seed, EMERGENCY_RULES, story).isReleased ? 'released' : 'deleted',
};

/** @returns the sentence of the rule that this life breaks, or how it ended */
function live(protocol: keyof typeof PROTOCOLS, seed: number, story: string[] | null = null) {
  try {
    return { end: PROTOCOLS[protocol](seed, story), broken: null };
  } catch (error) {
    return { end: null, broken: (error as Error).message };
  }
}

/** An odd seed is a life of a delivery, an even one of an emergency protocol. */
function protocolOf(seed: number): keyof typeof PROTOCOLS {
  return seed % 2 === 1 ? 'delivery' : 'emergency';
}

function liveMany(from: number, to: number, only: keyof typeof PROTOCOLS | null): void {
  const ends: Record<string, number> = {};
  let count = 0;
  for (let seed = from; seed <= to; seed += 1) {
    const protocol = only ?? protocolOf(seed);
    const { end, broken } = live(protocol, seed);
    if (end) ends[`${protocol} ${end}`] = (ends[`${protocol} ${end}`] ?? 0) + 1;
    if (broken) count += 1;
    if (broken && count <= SHOWN) console.log(`seed ${protocol} ${seed}: ${broken}`);
    if (seed % PROGRESS === 0) console.log(`up to seed ${seed}: ${count} broke a rule; go on with --from ${seed + 1}`);
  }
  console.log(`${to - from + 1} lives, ${count} of which broke a rule. ${JSON.stringify(ends)}`);
  process.exitCode = count === 0 ? 0 : 1;
}

function isProtocol(name: string | undefined): name is keyof typeof PROTOCOLS {
  return name !== undefined && name in PROTOCOLS;
}

function tellStory(protocol: string | undefined, seed: number): void {
  if (!isProtocol(protocol)) throw new Error('Which one? --seed delivery 7, --seed emergency 7, or --seed say 7');
  const story: string[] = [];
  const { end, broken } = live(protocol, seed, story);
  console.log([...story, broken ?? `It ended: ${end}. No rule was broken.`].join('\n'));
}

function findMutations<Rules extends object>(
  lives: (seed: number, rules: Rules) => unknown,
  rules: Rules,
  mutations: readonly Mutation<Rules>[],
): void {
  for (const mutation of mutations) {
    const sight = seen(lives, rules, mutation, SEARCHED);
    console.log(`${sight?.seed ?? 'none'}\t${mutation.name}\t${sight?.sentence ?? ''}`);
  }
}

const { values, positionals } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'boolean' },
    mutations: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.seed) tellStory(positionals[0], Number(positionals[1]));
else if (values.mutations) {
  findMutations((seed, rules: DeliveryRules) => liveDelivery(seed, rules), DELIVERY_RULES, DELIVERY_MUTATIONS);
  findMutations((seed, rules: EmergencyRules) => liveEmergency(seed, rules), EMERGENCY_RULES, EMERGENCY_MUTATIONS);
  findMutations((seed, rules: EmergencyRules) => liveSay(seed, rules), EMERGENCY_RULES, SAY_MUTATIONS);
} else
  liveMany(Number(values.from ?? 1), Number(positionals[0] ?? LIVES), isProtocol(values.only) ? values.only : null);
