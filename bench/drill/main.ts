/**
 * `npm run drill`: the way to outgrow a machine, run for real. Starts a cluster as `npm run cluster` does, with an empty
 * folder of its own and short protocol days. Deliveries and protocols are under way and people send requests, while a new
 * version is rolled out and each process is killed. Then it judges, and compares a restored backup.
 *
 *   npm run drill                                       10,000 deliveries, 500 protocols, twenty minutes or more
 *   npm run drill -- --deliveries 500 --protocols 40 --minutes 4    a small one
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, readCertificate, readCluster } from '#dev/cluster/environment.ts';
import { type RunningCluster, startCluster } from '#dev/cluster/start.ts';
import { openStack, runStack } from '#dev/run-stack.ts';
import { PASSWORD } from '#dev/seed/accounts.ts';
import type { Stack } from '#dev/stack.ts';
import { say, step } from '#dev/terminal.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { withClient } from '#tests/harness/engine.ts';
import { type Down, judge } from './judge.ts';
import { makeNextVersion, PATCH } from './next-version.ts';
import { type DrillOptions, readDrillOptions } from './options.ts';
import { type Owner, plantDeliveries, plantOwners, plantReaders } from './people.ts';
import { readRecords } from './records.ts';
import { showDrill } from './report.ts';
import { Traffic } from './requests.ts';
import { backUpAndRestore } from './restored.ts';
import { eachOf, readConnections, readSizes } from './sizes.ts';
import { openStage, type Stage, until } from './stage.ts';
import { troublesOf } from './trouble.ts';

const SETTINGS = {
  // One person sends what many would.
  ...{ LIMIT_CALLS_PER_MINUTE: '0', LIMIT_WRITES_PER_MINUTE: '0' },
  ...{ LIMIT_NEW_RECIPIENTS_PER_DAY: '0', LIMIT_PENDING: '0' },
  // At such short days three workers would begin a probe each second, and meet each other's on a busy machine.
  AVAILABILITY_PROBE: 'self',
};
/** The engine is told of so many deliveries a second. */
const TOLD_PER_SECOND = 40;
const MARGIN = 30 * SECOND;
const SETTLED_WITHIN = 25 * MINUTE;

interface Drill {
  options: DrillOptions;
  cluster: Cluster;
  running: RunningCluster;
  stage: Stage;
  /** The folder of the next version. */
  next: string;
}

async function drill(): Promise<number> {
  const options = readDrillOptions(process.argv.slice(2));
  say(`A drill with ${options.deliveries} deliveries and ${options.protocols} protocols.`);
  const given = { STILLHERE_HOME: '.stillhere-drill', ...process.env, ...SETTINGS };
  const cluster = readCluster({ ...given, EMERGENCY_DAY_SECONDS: `${options.day}` });
  const stack = await openStack(cluster.local.homeFolder, { reset: true });
  const running = await startCluster(stack, cluster);
  const next = stack.home.path('drill', 'next');
  await step('the next version', () => makeNextVersion(next));
  const stage = await openStage(running.env);
  try {
    return (await runDrill(stack, { options, cluster, running, stage, next })) ? 0 : 1;
  } finally {
    await stage.close();
  }
}

/** @returns whether nothing went wrong */
async function runDrill(stack: Stack, drill: Drill): Promise<boolean> {
  const { options, running, stage, next } = drill;
  const bare = await readSizes(stage);
  const owners = await step('the owners', () => plantOwners(stage, options));
  const empty = await readSizes(stage);
  const owner = eachOf(options.protocols, bare, empty);
  const begin = Date.now() + (options.deliveries / TOLD_PER_SECOND) * SECOND + MARGIN;
  const end = begin + options.minutes * MINUTE;
  const planted = await step('the deliveries', () => plantDeliveries(stage, options.deliveries, begin, end));
  await step('the engine has all of them', () => engineSynced(stage));
  const asleep = eachOf(options.deliveries, empty, await readSizes(stage));
  const traffic = await startTraffic(stack, drill, owners);
  const downs = await makeTrouble(drill, begin, end);
  const connections = await readConnections(stage);
  await step('the releases', () => released(stage, owners));
  await traffic.stop();
  await step('the last deliveries', () => sent(stage));
  const atEnd = eachOf(options.deliveries, empty, await readSizes(stage));
  const changedRuns = await countChangedRuns(drill.cluster);
  // At rest: nothing may change a row between the backup and the comparison.
  await Promise.all([...running.webs, ...running.workers].map((part) => part.stop()));
  const folder = stack.home.path('drill', 'backup');
  const restored = await step('the backup, restored', () => backUpAndRestore(running.env, next, folder));
  const { records, late } = await readRecords(stage, { owners, planted, traffic, downs });
  return showDrill(records, judge(records), { late, changedRuns, restored, owner, asleep, sent: atEnd, connections });
}

async function startTraffic(stack: Stack, { options, running, stage }: Drill, owners: Owner[]): Promise<Traffic> {
  const traffic = new Traffic({
    ...{ origin: running.env.appOrigin, ca: readCertificate(stack.home), rate: options.requests },
    ...{ readers: await plantReaders(stage), file: await fileOfDemo(running), owners, day: options.day * SECOND },
  });
  traffic.start();
  return traffic;
}

/** @returns a file of the demo account that has some, and a token of its owner */
async function fileOfDemo({ env }: RunningCluster): Promise<{ path: string; token: string }> {
  const api = `http://localhost:${env.webs[0]?.PORT}/api`;
  const login = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'premium@example.com', password: PASSWORD }),
  });
  const { session_token: token } = (await login.json()) as { session_token: string };
  const list = await fetch(`${api}/content/list`, { headers: { authorization: `Bearer ${token}` } });
  const contents = (await list.json()) as { file_id: string | null }[];
  const id = contents.find(({ file_id }) => file_id !== null)?.file_id;
  if (!id) throw new Error('The demo account has no file.');
  return { path: `/api/content/file/${id}`, token };
}

/** Spreads the troubles over the time in which deliveries become due. @returns what was down, and when */
async function makeTrouble({ running, cluster, next }: Drill, begin: number, end: number): Promise<Down[]> {
  const downs: Down[] = [];
  const troubles = troublesOf(running, cluster, next, downs);
  const from = Math.max(begin, Date.now());
  for (const [n, { name, make }] of troubles.entries()) {
    await sleep(Math.max(0, from + ((end - from) * n) / troubles.length - Date.now()));
    await step(name, make);
  }
  return downs;
}

function engineSynced(stage: Stage): Promise<void> {
  const waiting = () => countOf(stage, 'deliveries where revision > synced_revision');
  const progress = async () => `${await waiting()} are still to be synced with the engine`;
  return until('The engine was not synced', SETTLED_WITHIN, async () => (await waiting()) === 0, progress);
}

/** Waits until each silent owner was released. People go on meanwhile, and some check in. */
function released(stage: Stage, owners: readonly Owner[]): Promise<void> {
  const silent = `{${owners.flatMap(({ id, isSilent }) => (isSilent ? [id] : [])).join(',')}}`;
  const armed = () =>
    countOf(stage, 'emergency_protocols where owner_id = any(?::uuid[]) and released_at is null', [silent]);
  const progress = async () => `${await armed()} silent owners are still to be released`;
  return until('Not all were released', SETTLED_WITHIN, async () => (await armed()) === 0, progress);
}

/** Waits until each delivery was sent, also those that people have just scheduled. */
function sent(stage: Stage): Promise<void> {
  const pending = () =>
    countOf(stage, "deliveries where status = 'pending' and scheduled_time < now() + interval '1 hour'");
  const progress = async () => `${await pending()} deliveries are still to be sent`;
  return until('Not all was sent', SETTLED_WITHIN, async () => (await pending()) === 0, progress);
}

async function countOf(stage: Stage, rows: string, params: unknown[] = []): Promise<number> {
  const [row] = await stage.query<{ count: number }>(`select count(*)::int as count from ${rows}`, params);
  return row?.count ?? 0;
}

/** @returns how many runs went through the change of the next version */
function countChangedRuns({ ports }: Cluster): Promise<number> {
  return withClient({ address: `127.0.0.1:${ports.roles.frontend.rpc}` }, async (client) => {
    const { count } = await client.workflow.count(`TemporalChangeVersion = '${PATCH}'`);
    return count;
  });
}

runStack(drill);
