/** How much of a processor each part of the product uses. Unlike a duration, it hardly depends on what else runs. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { SECOND } from '#domain/time/durations.ts';
import type { TestProcess } from '#tests/harness/process.ts';
import type { World } from '#tests/harness/world.ts';

/** As `getconf CLK_TCK` has it on every Linux. */
const TICKS_PER_SECOND = 100;

/** Processor seconds by part, and when they were read, in milliseconds. */
export interface Usage {
  at: number;
  seconds: Record<'Postgres' | 'engine' | 'worker' | 'web' | 'provider', number>;
}

/** Of a line of /proc/<pid>/stat: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
interface Stat {
  parent: number;
  own: number;
  /** Of children that ended. */
  ended: number;
}

/** @returns the processor seconds of each part since its process began */
export async function usageOf(world: World): Promise<Usage> {
  const seconds = (part: TestProcess) => (part.isRunning ? secondsOf(part.pid) : 0);
  const { engine, worker, web, simulator } = world;
  const [own] = await world.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = {
    Postgres: secondsWithChildren(statOf(own?.pid ?? 0).parent),
    engine: seconds(engine),
    worker: seconds(worker),
    web: seconds(web),
    provider: seconds(simulator),
  };
  return { at: Date.now(), seconds: used };
}

/**
 * Prints what each part used between two moments.
 * @param count of what `each` names: deliveries, for example
 */
export function showUsage(before: Usage, after: Usage, count: number, each: string): void {
  const parts = Object.keys(before.seconds) as (keyof Usage['seconds'])[];
  const usedBy = (part: (typeof parts)[number]) => after.seconds[part] - before.seconds[part];
  console.table(
    parts.map((part) => {
      const used = usedBy(part);
      return {
        part,
        'processor, s': used.toFixed(1),
        [`ms for each ${each}`]: ((used * 1_000) / count).toFixed(1),
      };
    }),
  );
  const total = parts.reduce((sum, part) => sum + usedBy(part), 0);
  const got = total / ((after.at - before.at) / SECOND);
  console.log(`Together they had ${got.toFixed(2)} of ${availableParallelism()} processors.`);
}

function secondsOf(pid: number): number {
  return statOf(pid).own / TICKS_PER_SECOND;
}

/** A server whose processes come and go. */
function secondsWithChildren(pid: number): number {
  const { own, ended } = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statIfRunning(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.own, own + ended) / TICKS_PER_SECOND;
}

function statIfRunning(pid: number): Stat | null {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}

function statOf(pid: number): Stat {
  return readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** @param line of /proc/<pid>/stat; its second field is a name in brackets that may hold anything */
export function readStat(line: string): Stat {
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? Number.NaN;
  return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
}
