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

/** The variables that can name a command's database: each command reads one. */
const ADDRESSES = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'] as const;
export type AddressVariable = (typeof ADDRESSES)[number];

/**
 * @param given the operator's variables
 * @param variable the one that the command reads
 * @returns the database that the operator's variables name, or else the local stack of STILLHERE_HOME with its keys
 * @throws ExplainedError without either: a command must not guess what it changes
 */
export function targetStack(given: NodeJS.ProcessEnv, variable: AddressVariable): TargetStack {
  const folder = resolve(given.STILLHERE_HOME || '.stillhere');
  const saved = environmentIn(folder);
  // One that names another database keeps the local stack out of it, also where the command reads another variable.
  const others = ADDRESSES.filter((name) => isElsewhere(given, name, saved));
  if (others.length > 0) {
    const name = others.includes(variable) ? variable : (others[0] ?? variable);
    const description = given[name]
      ? `The database is ${hostOf(given[name])}, as ${name} says.`
      : `The database is the one in the file of ${name}_FILE.`;
    return { description, env: {} };
  }
  if (saved === null)
    throw new ExplainedError(
      `Which stack? None has run in ${folder}, and ${variable} is not set. Start one (npm run dev), or set STILLHERE_HOME to the folder of yours.`,
    );
  const stack = lastRun(folder);
  if (stack === null || !isStack(stack.pid))
    throw new ExplainedError(`The local stack in ${folder} does not run: start it (npm run dev), then try again.`);
  return { description: `This is the local stack in ${folder} (process ${stack.pid}).`, env: saved };
}

/** @returns whether the operator names a database that is not the one of the saved stack */
function isElsewhere(given: NodeJS.ProcessEnv, name: AddressVariable, saved: NodeJS.Dict<string> | null): boolean {
  if (given[`${name}_FILE`]) return true;
  const url = given[name];
  // A developer's own server is the owner's address in the saved stack.
  return Boolean(url) && url !== saved?.[name] && url !== saved?.MIGRATION_DATABASE_URL;
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
