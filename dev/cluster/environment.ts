/** The addresses of a cluster on this machine, and the environment of its processes. */
import { readFileSync } from 'node:fs';
import {
  type LocalEnvironment,
  PORTS,
  type ProcessEnvironments,
  processEnvironments,
  readLocalEnvironment,
} from '../environment.ts';
import type { Home, Secrets } from '../home.ts';
import { ExplainedError } from '../terminal.ts';

const WEBS = 2;
const WORKERS = 3;
/** The parts that the stack of one process of each may use elsewhere; a cluster starts all of them. */
const ITS_OWN = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'S3_ENDPOINT', 'SENDGRID_BASE_URL'] as const;

/** The roles of Temporal's server, each a process of its own. */
export const ROLES = ['frontend', 'history', 'matching', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Every port of a cluster. */
export interface ClusterPorts {
  /** Where people go. */
  proxy: number;
  /** Where the proxy shows what it sees, and is told which web process to leave out. */
  control: number;
  webs: number[];
  workers: number[];
  /** Of each role: its calls, and what the roles say to each other about who is there. */
  roles: Record<Role, { rpc: number; membership: number }>;
}

/** What a cluster needs to know before it starts. */
export interface Cluster {
  local: LocalEnvironment;
  ports: ClusterPorts;
}

/**
 * @param given the developer's variables: PORT, WORKER_PORT and TEMPORAL_PORT are each the first of several
 * @throws ExplainedError for an invalid port, and for a part that would run elsewhere
 */
export function readCluster(given: NodeJS.ProcessEnv): Cluster {
  const elsewhere = ITS_OWN.filter((name) => given[name]);
  if (elsewhere.length > 0)
    throw new ExplainedError(`"npm run cluster" starts every part itself: unset ${elsewhere.join(' and ')}.`);
  const { ports } = readLocalEnvironment(given);
  const local = readLocalEnvironment({
    STILLHERE_HOME: '.stillhere-cluster',
    TRUSTED_PROXIES: '1',
    ...given,
    APP_ORIGIN: `https://localhost:${ports.web}`,
  });
  const roles = ROLES.map((role, n) => [role, { rpc: ports.engine + n, membership: ports.engine + ROLES.length + n }]);
  const [proxy, control] = [ports.web, ports.web + WEBS + 1];
  return {
    local,
    ports: {
      proxy,
      control,
      webs: Array.from({ length: WEBS }, (_, n) => ports.web + 1 + n),
      workers: Array.from({ length: WORKERS }, (_, n) => ports.worker + n),
      roles: Object.fromEntries(roles) as ClusterPorts['roles'],
    },
  };
}

/** @returns each port with the part that needs it and the variable that moves it */
export function portsToTake({ local, ports }: Cluster): [port: number, part: string, variable: string][] {
  const { postgres, objects, simulator } = local.ports;
  return [
    [ports.proxy, 'the proxy', PORTS.web.variable],
    [ports.control, 'the proxy’s control', PORTS.web.variable],
    ...ports.webs.map((port, n) => [port, `web process ${n + 1}`, PORTS.web.variable] as [number, string, string]),
    ...ports.workers.map((port, n) => [port, `worker ${n + 1}`, PORTS.worker.variable] as [number, string, string]),
    ...ROLES.flatMap((role): [number, string, string][] => [
      [ports.roles[role].rpc, `Temporal’s ${role} role`, PORTS.engine.variable],
      [ports.roles[role].membership, `Temporal’s ${role} role`, PORTS.engine.variable],
    ]),
    [postgres, 'Postgres', PORTS.postgres.variable],
    [objects, 'the object store', PORTS.objects.variable],
    [simulator, 'the vendors’ simulators', PORTS.simulator.variable],
  ];
}

/** The environments of a cluster's processes. */
export interface ClusterEnvironments extends ProcessEnvironments {
  webs: Record<string, string>[];
  workers: Record<string, string>[];
}

/** @param certificate the file of the proxy's certificate, which probes and the simulators' webhooks must trust */
export function clusterEnvironments({ local, ports }: Cluster, secrets: Secrets, certificate: string) {
  const env = processEnvironments(local, secrets);
  const trusting = { NODE_EXTRA_CA_CERTS: certificate };
  return {
    ...env,
    webs: ports.webs.map((port) => ({ ...env.web, PORT: `${port}` })),
    workers: ports.workers.map((port) => ({ ...env.worker, ...trusting, WORKER_PORT: `${port}` })),
  } satisfies ClusterEnvironments;
}

/** @returns the certificate that is saved in the folder, for programs that call the proxy */
export function readCertificate(home: Home): string {
  return readFileSync(certificateFiles(home).cert, 'utf8');
}

/** @returns the files of the proxy's certificate, as PEM */
export function certificateFiles(home: Home): { cert: string; key: string } {
  return { cert: home.path('tls', 'cert.pem'), key: home.path('tls', 'key.pem') };
}
