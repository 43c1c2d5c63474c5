/** Who runs on the folder of a local stack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from './processes.ts';

export interface Running {
  pid: number;
  /** The whole command line of each, so that a process that only has its number by chance is left alone. */
  children: { pid: number; command: string }[];
}

/** @returns what the newest stack on this folder has noted, whether it still runs or not */
export function noted(folder: string): Running | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Running;
  } catch {
    return null;
  }
}

/** @returns whether this process is a local stack at this moment */
export function isStack(pid: number): boolean {
  return commandOf(pid)?.includes('dev/main') ?? false;
}
