/** The addresses and secrets of a local stack, and the environment of its processes. */
import { resolve } from 'node:path';
import { addressAs } from '#db/roles.ts';
import type { Secrets } from './home.ts';
import { ExplainedError } from './terminal.ts';

/** The port of each part, and the variable that changes it. */
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

/** The parts that may run elsewhere, with the variables of their address and keys. */
const ELSEWHERE = {
  postgres: ['DATABASE_URL'],
  engine: ['TEMPORAL_ADDRESS'],
  objects: ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  simulator: ['SENDGRID_BASE_URL', 'SENDGRID_API_KEY', 'SENDGRID_WEBHOOK_PUBLIC_KEY'],
} as const satisfies Partial<Record<PortName, string[]>>;
export type External = keyof typeof ELSEWHERE;

/** The product's client at the simulated Google. */
const GOOGLE_CLIENT_ID = 'stillhere-local';
/** The product's WhatsApp number at the simulated Twilio, reserved for fiction. */
const WHATSAPP_FROM = '+12025550100';
/** The product's number for text messages, reserved too. */
const SMS_FROM = '+12025550101';

/** What the local stack reads from its environment. */
export interface LocalEnvironment {
  homeFolder: string;
  ports: Record<PortName, number>;
  /** Parts that run elsewhere: the stack uses them and does not start them. */
  external: Record<External, boolean>;
  /** The variables that the developer set, without empty ones. */
  given: Record<string, string>;
}

/**
 * @param env the developer's variables
 * @throws ExplainedError that names an invalid port, or the missing keys of a part that runs elsewhere
 */
export function readLocalEnvironment(env: NodeJS.ProcessEnv): LocalEnvironment {
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([name, { variable, port }]) => [name, portOf(variable, given[variable], port)]),
  );
  const external = Object.fromEntries(
    Object.entries(ELSEWHERE).map(([name, variables]) => [name, isElsewhere(given, variables)]),
  );
  return {
    homeFolder: resolve(given.STILLHERE_HOME ?? '.stillhere'),
    ports: ports as LocalEnvironment['ports'],
    external: external as LocalEnvironment['external'],
    given,
  };
}

function portOf(variable: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ExplainedError(
    `${variable} is "${value}", which is no port: set it to a number from 1 to 65535, or unset it for ${fallback}.`,
  );
}

function isElsewhere(given: Record<string, string>, [address = '', ...keys]: readonly string[]): boolean {
  if (given[address] === undefined) return false;
  const missing = keys.filter((key) => given[key] === undefined);
  if (missing.length === 0) return true;
  throw new ExplainedError(
    `${address} names a service of your own, which cannot be used without its keys: set ${missing.join(' and ')} too, or unset ${address} to have one started.`,
  );
}

type Environment = Record<string, string>;

/** The environments of our processes, each with the database role that it has in production. */
export interface ProcessEnvironments {
  web: Environment;
  worker: Environment;
  /** For migrations and demo accounts, by the owner of the database. */
  owner: Environment & Record<'MIGRATION_DATABASE_URL', string>;
  /** For operators' commands: each finds its own address. */
  commands: Environment;
  appOrigin: string;
}

/**
 * What config/env.ts reads, for each process. The developer's own variables win, except the keys of parts that the stack
 * starts: those accept no others. A developer's own DATABASE_URL is the owner's, who makes the roles.
 */
export function processEnvironments(local: LocalEnvironment, secrets: Secrets): ProcessEnvironments {
  const shared = sharedEnvironment(local, secrets);
  const address = local.given.DATABASE_URL ?? `postgres://stillhere@127.0.0.1:${local.ports.postgres}/stillhere`;
  const password = secrets.databasePassword;
  const web = { ...shared, DATABASE_URL: addressAs('web', address, password) };
  const worker = { ...shared, DATABASE_URL: addressAs('worker', address, password) };
  const owner = {
    ...shared,
    DATABASE_URL: address,
    MIGRATION_DATABASE_URL: address,
    WEB_DATABASE_PASSWORD: password,
    WORKER_DATABASE_PASSWORD: password,
    BACKUP_DATABASE_PASSWORD: password,
  };
  const commands = {
    ...worker,
    MIGRATION_DATABASE_URL: address,
    BACKUP_DATABASE_URL: addressAs('backup', address, password),
  };
  return { web, worker, owner, commands, appOrigin: shared.APP_ORIGIN };
}

function sharedEnvironment({ ports, external, given }: LocalEnvironment, secrets: Secrets) {
  const objects = {
    S3_ENDPOINT: `http://127.0.0.1:${ports.objects}`,
    S3_ACCESS_KEY_ID: secrets.s3AccessKey,
    S3_SECRET_ACCESS_KEY: secrets.s3SecretKey,
  };
  const simulator = {
    SENDGRID_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    SENDGRID_API_KEY: secrets.sendgridKey,
    SENDGRID_WEBHOOK_PUBLIC_KEY: secrets.webhookPublicKey,
    TWILIO_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    ...twilioOf(secrets),
    GOOGLE_ISSUER: `http://127.0.0.1:${ports.simulator}/google`,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET: secrets.googleSecret,
    STRIPE_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    STRIPE_SECRET_KEY: secrets.stripeKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
  };
  return {
    PORT: `${ports.web}`,
    APP_ORIGIN: `http://localhost:${ports.web}`,
    WORKER_PORT: `${ports.worker}`,
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.engine}`,
    MASTER_KEYS: secrets.masterKeys,
    // Nothing leaves this machine.
    DNS_SERVERS: 'off',
    WEBHOOKS_TO_LOCALHOST: '1',
    ...given,
    ...(external.objects ? {} : objects),
    ...(external.simulator ? {} : simulator),
    NODE_ENV: 'development',
  } as Environment & { APP_ORIGIN: string };
}

function twilioOf(secrets: Secrets) {
  return {
    TWILIO_ACCOUNT_SID: secrets.twilioAccount,
    TWILIO_AUTH_TOKEN: secrets.twilioToken,
    TWILIO_WHATSAPP_FROM: WHATSAPP_FROM,
    TWILIO_CONTENT_SID: secrets.twilioContent,
    TWILIO_WARNING_CONTENT_SID: anotherTemplate(secrets.twilioContent),
    TWILIO_SMS_FROM: SMS_FROM,
  };
}

/** @returns the id of a second template, for homes that were made when there was one */
function anotherTemplate(sid: string): string {
  return `HX${[...sid.slice(2)].reverse().join('')}`;
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
    ...twilioOf(secrets),
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET: secrets.googleSecret,
    STRIPE_SECRET_KEY: secrets.stripeKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    APP_ORIGIN: appOrigin,
  };
}
