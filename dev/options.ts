import { parseArgs } from 'node:util';
import { ExplainedError } from './terminal.ts';

/**
 * Reads the switches of a command that runs a stack.
 * @param command the name of the script: `dev`
 * @param names of its switches: `reset` deletes the data of earlier starts; `hot` serves the app from its sources (dev/hot.ts)
 * @throws ExplainedError for an unknown option
 */
export function readOptions<Name extends string>(
  args: string[],
  command: string,
  names: readonly Name[],
): Record<Name, boolean> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values } = parseArgs({ args, options });
    return Object.fromEntries(names.map((name) => [name, values[name] === true])) as Record<Name, boolean>;
  } catch (error) {
    const known = names.map((name) => `--${name}`).join(' and ');
    throw new ExplainedError(`${(error as Error).message.split('. ')[0]}: "npm run ${command}" takes ${known}.`);
  }
}
