/**
 * The whole product in processes of its own: web, worker, engine, simulator. A test may kill each of them. Everything
 * is real; only the waiting times are shorter.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import { type Composition, compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { addressAs, type Role } from '#db/roles.ts';
import { WORKER_MEMORY, webCommand, workerCommand } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import type { Context } from '#services/context.ts';
import { createTestDatabase, requireRights } from './database.ts';
import { prepareEngine, withClient } from './engine.ts';
import { answers, eventually, TestProcess } from './process.ts';
import { type TestServices, testServices } from './services.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Waiting times. The wait after a refusal is short. Those for a call and for the provider's event are longer than the
 * busiest machine needs; a test that must end them moves the instants in the database.
 */
export const SHORT = { PROVIDER_TIMEOUT_SECONDS: '15', UNKNOWN_WAIT_SECONDS: '120', RETRY_MINUTE_SECONDS: '0.5' };

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'only for tests',
  TWILIO_WHATSAPP_FROM: '+12025550100',
  TWILIO_CONTENT_SID: `HX${'0'.repeat(32)}`,
};

export interface Message {
  id: string;
  channel: 'email' | 'whatsapp';
  to: string;
  subject: string;
  status: string;
  text: string;
  html: string;
  custom_args: Record<string, string>;
  /** ISO 8601, UTC. */
  accepted_at: string;
  /** The provider sends no event about it. */
  silent: boolean;
}

export interface Fault {
  /** SendGrid by default. */
  vendor?: 'sendgrid' | 'twilio' | 'stripe';
  mode?: 'status' | 'timeout' | 'reset' | 'accept_then_drop';
  status?: number;
  /** Twilio's own code of a refusal. */
  code?: number;
  retry_after?: number;
  times?: number;
  rate?: number;
  to?: string;
  silent?: boolean;
  delay_ms?: number;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * @param overrides variables of the processes, over SHORT
 * @param shared what the run started once; a benchmark starts its own
 */
export async function createWorld(overrides: Record<string, string> = {}, shared: TestServices = testServices()) {
  const database = await createTestDatabase(shared);
  const home = await mkdtemp(join(tmpdir(), 'stillhere-world-'));
  const store = join(home, 'engine.db');
  const { process: engine, address } = await prepareEngine({ command: shared.temporalBinary, file: store });
  const [webPort, workerPort, secondWorkerPort, simulatorPort] = await freePorts(4);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const origin = `http://localhost:${webPort}`;
  const simulatorOrigin = `http://127.0.0.1:${simulatorPort}`;
  const env: Record<string, string> = {
    ...shared.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    // A test asks in a second for what a person does in an hour.
    LIMIT_CALLS_PER_MINUTE: '0',
    LIMIT_WRITES_PER_MINUTE: '0',
    PORT: `${webPort}`,
    // Days pass in the database: a probe comes once a minute, and a web process that starts writes its heartbeat at once.
    AVAILABILITY_PROBE: 'self',
    APP_ORIGIN: origin,
    WORKER_PORT: `${workerPort}`,
    TEMPORAL_ADDRESS: address,
    MASTER_KEYS: `test:${randomBytes(32).toString('base64')}`,
    SENDGRID_API_KEY: 'SG.test',
    SENDGRID_BASE_URL: simulatorOrigin,
    ...TWILIO,
    TWILIO_BASE_URL: simulatorOrigin,
    STRIPE_SECRET_KEY: 'sk_test_only',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_only',
    STRIPE_BASE_URL: simulatorOrigin,
    SENDGRID_WEBHOOK_PUBLIC_KEY: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    DATABASE_URL: database.url,
    ...SHORT,
    ...overrides,
  };
  // The test itself is the owner.
  const envOf = (role: Role) => ({ ...env, DATABASE_URL: addressAs(role, env.DATABASE_URL ?? '') });
  const node = process.execPath;
  const workerAt = (port: number | undefined, script?: string, extra: Record<string, string> = {}) =>
    new TestProcess({
      name: 'the worker',
      command: node,
      args: workerCommand(script),
      env: { ...WORKER_MEMORY, ...envOf('worker'), WORKER_PORT: `${port}`, ...extra },
      isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
    });
  const simulator = new TestProcess({
    name: 'the simulator',
    command: node,
    args: [join(ROOT, 'dev/simulators.ts')],
    env: {
      SIMULATOR_PORT: `${simulatorPort}`,
      SIMULATOR_DATA: join(home, 'simulator'),
      SENDGRID_API_KEY: 'SG.test',
      SENDGRID_WEBHOOK_PRIVATE_KEY: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      ...TWILIO,
      TWILIO_SMS_FROM: '+12025550101',
      GOOGLE_CLIENT_ID: 'stillhere-tests',
      GOOGLE_CLIENT_SECRET: 'only for tests',
      STRIPE_SECRET_KEY: 'sk_test_only',
      STRIPE_WEBHOOK_SECRET: 'whsec_test_only',
      APP_ORIGIN: origin,
    },
    isReady: () => answers(`${simulatorOrigin}/healthz`),
  });
  const webOf = (extra: Record<string, string> = {}) =>
    new TestProcess({
      name: 'the web process',
      command: node,
      args: webCommand(),
      env: { ...envOf('web'), ...extra },
      isReady: () => answers(`${origin}/readyz`),
    });
  const web = webOf();
  const started = Promise.all([engine.start(), simulator.start()]);
  const config = readEnv(env);
  const parts: Composition = await compose(config);
  await Promise.all([started, parts.objects.prepare()]);
  const world = {
    env,
    origin,
    home,
    engine,
    simulator,
    web,
    /** Another web process, in place of the first. */
    webOf,
    parts,
    worker: workerAt(workerPort),
    secondWorker: workerAt(secondWorkerPort),
    /** Another worker, in place of the first. */
    workerOf: (script: string, extra: Record<string, string>) => workerAt(workerPort, script, extra),
    /** Kills the engine and deletes its store: it starts again empty. */
    async loseEngine(): Promise<void> {
      await engine.kill();
      for (const suffix of ['', '-wal', '-shm']) await rm(`${store}${suffix}`, { force: true });
    },
    withClient: <T>(use: (client: Client) => Promise<T>): Promise<T> => withClient({ address }, use),
    isPolling: () => eventually(() => answers(`http://127.0.0.1:${workerPort}/readyz`).catch(() => false), Boolean),
    context: (): Context => ({
      em: parts.fork(),
      keyring: parts.keyring,
      now: new Date(),
      protocolDay: config.EMERGENCY_DAY_SECONDS * 1_000,
    }),
    query: <T>(sql: string, params: unknown[] = []) =>
      (parts.fork() as SqlEntityManager).execute<T[] & []>(sql, params) as Promise<T[]>,
    async messages(to?: string): Promise<Message[]> {
      const response = await fetch(`${simulatorOrigin}/api/messages${to ? `?to=${encodeURIComponent(to)}` : ''}`);
      return (await response.json()) as Message[];
    },
    /** All messages without their bodies: there may be ten thousand. */
    async outlines(): Promise<Omit<Message, 'text' | 'html'>[]> {
      const response = await fetch(`${simulatorOrigin}/api/messages?body=none`);
      return (await response.json()) as Message[];
    },
    async fault(fault: Fault): Promise<void> {
      await post(`${simulatorOrigin}/api/faults`, { vendor: 'sendgrid', ...fault });
    },
    async noFaults(): Promise<void> {
      await fetch(`${simulatorOrigin}/api/faults`, { method: 'DELETE' });
    },
    /** Sends an event to our webhook, and waits for the answer. @param of an accepted message, or the parts of another one */
    async sendEvent(of: string | { email: string; custom_args: object }, event: string): Promise<void> {
      const subject = typeof of === 'string' ? { message_id: of } : of;
      const { webhook_status: status } = await post(`${simulatorOrigin}/api/events`, { ...subject, event });
      if (status !== 204) throw new Error(`Our webhook answered ${status}.`);
    },
    /** Makes something happen at Stripe, such as `renew`, and waits until our webhook has the event. */
    async billing(event: string, customer_email: string): Promise<void> {
      await post(`${simulatorOrigin}/api/billing`, { event, customer_email });
    },
    async stop(): Promise<void> {
      await Promise.all([world.worker.kill(), world.secondWorker.kill(), web.kill(), simulator.kill(), engine.kill()]);
      await parts.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
      requireRights([web, world.worker, world.secondWorker].map(({ output }) => output).join('\n'));
    },
  };
  return world;
}

/** A world in which web and worker run. @param overrides see `createWorld` */
export async function startWorld(overrides: Record<string, string> = {}): Promise<World> {
  const world = await createWorld(overrides);
  try {
    await Promise.all([world.web.start(), world.worker.start()]);
    await world.isPolling();
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

async function post(url: string, body: object): Promise<{ webhook_status?: number }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { webhook_status?: number };
}
