/** Starts a cluster: everything that outgrows one machine, on one machine. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SECOND, YEAR } from '#domain/time/durations.ts';
import { buildIfChanged, ROOT } from '../build.ts';
import { makeCertificate } from '../certificate.ts';
import type { Home } from '../home.ts';
import type { Part } from '../part.ts';
import { addWeb, addWorker } from '../parts.ts';
import { answersOn, requireFree } from '../ports.ts';
import { COMMAND_VARIABLES, startPart, startServices } from '../services.ts';
import type { Stack } from '../stack.ts';
import { step } from '../terminal.ts';
import { type Cluster, certificateFiles, clusterEnvironments, portsToTake } from './environment.ts';
import { type Roles, startTemporal } from './temporal.ts';

/** The processes of the product and of Temporal's roles hold more connections than one of each. */
const POSTGRES = ['max_connections=400'];
const CERTIFICATE_LASTS = 10 * YEAR;

/** A running cluster. */
export type RunningCluster = Awaited<ReturnType<typeof startCluster>>;

/** @throws ExplainedError for the first part that does not start */
export async function startCluster(stack: Stack, cluster: Cluster) {
  for (const [port, part, variable] of portsToTake(cluster)) await requireFree(port, part, variable);
  const secrets = stack.home.secrets();
  const { cert } = keepCertificate(stack.home);
  const env = clusterEnvironments(cluster, secrets, cert);
  stack.home.saveEnvironment(env.commands, COMMAND_VARIABLES);
  const building = step('the app is built', async () => void (await buildIfChanged()));
  let roles: Roles | undefined;
  const started = { stack, local: cluster.local, env, postgres: POSTGRES, simulators: { NODE_EXTRA_CA_CERTS: cert } };
  const [services] = await Promise.all([
    startServices(started, async (postgres) => {
      roles = await startTemporal(stack, cluster, postgres);
    }),
    building,
  ]);
  const webs = await startAll('the web processes', env.webs, (web, number) => addWeb(stack, web, { number }));
  const proxy = await startPart('the proxy', () => addProxy(stack, cluster));
  // After the proxy, through which they open the check-in page.
  const workers = await startAll('the workers', env.workers, (worker, number) => addWorker(stack, worker, { number }));
  if (!roles) throw new Error('The engine was not started.');
  return { env, proxy, webs, workers, roles, ...services };
}

function startAll(
  what: string,
  environments: readonly Record<string, string>[],
  add: (env: Record<string, string>, number: number) => Part,
): Promise<Part[]> {
  return step(what, async () => {
    const parts = environments.map((env, n) => add(env, n + 1));
    await Promise.all(parts.map((part) => part.start()));
    return parts;
  });
}

/** Makes the proxy's certificate, once: a browser that was told to trust it trusts it at the next start, too. */
function keepCertificate(home: Home): { cert: string; key: string } {
  const files = certificateFiles(home);
  if (existsSync(files.cert) && existsSync(files.key)) return files;
  const now = Date.now();
  const made = makeCertificate(new Date(now - SECOND), new Date(now + CERTIFICATE_LASTS));
  mkdirSync(dirname(files.cert), { recursive: true });
  writeFileSync(files.key, made.key, { mode: 0o600 });
  writeFileSync(files.cert, made.cert);
  return files;
}

function addProxy(stack: Stack, { ports }: Cluster): Part {
  const { cert, key } = certificateFiles(stack.home);
  return stack.add({
    name: 'The proxy',
    log: 'proxy',
    command: process.execPath,
    args: [join(ROOT, 'dev/cluster/proxy.ts')],
    env: {
      PROXY_PORT: `${ports.proxy}`,
      PROXY_CONTROL: `${ports.control}`,
      PROXY_CERT: cert,
      PROXY_KEY: key,
      PROXY_TARGETS: ports.webs.join(','),
    },
    isReady: async () => (await answersOn(ports.control)) && (await answersOn(ports.proxy)),
    stopsFirst: true,
    help: 'set PORT to another port; this one and the three after it are used.',
  });
}
