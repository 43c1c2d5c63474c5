/** Finds the stack that an operator's command changes, when `npm run` starts the command. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isStack, lastRun } from './running.ts';
import { ExplainedError } from './terminal.ts';

/** The stack of a command. */
export interface TargetStack {
  /** Which one it is, in a sentence. */
  description: string;
  /** The variables that the command's own environment lacks. */
  env: NodeJS.Dict<string>;
}

/**
 * @param given the operator's variables
 * @returns the database of DATABASE_URL, or else the local stack of STILLHERE_HOME with its keys
 * @throws ExplainedError without either: a command must not guess what it changes
 */
export function targetStack(given: NodeJS.ProcessEnv): TargetStack {
  const folder = resolve(given.STILLHERE_HOME || '.stillhere');
  const saved = environmentIn(folder);
  const url = given.DATABASE_URL || null;
  if (url !== null && url !== saved?.DATABASE_URL)
    return { description: `The database is ${hostOf(url)}, as DATABASE_URL says.`, env: {} };
  if (saved === null)
    throw new ExplainedError(
      `Which stack? None has run in ${folder}, and DATABASE_URL is not set. Start one (npm run dev), or set STILLHERE_HOME to the folder of yours.`,
    );
  const stack = lastRun(folder);
  if (stack === null || !isStack(stack.pid))
    throw new ExplainedError(`The local stack in ${folder} does not run: start it (npm run dev), then try again.`);
  return { description: `This is the local stack in ${folder} (process ${stack.pid}).`, env: saved };
}

function environmentIn(folder: string): NodeJS.Dict<string> | null {
  try {
    return parseEnv(readFileSync(join(folder, 'environment'), 'utf8'));
  } catch {
    return null;
  }
}

/** @returns the host and the database, without the user and the password */
function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'an invalid address';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
