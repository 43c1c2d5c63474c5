/** Which stack a command of operators speaks to, when it is started by `npm run`. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isStack, noted } from './running.ts';
import { Plain } from './terminal.ts';

export interface Addressed {
  /** Which one it is, in a sentence. */
  words: string;
  /** What the command's own environment lacks. */
  env: NodeJS.Dict<string>;
}

/**
 * The database that DATABASE_URL names, or else the local stack of STILLHERE_HOME, with the keys that it runs with.
 * @param given the variables of whoever starts the command
 * @throws Plain when neither is there: a command must not guess whom it changes
 */
export function addressed(given: NodeJS.ProcessEnv): Addressed {
  const folder = resolve(given.STILLHERE_HOME || '.stillhere');
  const kept = environmentIn(folder);
  const url = given.DATABASE_URL || null;
  if (url !== null && url !== kept?.DATABASE_URL)
    return { words: `The database is ${placeOf(url)}, as DATABASE_URL says.`, env: {} };
  if (kept === null)
    throw new Plain(
      `Which stack? None has run in ${folder}, and DATABASE_URL is not set. Start one (npm run dev), or set STILLHERE_HOME to the folder of yours.`,
    );
  const stack = noted(folder);
  if (stack === null || !isStack(stack.pid))
    throw new Plain(`The local stack in ${folder} does not run: start it (npm run dev), then try again.`);
  return { words: `This is the local stack in ${folder} (process ${stack.pid}).`, env: kept };
}

function environmentIn(folder: string): NodeJS.Dict<string> | null {
  try {
    return parseEnv(readFileSync(join(folder, 'environment'), 'utf8'));
  } catch {
    return null;
  }
}

/** Without the name and the password in it. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
