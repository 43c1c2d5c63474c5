import { parseArgs } from 'node:util';
import { ExplainedError } from '#dev/terminal.ts';

/** How large a drill is. */
export interface DrillOptions {
  deliveries: number;
  protocols: number;
  /** How long the deliveries become due and the parts are troubled, in minutes. */
  minutes: number;
  /** How many requests people send in a second. */
  requests: number;
  /** The length of a protocol day, in seconds. */
  day: number;
}

const DEFAULTS: DrillOptions = { deliveries: 10_000, protocols: 500, minutes: 12, requests: 8, day: 60 };

/** @throws ExplainedError for an unknown option, or one that is no number above 0 */
export function readDrillOptions(args: string[]): DrillOptions {
  const names = Object.keys(DEFAULTS) as (keyof DrillOptions)[];
  const usage = `"npm run drill" takes ${names.map((name) => `--${name} <number>`).join(', ')}.`;
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const given = (() => {
    try {
      return parseArgs({ args, options }).values as Partial<Record<keyof DrillOptions, string>>;
    } catch (error) {
      throw new ExplainedError(`${(error as Error).message.split('. ')[0]}: ${usage}`);
    }
  })();
  const read = names.map((name) => {
    const value = given[name] === undefined ? DEFAULTS[name] : Number(given[name]);
    if (!(value > 0)) throw new ExplainedError(`--${name} is "${given[name]}": ${usage}`);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as unknown as DrillOptions;
}
