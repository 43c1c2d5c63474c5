/** Every address and secret of a local stack, and the environment that its processes get. */
import { resolve } from 'node:path';
import type { Secrets } from './home.ts';
import { Plain } from './terminal.ts';

/** Which port each part listens on, and the variable that changes it. */
export const PORTS = {
  web: { variable: 'PORT', port: 3000 },
  postgres: { variable: 'POSTGRES_PORT', port: 54_320 },
  engine: { variable: 'TEMPORAL_PORT', port: 7233 },
  engineUi: { variable: 'TEMPORAL_UI_PORT', port: 8233 },
  objects: { variable: 'S3_PORT', port: 9000 },
  simulator: { variable: 'SIMULATOR_PORT', port: 8025 },
  worker: { variable: 'WORKER_PORT', port: 9464 },
} as const;
export type PortName = keyof typeof PORTS;

/** What the local stack needs to know of its environment. */
export interface LocalEnvironment {
  homeFolder: string;
  ports: Record<PortName, number>;
  /** Parts that run elsewhere: used, not started. */
  external: { postgres: boolean; engine: boolean; objects: boolean; simulator: boolean };
}

/**
 * @param env the variables of the person who starts it
 * @throws Plain naming a port that is none
 */
export function readLocalEnvironment(env: NodeJS.ProcessEnv): LocalEnvironment {
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([name, { variable, port }]) => [name, portOf(variable, env[variable], port)]),
  );
  return {
    homeFolder: resolve(env.STILLHERE_HOME ?? '.stillhere'),
    ports: ports as Record<PortName, number>,
    external: {
      postgres: env.DATABASE_URL !== undefined,
      engine: env.TEMPORAL_ADDRESS !== undefined,
      objects: env.S3_ENDPOINT !== undefined,
      simulator: env.SENDGRID_BASE_URL !== undefined,
    },
  };
}

function portOf(variable: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Plain(
    `${variable} is "${value}", which is no port: set it to a number from 1 to 65535, or unset it for ${fallback}.`,
  );
}

/**
 * The environment of the web process, the worker, the migrations and the seed: everything that config/env.ts reads.
 * What the person has set themselves wins.
 */
export function processEnvironment(
  { ports }: LocalEnvironment,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const ours = {
    NODE_ENV: 'development',
    PORT: `${ports.web}`,
    APP_ORIGIN: `http://localhost:${ports.web}`,
    WORKER_PORT: `${ports.worker}`,
    DATABASE_URL: `postgres://stillhere@127.0.0.1:${ports.postgres}/stillhere`,
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.engine}`,
    S3_ENDPOINT: `http://127.0.0.1:${ports.objects}`,
    S3_ACCESS_KEY_ID: secrets.s3AccessKey,
    S3_SECRET_ACCESS_KEY: secrets.s3SecretKey,
    MASTER_KEYS: secrets.masterKeys,
    SENDGRID_API_KEY: secrets.sendgridKey,
    SENDGRID_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    SENDGRID_WEBHOOK_PUBLIC_KEY: secrets.webhookPublicKey,
  };
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { ...ours, ...given };
}

/** The environment of the simulators. */
export function simulatorEnvironment(
  local: LocalEnvironment,
  secrets: Secrets,
  appOrigin: string,
  dataFolder: string,
): Record<string, string> {
  return {
    SIMULATOR_PORT: `${local.ports.simulator}`,
    SIMULATOR_DATA: dataFolder,
    SENDGRID_API_KEY: secrets.sendgridKey,
    SENDGRID_WEBHOOK_PRIVATE_KEY: secrets.webhookPrivateKey,
    APP_ORIGIN: appOrigin,
  };
}
