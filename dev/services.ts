/** The services that the product needs: Postgres with the schema, the object store, the simulators, the engine. */
import { join } from 'node:path';
import { BINARIES, findBinary } from './binaries.ts';
import { ROOT } from './build.ts';
import type { LocalEnvironment, ProcessEnvironments } from './environment.ts';
import type { Part } from './part.ts';
import { addObjectStore, addPostgres, addSimulators } from './parts.ts';
import { createDatabase } from './postgres.ts';
import { run } from './run.ts';
import type { Stack } from './stack.ts';
import { step } from './terminal.ts';

const NODE = process.execPath;

/** The variables that config/env.ts requires: operators' commands need them. */
export const COMMAND_VARIABLES = [
  ...['NODE_ENV', 'APP_ORIGIN', 'MASTER_KEYS', 'DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'],
  ...['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['SENDGRID_BASE_URL', 'SENDGRID_API_KEY', 'SENDGRID_WEBHOOK_PUBLIC_KEY'],
];

/** A stack that is being started. */
export interface Started {
  stack: Stack;
  local: LocalEnvironment;
  env: ProcessEnvironments;
  /** Variables of the simulators besides their own. */
  simulators?: Record<string, string>;
  /** Further settings of Postgres, `name=value`. */
  postgres?: string[];
}

/**
 * Starts the services that do not run elsewhere, and prepares the database as soon as it answers.
 * @param startEngine starts the engine; it gets a promise of Postgres
 * @returns a function that migrates the database again, and the parts that were started
 */
export async function startServices(started: Started, startEngine: (postgres: Promise<unknown>) => Promise<unknown>) {
  const { stack, local, env } = started;
  const { external } = local;
  const secrets = stack.home.secrets();
  const migrate = async () => void (await run(NODE, [join(ROOT, 'db/migrate.ts')], { env: env.owner }));
  const objects = async () => {
    const program = await step('the object store’s program', (progress) => findBinary(BINARIES.versitygw, progress));
    return startPart('the object store', () => addObjectStore(stack, local, program, secrets));
  };
  const simulators = () =>
    startPart('the vendors’ simulators', () => addSimulators(stack, local, secrets, env.appOrigin, started.simulators));
  const postgres = external.postgres
    ? Promise.resolve(null)
    : startPart('Postgres', () => addPostgres(stack, local, started.postgres));
  const objectStore = external.objects ? Promise.resolve(null) : objects();
  const database = async () => {
    await postgres;
    await step('the schema and the demo accounts', async () => {
      await createDatabase(env.owner.MIGRATION_DATABASE_URL);
      await migrate();
      // The demo accounts have files.
      await objectStore;
      await run(NODE, [join(ROOT, 'dev/seed.ts')], { env: env.owner });
    });
  };
  const engine = external.engine || startEngine(postgres);
  const vendors = external.simulator ? null : simulators();
  await Promise.all([postgres, objectStore, database(), engine, vendors]);
  return { migrate, postgres: await postgres, objectStore: await objectStore };
}

/** Adds a part and starts it, as a step of its own. @throws ExplainedError when it does not become ready */
export function startPart(what: string, add: () => Part | Promise<Part>): Promise<Part> {
  return step(what, async () => {
    const part = await add();
    await part.start();
    return part;
  });
}
