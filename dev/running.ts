/** The process that runs a local stack, as its folder records it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from './processes.ts';

/** A stack and the processes that it started. */
export interface RunningStack {
  pid: number;
  /** With the whole command line, because a process id may belong to another program later. */
  children: { pid: number; command: string }[];
}

/** @returns the last stack of this folder, whether it still runs or not; null without one */
export function lastRun(folder: string): RunningStack | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunningStack;
  } catch {
    return null;
  }
}

/** The programs that run a stack: npm run dev, npm run cluster, npm run drill. */
const PROGRAMS = /(dev\/main|dev\/cluster\/main|bench\/drill\/main)/;

/** @returns whether this process is a running local stack */
export function isStack(pid: number): boolean {
  return PROGRAMS.test(commandOf(pid) ?? '');
}
