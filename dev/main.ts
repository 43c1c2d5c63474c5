/**
 * `npm run dev`: the whole product on this machine. Starts Postgres, the engine with its UI, the object store, the vendors'
 * simulators, the worker and the web process; migrates, seeds and builds, and builds again when the sources change.
 *
 *   npm run dev              starts with the data of the last time
 *   npm run dev -- --reset   deletes the data first
 *   npm run dev -- --hot     replaces changed modules in the open page, without a build
 */
import { join } from 'node:path';
import { BINARIES, findBinary } from './binaries.ts';
import { buildIfChanged, bundleWorkflows, ROOT } from './build.ts';
import {
  type LocalEnvironment,
  PORTS,
  type PortName,
  type ProcessEnvironments,
  processEnvironments,
  readLocalEnvironment,
} from './environment.ts';
import { Home } from './home.ts';
import { readOptions } from './options.ts';
import type { Part } from './part.ts';
import { addEngine, addObjectStore, addPostgres, addSimulators, addWeb, addWorker } from './parts.ts';
import { requireFree } from './ports.ts';
import { createDatabase } from './postgres.ts';
import { parentOf } from './processes.ts';
import { RunFailed, run } from './run.ts';
import { Stack } from './stack.ts';
import { ExplainedError, say, step } from './terminal.ts';
import { watchSources } from './watch.ts';

const NODE = process.execPath;
/** The variables that config/env.ts requires: operators' commands need them. */
const COMMAND_VARIABLES = [
  ...['NODE_ENV', 'APP_ORIGIN', 'MASTER_KEYS', 'DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'],
  ...['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['SENDGRID_BASE_URL', 'SENDGRID_API_KEY', 'SENDGRID_WEBHOOK_PUBLIC_KEY'],
];
const PARENT_CHECK = 1_000;
/** One Ctrl-C arrives twice, from the terminal and from npm. Only a later one means "stop at once". */
const SAME_SIGNAL_WITHIN = 1_000;
let stack: Stack | null = null;
let stoppingSince = 0;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  say('Starting Stillhere on this machine.');
  const local = readLocalEnvironment(process.env);
  const home = new Home(local.homeFolder);
  stack = new Stack(home);
  await home.take();
  if (options.reset) {
    home.reset();
    say('  ✓ the data is deleted');
  }
  await requirePorts(local);
  const env = processEnvironments(local, home.secrets());
  home.saveEnvironment(env.commands, COMMAND_VARIABLES);
  const build = options.hot ? bundleWorkflows : async () => void (await buildIfChanged());
  const building = step(options.hot ? 'the workflows are built' : 'the app is built', build);
  const [, migrate] = await Promise.all([building, startServices(stack, local, env)]);
  const [worker, web] = [addWorker(stack, local, env.worker), addWeb(stack, local, env.web, options.hot)];
  await Promise.all([step('the worker', () => worker.start()), step('the web process', () => web.start())]);
  watchSources(
    [
      { part: worker, sources: 'worker' },
      { part: web, sources: options.hot ? 'hotWeb' : 'web' },
    ],
    async () => {
      await build();
      await migrate();
    },
  );
  announce(local, env);
}

/** The parts, as messages name them. */
const PART_NAMES: Record<PortName, string> = {
  web: 'the web process',
  worker: 'the worker',
  postgres: 'Postgres',
  engine: 'Temporal',
  engineUi: 'the Temporal UI',
  objects: 'the object store',
  simulator: 'the vendors’ simulators',
};

async function requirePorts({ ports, external }: LocalEnvironment): Promise<void> {
  const isElsewhere: Partial<Record<PortName, boolean>> = { ...external, engineUi: external.engine };
  for (const name of Object.keys(PART_NAMES) as PortName[])
    if (!isElsewhere[name]) await requireFree(ports[name], PART_NAMES[name], PORTS[name].variable);
}

/**
 * Starts the services that the product needs, and prepares the database as soon as it answers.
 * @returns a function that migrates the database again
 */
async function startServices(
  stack: Stack,
  local: LocalEnvironment,
  env: ProcessEnvironments,
): Promise<() => Promise<void>> {
  const { external } = local;
  const secrets = stack.home.secrets();
  const start = (what: string, add: () => Part | Promise<Part>) => step(what, async () => (await add()).start());
  const migrate = async () => void (await run(NODE, [join(ROOT, 'db/migrate.ts')], { env: env.owner }));
  const database = async (objectsReady: Promise<unknown>) => {
    if (!external.postgres) await start('Postgres', () => addPostgres(stack, local));
    await step('the schema and the demo accounts', async () => {
      await createDatabase(env.owner.MIGRATION_DATABASE_URL);
      await migrate();
      // The demo accounts have files.
      await objectsReady;
      await run(NODE, [join(ROOT, 'dev/seed.ts')], { env: env.owner });
    });
  };
  const engine = async () => {
    const program = await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
    await start('Temporal', () => addEngine(stack, local, program));
  };
  const objects = async () => {
    const program = await step('the object store’s program', (progress) => findBinary(BINARIES.versitygw, progress));
    await start('the object store', () => addObjectStore(stack, local, program, secrets));
  };
  const simulators = () => start('the vendors’ simulators', () => addSimulators(stack, local, secrets, env.appOrigin));
  const objectsReady = external.objects ? Promise.resolve() : objects();
  await Promise.all([
    database(objectsReady),
    objectsReady,
    external.engine || engine(),
    external.simulator || simulators(),
  ]);
  return migrate;
}

function announce({ ports, external }: LocalEnvironment, env: ProcessEnvironments): void {
  const database = new URL(env.owner.MIGRATION_DATABASE_URL);
  if (database.password) database.password = '…';
  const addresses: [string, string | null][] = [
    ['the app', env.appOrigin],
    ['the inbox', external.simulator ? null : `http://localhost:${ports.simulator}`],
    ['the Temporal UI', external.engine ? null : `http://localhost:${ports.engineUi}`],
    ['worker metrics', `http://localhost:${ports.worker}/metrics`],
    ['Postgres', decodeURI(database.href)],
    ['object store', env.web.S3_ENDPOINT ?? null],
  ];
  const table = addresses.flatMap(([what, address]) => (address ? `  ${what.padEnd(16)} ${address}` : []));
  // One write: a program that waits for the first line gets all of them.
  say(
    [
      `\nReady  ${env.appOrigin}\n`,
      ...table,
      '\n  free@example.com, plus@example.com, premium@example.com   password: stillhere',
      '  Ctrl-C stops everything; the data stays in its folder.\n',
    ].join('\n'),
  );
}

async function stop(): Promise<void> {
  if (stoppingSince > 0) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_WITHIN) return;
    stack?.kill();
    process.exit(1);
  }
  stoppingSince = Date.now();
  say('\nStopping the web process and the worker, then the services.');
  await stack?.stop();
  say('Stopped.');
  process.exit(0);
}

/** A killed npm sends no signal, so its process id is polled. There may be a shell between npm and this process. */
function stopWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before && stoppingSince === 0) void stop();
  }, PARENT_CHECK).unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
stopWithNpm();

main().catch(async (error: unknown) => {
  // An error while the stack stops needs no message.
  if (stoppingSince > 0) return;
  stoppingSince = Date.now();
  if (error instanceof RunFailed) say(`\n${error.output}`);
  const isExplained = error instanceof ExplainedError || error instanceof RunFailed;
  say(`\n✗ ${isExplained ? error.message : ((error as Error).stack ?? String(error))}`);
  await stack?.stop();
  process.exit(1);
});
