/**
 * Lives as many lives as asked for, one after the other: `npm run simulate -- 1000000`. With `--seed 7` it lives one and
 * tells its story; with `--mutations` it prints the first seed that sees each wrong rule.
 */
import { liveEmergency } from './emergency-life.ts';
import { EMERGENCY_MUTATIONS, mutated } from './emergency-mutations.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-world.ts';

const LIVES = 20_000;
const SEARCHED = 50_000;
const SHOWN = 10;

/** @returns the sentence of the rule that this life breaks, with its story; null where it breaks none */
function broken(seed: number, rules: EmergencyRules = EMERGENCY_RULES): { sentence: string; story: string[] } | null {
  const story: string[] = [];
  try {
    liveEmergency(seed, rules, story);
    return null;
  } catch (error) {
    return { sentence: (error as Error).message, story };
  }
}

function findMutations(): void {
  for (const mutation of EMERGENCY_MUTATIONS) {
    let seed = 1;
    while (seed <= SEARCHED && broken(seed, mutated(mutation)) === null) seed += 1;
    console.log(`${seed > SEARCHED ? 'none' : seed}\t${mutation.name}\t${broken(seed, mutated(mutation))?.sentence}`);
  }
}

function liveMany(lives: number): void {
  let count = 0;
  for (let seed = 1; seed <= lives; seed += 1) {
    const violation = broken(seed);
    if (!violation) continue;
    count += 1;
    if (count <= SHOWN) console.log(`seed ${seed}: ${violation.sentence}`);
  }
  console.log(`${lives} lives of the emergency protocol, ${count} of which broke a rule.`);
  process.exitCode = count === 0 ? 0 : 1;
}

const [given = `${LIVES}`, seed = '1'] = process.argv.slice(2);
if (given === '--mutations') findMutations();
else if (given === '--seed') {
  const violation = broken(Number(seed));
  const { story } = violation ?? liveEmergency(Number(seed));
  console.log([...story, violation?.sentence ?? 'No rule was broken.'].join('\n'));
} else liveMany(Number(given));
