/** Temporal's server on Postgres: its configuration, its schema, and its roles as processes of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { stringify } from 'yaml';
import { DAY } from '#domain/time/durations.ts';
import { BINARIES, findBinary } from '../binaries.ts';
import type { Part } from '../part.ts';
import { answersOn } from '../ports.ts';
import { createDatabase, hasTable } from '../postgres.ts';
import { run } from '../run.ts';
import type { Stack } from '../stack.ts';
import { step } from '../terminal.ts';
import { type Cluster, ROLES, type Role } from './environment.ts';

/** It can never be changed for a store: docs/scaling.md says how many are needed. */
const SHARDS = 512;
/** The connections that each role keeps to each of its databases. */
const CONNECTIONS = { temporal: 20, temporal_visibility: 5 };
/** The databases, each with the folder of its schema inside temporal-sql-tool. */
const DATABASES = {
  temporal: 'postgresql/v12/temporal',
  temporal_visibility: 'postgresql/v12/visibility',
} as const;
type Database = keyof typeof DATABASES;
const NAMESPACE = 'default';
/** How long a run that has ended can be looked at. Our record is Postgres. */
const RETENTION = 3 * DAY;
const ENVIRONMENT = 'cluster';
/** gRPC status: somebody was quicker. */
const ALREADY_EXISTS = 6;
/** The frontend answers before it has found the other roles. In milliseconds. */
const REGISTER_WITHIN = 60_000;
const REGISTER_AGAIN_AFTER = 500;

/** The roles of the server, each as a part of the stack. */
export type Roles = Record<Role, Part>;

/** @param postgres resolves when Postgres answers @returns the roles, running */
export async function startTemporal(stack: Stack, cluster: Cluster, postgres: Promise<unknown>): Promise<Roles> {
  const server = await step('Temporal’s server', (progress) => findBinary(BINARIES.temporalServer, progress));
  const tool = await step('Temporal’s SQL tool', (progress) => findBinary(BINARIES.temporalSqlTool, progress));
  await postgres;
  await step('Temporal’s schema', async () => {
    for (const database of Object.keys(DATABASES) as Database[])
      await makeSchema(tool, database, cluster.local.ports.postgres);
  });
  const folder = stack.home.path('temporal');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/dynamic.yaml`, DYNAMIC);
  writeFileSync(`${folder}/${ENVIRONMENT}.yaml`, stringify(temporalConfig(cluster, `${folder}/dynamic.yaml`)));
  const roles = Object.fromEntries(ROLES.map((role) => [role, addRole(stack, cluster, role, server)])) as Roles;
  await step('Temporal’s roles', async () => {
    const { history, ...others } = roles;
    // At the first start one process writes the cluster's name and its number of shards; two at once would collide.
    await history.start();
    await Promise.all(Object.values(others).map((part) => part.start()));
  });
  await step('Temporal’s namespace', () => registerNamespace(`127.0.0.1:${cluster.ports.roles.frontend.rpc}`));
  return roles;
}

function addRole(stack: Stack, { ports }: Cluster, role: Role, command: string): Part {
  const place = ['--root', '/', '--config', stack.home.path('temporal'), '--env', ENVIRONMENT];
  return stack.add({
    name: `Temporal’s ${role} role`,
    log: `temporal-${role}`,
    command,
    args: [...place, '--allow-no-auth', 'start', '--service', role],
    // The role "worker" takes no calls.
    isReady: () => answersOn(ports.roles[role][role === 'worker' ? 'membership' : 'rpc']),
    help: 'set TEMPORAL_PORT to another port; this one and the seven after it are used.',
  });
}

/** Settings that can change while the server runs. */
const DYNAMIC = '# Temporal’s defaults. The server reads this file again every ten seconds.\n';

/** @returns the configuration of the server, as its YAML has it; each process reads all of it and runs one role */
export function temporalConfig({ local, ports }: Cluster, dynamic: string) {
  const store = (database: Database) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName: database,
      connectAddr: `127.0.0.1:${local.ports.postgres}`,
      connectProtocol: 'tcp',
      user: 'stillhere',
      maxConns: CONNECTIONS[database],
      maxIdleConns: CONNECTIONS[database],
      maxConnLifetime: '1h',
    },
  });
  const frontend = `127.0.0.1:${ports.roles.frontend.rpc}`;
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: { default: store('temporal'), visibility: store('temporal_visibility') },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(
      ROLES.map((role) => {
        const { rpc, membership } = ports.roles[role];
        return [role, { rpc: { grpcPort: rpc, membershipPort: membership, bindOnLocalHost: true } }];
      }),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: frontend },
      },
    },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '10s' },
  };
}

/** Makes the schema, or brings it to the version of the tool. */
async function makeSchema(tool: string, database: Database, port: number): Promise<void> {
  const url = `postgres://stillhere@127.0.0.1:${port}/${database}`;
  await createDatabase(url);
  const server = ['--plugin', 'postgres12', '--endpoint', '127.0.0.1', '--port', `${port}`, '--user', 'stillhere'];
  const change = (...args: string[]) => run(tool, [...server, '--database', database, ...args]);
  // It begins with version 0.0, so it must not run again.
  if (!(await hasTable(url, 'schema_version'))) await change('setup-schema', '--version', '0.0');
  await change('update-schema', '--schema-name', DATABASES[database]);
}

/** Registers the namespace, once. @throws Error when the server does not answer in time */
async function registerNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: REGISTER_WITHIN });
  const until = Date.now() + REGISTER_WITHIN;
  const workflowExecutionRetentionPeriod = msToTs(RETENTION);
  try {
    for (;;) {
      const failure = await connection.workflowService
        .registerNamespace({ namespace: NAMESPACE, workflowExecutionRetentionPeriod })
        .then(
          () => null,
          (error: Error & { code?: number }) => error,
        );
      if (failure === null || failure.code === ALREADY_EXISTS) return;
      if (Date.now() > until) throw failure;
      await sleep(REGISTER_AGAIN_AFTER);
    }
  } finally {
    await connection.close();
  }
}
