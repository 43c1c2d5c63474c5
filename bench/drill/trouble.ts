/** What a drill does to a cluster, one after the other, and which process was down when. */
import { join } from 'node:path';
import type { Cluster } from '#dev/cluster/environment.ts';
import type { RunningCluster } from '#dev/cluster/start.ts';
import { webCommand, workerCommand } from '#dev/commands.ts';
import type { Part } from '#dev/part.ts';
import { run } from '#dev/run.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Down } from './judge.ts';
import { until } from './stage.ts';

const BACK_WITHIN = 2 * MINUTE;

/** One trouble, with its name in the report. */
export interface Trouble {
  name: string;
  make(): Promise<void>;
}

/**
 * @param next the folder of the next version
 * @param downs gets each process that was down
 * @returns the troubles, in order
 */
export function troublesOf(cluster: RunningCluster, { ports }: Cluster, next: string, downs: Down[]): Trouble[] {
  const { webs, workers, roles, proxy, postgres, objectStore, env } = cluster;
  const control = (path = '', method = 'GET') => fetch(`http://127.0.0.1:${ports.control}/${path}`, { method });
  const areServed = async () => {
    const seen = (await (await control()).json()) as { health: string }[];
    return seen.every(({ health }) => health === 'ready');
  };
  const during = async (process: string, make: () => Promise<void>) => {
    const down: Down = { process, from: Date.now(), until: Number.POSITIVE_INFINITY };
    downs.push(down);
    await make();
    await until('the web processes are not ready', BACK_WITHIN, areServed);
    down.until = Date.now();
  };
  const kill = (process: string, part: Part): Trouble => ({
    name: `kill ${process}`,
    make: () => during(process, () => crash(part)),
  });
  const replaceWeb = (part: Part, n: number): Trouble => ({
    name: `web-${n + 1} in the next version`,
    async make() {
      await control(`drain/web-${n + 1}`, 'POST');
      await part.replace(['--enable-source-maps', ...webCommand(next)]);
      await control(`serve/web-${n + 1}`, 'POST');
      await until('the web process is not ready', BACK_WITHIN, areServed);
    },
  });
  const restart = (part: Part): Trouble => ({
    name: 'restart postgres',
    make: () => during('postgres', () => part.restart()),
  });
  return [
    { name: 'the migration of the next version', make: () => migrate(next, env.owner) },
    ...workers.map((part, n) => replaceWorker(part, n, next)),
    ...webs.map(replaceWeb),
    ...webs.map((part, n) => kill(`web-${n + 1}`, part)),
    ...workers.map((part, n) => kill(`worker-${n + 1}`, part)),
    kill('proxy', proxy),
    ...Object.entries(roles).map(([role, part]) => kill(`temporal ${role}`, part)),
    ...(objectStore ? [kill('object store', objectStore)] : []),
    ...(postgres ? [restart(postgres), kill('postgres', postgres)] : []),
  ];
}

async function migrate(next: string, env: Record<string, string>): Promise<void> {
  await run(process.execPath, [join(next, 'db/migrate.ts')], { cwd: next, env });
}

const replaceWorker = (part: Part, n: number, next: string): Trouble => ({
  name: `worker-${n + 1} in the next version`,
  make: () => part.replace(workerCommand(undefined, next)),
});

/** Kills a process with SIGKILL, as a crash would. @returns when the stack has started it again, and it is ready */
async function crash(part: Part): Promise<void> {
  const before = part.pid;
  if (before === undefined) throw new Error(`${part.plan.name} does not run.`);
  process.kill(before, 'SIGKILL');
  await until(`${part.plan.name} is not back`, BACK_WITHIN, async () => {
    const isAnother = part.pid !== undefined && part.pid !== before;
    return isAnother && (await part.plan.isReady());
  });
}
