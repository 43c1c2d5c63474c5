/**
 * `npm run dev`: the whole product on this machine. Postgres, the engine with its UI, the object store, the vendors'
 * simulators, the worker and the web process; migrated, seeded, built, and built again when the sources change.
 *
 *   npm run dev              starts it, with what was there last time
 *   npm run dev -- --reset   forgets what was there and starts afresh
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { BINARIES, findBinary, run } from './binaries.ts';
import { buildIfChanged, ROOT, SOURCES } from './build.ts';
import { PORTS, processEnvironment, readLocalEnvironment, simulatorEnvironment } from './environment.ts';
import { Home } from './home.ts';
import { Part, type PartPlan } from './part.ts';
import { answersOn, freePorts, requireFree } from './ports.ts';
import { createDatabase, planPostgres } from './postgres.ts';
import { Plain, say, step } from './terminal.ts';

const NODE = process.execPath;
const REBUILD_AFTER = 300;

const local = readLocalEnvironment(process.env);
const { ports, external } = local;
const home = new Home(local.homeFolder);
/** In the order in which they are started; they are stopped in the opposite one. */
const parts: Part[] = [];
let isStopping = false;

function addPart(plan: Omit<PartPlan, 'logFile'> & { log: string }): Part {
  const part = new Part({ ...plan, logFile: home.path('logs', `${plan.log}.log`) }, recordParts);
  parts.push(part);
  return part;
}

function recordParts(): void {
  if (isStopping) return;
  home.record(
    parts.flatMap(({ pid, plan }) =>
      pid === undefined ? [] : [{ pid, command: plan.command.split('/').at(-1) ?? plan.command }],
    ),
  );
}

async function main(): Promise<void> {
  say('Stillhere, the whole of it, on this machine.');
  await home.take();
  if (process.argv.includes('--reset')) {
    home.reset();
    say('  ✓ what was here is forgotten');
  }
  await requirePorts();
  const secrets = home.secrets();
  const env = processEnvironment(local, secrets, process.env);
  const appOrigin = env.APP_ORIGIN ?? '';
  const temporal = external.engine
    ? ''
    : await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  const versitygw = external.objects
    ? ''
    : await step('the object store’s program', (progress) => findBinary(BINARIES.versitygw, progress));

  const building = step('the app is built', async () => void (await buildIfChanged()));
  building.catch(() => {});
  await Promise.all([
    external.postgres || step('Postgres', startPostgres),
    external.engine || step('Temporal', () => startEngine(temporal)),
    external.objects ||
      step('the object store', () => startObjectStore(versitygw, secrets.s3AccessKey, secrets.s3SecretKey)),
    external.simulator ||
      step('the vendors’ simulators', () =>
        startSimulators(simulatorEnvironment(local, secrets, appOrigin, home.path('simulator'))),
      ),
  ]);
  await step('the schema and the demo accounts', async () => {
    await createDatabase(env.DATABASE_URL ?? '');
    await run(NODE, [join(ROOT, 'db/migrate.ts')], { env });
    await run(NODE, [join(ROOT, 'dev/seed.ts')], { env });
  });
  await building;
  const web = webPart(env, appOrigin);
  const worker = workerPart(env);
  await Promise.all([step('the worker', () => worker.start()), step('the web process', () => web.start())]);
  watchSources(web, worker);
  announce(appOrigin);
}

async function requirePorts(): Promise<void> {
  const needed: [keyof typeof PORTS, string, boolean][] = [
    ['web', 'the web process', true],
    ['worker', 'the worker', true],
    ['postgres', 'Postgres', !external.postgres],
    ['engine', 'Temporal', !external.engine],
    ['engineUi', 'the Temporal UI', !external.engine],
    ['objects', 'the object store', !external.objects],
    ['simulator', 'the vendors’ simulators', !external.simulator],
  ];
  for (const [name, part, isNeeded] of needed) if (isNeeded) await requireFree(ports[name], part, PORTS[name].variable);
}

async function startPostgres(): Promise<void> {
  const plan = await planPostgres(home.path('postgres'), ports.postgres);
  await addPart({
    name: 'Postgres',
    log: 'postgres',
    ...plan,
    cwd: '/',
    stopSignal: 'SIGINT',
    isReady: () => answersOn(ports.postgres),
    help: 'set POSTGRES_PORT to another port, DATABASE_URL to a server of your own, or run "npm run dev -- --reset".',
  }).start();
}

async function startEngine(command: string): Promise<void> {
  const [metrics] = await freePorts(1);
  const pragmas = ['journal_mode=wal', 'synchronous=normal'].flatMap((pragma) => ['--sqlite-pragma', pragma]);
  const { mkdirSync } = await import('node:fs');
  mkdirSync(home.path('engine'), { recursive: true });
  await addPart({
    name: 'Temporal',
    log: 'temporal',
    command,
    args: [
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      `${ports.engine}`,
      '--ui-port',
      `${ports.engineUi}`,
      '--metrics-port',
      `${metrics}`,
      '--db-filename',
      home.path('engine', 'temporal.db'),
      '--log-level',
      'warn',
      ...pragmas,
    ],
    isReady: async () => (await answersOn(ports.engine)) && (await fetch(`http://127.0.0.1:${ports.engineUi}/`)).ok,
    help: 'set TEMPORAL_PORT and TEMPORAL_UI_PORT to other ports, or TEMPORAL_ADDRESS to a server of your own.',
  }).start();
}

async function startObjectStore(command: string, accessKey: string, secretKey: string): Promise<void> {
  const { mkdirSync } = await import('node:fs');
  const [objects, meta] = [home.path('objects'), home.path('meta')];
  for (const folder of [objects, meta]) mkdirSync(folder, { recursive: true });
  await addPart({
    name: 'The object store',
    log: 'object-store',
    command,
    args: ['--quiet', '--port', `127.0.0.1:${ports.objects}`, 'posix', '--sidecar', meta, objects],
    env: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
    isReady: () => answersOn(ports.objects),
    help: 'set S3_PORT to another port, or S3_ENDPOINT with its keys to a store of your own.',
  }).start();
}

async function startSimulators(env: Record<string, string>): Promise<void> {
  await addPart({
    name: 'The simulators',
    log: 'simulators',
    command: NODE,
    args: [join(ROOT, 'dev/simulators/main.ts')],
    env,
    isReady: async () => (await fetch(`http://127.0.0.1:${ports.simulator}/healthz`)).ok,
    help: 'set SIMULATOR_PORT to another port.',
  }).start();
}

/** Warnings and errors of our own processes belong on the terminal. */
const isWorthShowing = (line: string) => /"level":(40|50|60)/.test(line) || !line.startsWith('{');

function webPart(env: Record<string, string>, appOrigin: string): Part {
  return addPart({
    name: 'The web process',
    log: 'web',
    command: NODE,
    args: [join(ROOT, 'build/server/index.js')],
    env,
    isReady: async () => (await fetch(`http://localhost:${ports.web}/readyz`)).ok,
    help: `look at its log, or set PORT to another port than that of ${appOrigin}.`,
    shows: isWorthShowing,
  });
}

function workerPart(env: Record<string, string>): Part {
  return addPart({
    name: 'The worker',
    log: 'worker',
    command: NODE,
    args: [join(ROOT, 'worker/main.ts')],
    env,
    isReady: async () => (await fetch(`http://localhost:${ports.worker}/readyz`)).ok,
    help: 'look at its log, or set WORKER_PORT to another port.',
    shows: isWorthShowing,
  });
}

/** One way to run, the same as production: a change builds again and restarts both processes. See docs/decisions/0001. */
function watchSources(web: Part, worker: Part): void {
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  const rebuild = async () => {
    if (isBuilding || isStopping) return;
    isBuilding = true;
    try {
      if (!(await buildIfChanged())) return;
      await Promise.all([web.restart(), worker.restart()]);
      say('  ✓ built again after a change; the web process and the worker are restarted');
    } catch (error) {
      say(`  ! the change does not build, so the last version goes on running: ${(error as Error).message}`);
    } finally {
      isBuilding = false;
    }
  };
  for (const folder of [...SOURCES, 'worker']) {
    watch(join(ROOT, folder), { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, REBUILD_AFTER);
    });
  }
}

function announce(appOrigin: string): void {
  const addresses: [string, string][] = [
    ['the app', appOrigin],
    ['the inbox', `http://localhost:${ports.simulator}`],
    ['the Temporal UI', `http://localhost:${ports.engineUi}`],
    ['worker metrics', `http://localhost:${ports.worker}/metrics`],
    ['Postgres', `postgres://stillhere@127.0.0.1:${ports.postgres}/stillhere`],
    ['object store', `http://127.0.0.1:${ports.objects}`],
  ];
  say(`\nReady  ${appOrigin}\n`);
  for (const [what, address] of addresses) say(`  ${what.padEnd(16)} ${address}`);
  say('\n  free@example.com, plus@example.com, premium@example.com   password: stillhere');
  say('  Ctrl-C stops everything; the data stays in its folder.\n');
}

async function stopAll(): Promise<void> {
  if (isStopping) {
    for (const part of parts) part.kill();
    home.release();
    process.exit(1);
  }
  isStopping = true;
  say('\nStopping: first what works, then what it stands on.');
  const [standsOn, works] = [parts.filter(isFoundation), parts.filter((part) => !isFoundation(part))];
  await Promise.all(works.map((part) => part.stop()));
  await Promise.all(standsOn.map((part) => part.stop()));
  home.release();
  say('Stopped.');
}

function isFoundation({ plan: { name } }: Part): boolean {
  return name !== 'The web process' && name !== 'The worker';
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopAll().then(() => process.exit(0)));
// When npm or the terminal is killed outright, nobody would stop us: notice that our parent is gone.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && !isStopping && void stopAll().then(() => process.exit(0)), 1_000).unref();

main().catch(async (error: unknown) => {
  if (isStopping) return;
  say(`\n✗ ${error instanceof Plain ? error.message : ((error as Error).stack ?? String(error))}`);
  isStopping = true;
  await Promise.all(parts.map((part) => part.stop()));
  // Another stack's folder is not ours to release.
  if (!(error instanceof Plain && error.message.startsWith('A local stack already runs'))) home.release();
  process.exit(1);
});
