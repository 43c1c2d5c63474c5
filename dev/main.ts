/**
 * `npm run dev`: the whole product on this machine. Starts Postgres, the engine with its UI, the object store, the vendors'
 * simulators, the worker and the web process; migrates, seeds and builds, and builds again when the sources change.
 *
 *   npm run dev              starts with the data of the last time
 *   npm run dev -- --reset   deletes the data first
 *   npm run dev -- --hot     replaces changed modules in the open page, without a build
 */
import { BINARIES, findBinary } from './binaries.ts';
import { buildIfChanged, bundleWorkflows } from './build.ts';
import {
  type LocalEnvironment,
  PORTS,
  type PortName,
  type ProcessEnvironments,
  processEnvironments,
  readLocalEnvironment,
} from './environment.ts';
import { readOptions } from './options.ts';
import { addEngine, addWeb, addWorker } from './parts.ts';
import { requireFree } from './ports.ts';
import { openStack, runStack } from './run-stack.ts';
import { COMMAND_VARIABLES, startPart, startServices } from './services.ts';
import type { Stack } from './stack.ts';
import { announceReady, say, step } from './terminal.ts';
import { watchSources } from './watch.ts';

async function main(): Promise<null> {
  const options = readOptions(process.argv.slice(2), 'dev', ['reset', 'hot']);
  say('Starting Stillhere on this machine.');
  const local = readLocalEnvironment(process.env);
  const stack = await openStack(local.homeFolder, options);
  await requirePorts(local);
  const env = processEnvironments(local, stack.home.secrets());
  stack.home.saveEnvironment(env.commands, COMMAND_VARIABLES);
  const build = options.hot ? bundleWorkflows : async () => void (await buildIfChanged());
  const building = step(options.hot ? 'the workflows are built' : 'the app is built', build);
  const services = startServices({ stack, local, env }, () => startEngine(stack, local));
  const [, { migrate }] = await Promise.all([building, services]);
  const [worker, web] = await Promise.all([
    startPart('the worker', () => addWorker(stack, env.worker)),
    startPart('the web process', () => addWeb(stack, env.web, { isHot: options.hot })),
  ]);
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
  return null;
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

async function startEngine(stack: Stack, local: LocalEnvironment): Promise<void> {
  const program = await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  await startPart('Temporal', () => addEngine(stack, local, program));
}

function announce({ ports, external }: LocalEnvironment, env: ProcessEnvironments): void {
  announceReady(env.appOrigin, [
    ['the app', env.appOrigin],
    ['the inbox', external.simulator ? null : `http://localhost:${ports.simulator}`],
    ['the Temporal UI', external.engine ? null : `http://localhost:${ports.engineUi}`],
    ['worker metrics', `http://localhost:${ports.worker}/metrics`],
    ['Postgres', withoutPassword(env.owner.MIGRATION_DATABASE_URL)],
    ['object store', env.web.S3_ENDPOINT ?? null],
  ]);
}

function withoutPassword(address: string): string {
  const database = new URL(address);
  if (database.password) database.password = '…';
  return decodeURI(database.href);
}

runStack(main);
