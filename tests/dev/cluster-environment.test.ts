import { describe, expect, it } from 'vitest';
import { readEnv } from '#config/env.ts';
import { clusterEnvironments, portsToTake, ROLES, readCluster } from '#dev/cluster/environment.ts';
import { temporalConfig } from '#dev/cluster/temporal.ts';
import { PORTS } from '#dev/environment.ts';
import { Home } from '#dev/home.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('a cluster on this machine', () => {
  it('has two web processes behind one address with TLS, and three workers that trust its certificate', () => {
    const cluster = readCluster({});
    const { webs, workers } = clusterEnvironments(cluster, new Home(temporaryFolder()).secrets(), '/tls/cert.pem');
    expect(
      webs
        .map((env) => readEnv(env))
        .map(({ PORT, APP_ORIGIN, TRUSTED_PROXIES }) => [PORT, APP_ORIGIN, TRUSTED_PROXIES]),
    ).toEqual([
      [3001, 'https://localhost:3000', 1],
      [3002, 'https://localhost:3000', 1],
    ]);
    expect(workers.map((env) => [readEnv(env).WORKER_PORT, readEnv(env).APP_ORIGIN])).toEqual(
      [9464, 9465, 9466].map((port) => [port, 'https://localhost:3000']),
    );
    expect(workers.map((env) => env.NODE_EXTRA_CA_CERTS)).toEqual(Array(3).fill('/tls/cert.pem'));
    expect(new Set(workers.map((env) => readEnv(env).TEMPORAL_ADDRESS))).toEqual(new Set(['127.0.0.1:7233']));
  });

  it('takes a port of its own for each part, also when they are moved', () => {
    const moved = Object.fromEntries(Object.values(PORTS).map(({ variable }, n) => [variable, `${41_000 + 20 * n}`]));
    for (const given of [{}, moved]) {
      const ports = portsToTake(readCluster(given)).map(([port]) => port);
      expect(ports).toHaveLength(18);
      expect(new Set(ports).size).toBe(18);
    }
    for (const [port] of portsToTake(readCluster(moved))) expect(port).toBeGreaterThanOrEqual(41_000);
  });

  it('keeps its data apart from that of npm run dev', () => {
    expect(readCluster({}).local.homeFolder).toMatch(/\.stillhere-cluster$/);
    expect(readCluster({ STILLHERE_HOME: '/data' }).local.homeFolder).toBe('/data');
  });

  it('refuses parts that run elsewhere in one sentence', () => {
    expect(() => readCluster({ DATABASE_URL: 'postgres://db.example/x', TEMPORAL_ADDRESS: 'x:7233' })).toThrow(
      '"npm run cluster" starts every part itself: unset DATABASE_URL and TEMPORAL_ADDRESS.',
    );
  });
});

it('each role of Temporal has ports of its own, 512 shards, and both databases on one Postgres', () => {
  const cluster = readCluster({});
  const config = temporalConfig(cluster, '/home/dynamic.yaml');
  expect(config.persistence.numHistoryShards).toBe(512);
  expect(Object.keys(config.services)).toEqual([...ROLES]);
  const { default: store, visibility } = config.persistence.datastores;
  expect([store.sql, visibility.sql].map(({ databaseName, connectAddr }) => [databaseName, connectAddr])).toEqual([
    ['temporal', '127.0.0.1:54320'],
    ['temporal_visibility', '127.0.0.1:54320'],
  ]);
  expect(config.clusterMetadata.clusterInformation.active.rpcAddress).toBe('127.0.0.1:7233');
  expect(config.dynamicConfigClient.filepath).toBe('/home/dynamic.yaml');
});
