/**
 * The whole product in processes of its own: web, worker, engine, simulator, each of which a test may kill. Everything
 * is real; only the waiting times are shorter.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Composition, compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { WORKER_MEMORY, webCommand, workerCommand } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import { createText } from '#services/contents/create-text.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createTestDatabase } from './database.ts';
import { givePlan } from './plan.ts';
import { answers, eventually, TestProcess } from './process.ts';
import { type TestServices, testServices } from './services.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Waiting times, short enough to watch and long enough to tell apart. */
export const SHORT = { PROVIDER_TIMEOUT_SECONDS: '1', UNKNOWN_WAIT_SECONDS: '8', RETRY_MINUTE_SECONDS: '0.5' };

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
}

export interface Fault {
  /** SendGrid unless another is named. */
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
 * @param overrides variables of the processes; SHORT unless said otherwise
 * @param shared what the run started once; a benchmark brings its own
 */
export async function createWorld(overrides: Record<string, string> = {}, shared: TestServices = testServices()) {
  const database = await createTestDatabase(shared);
  const home = await mkdtemp(join(tmpdir(), 'stillhere-world-'));
  const [webPort, workerPort, secondWorkerPort, enginePort, engineUiPort, engineMetricsPort, simulatorPort] =
    await freePorts(7);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const origin = `http://localhost:${webPort}`;
  const simulatorOrigin = `http://127.0.0.1:${simulatorPort}`;
  const env: Record<string, string> = {
    ...shared.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PORT: `${webPort}`,
    APP_ORIGIN: origin,
    WORKER_PORT: `${workerPort}`,
    TEMPORAL_ADDRESS: `127.0.0.1:${enginePort}`,
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
  const node = process.execPath;
  const workerAt = (port: number | undefined, script?: string, extra: Record<string, string> = {}) =>
    new TestProcess({
      name: 'the worker',
      command: node,
      args: workerCommand(script),
      env: { ...WORKER_MEMORY, ...env, WORKER_PORT: `${port}`, ...extra },
      isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
    });
  const engine = new TestProcess({
    name: 'the engine',
    command: shared.temporalBinary,
    args: [
      ...[
        'server',
        'start-dev',
        '--port',
        `${enginePort}`,
        '--ui-port',
        `${engineUiPort}`,
        '--metrics-port',
        `${engineMetricsPort}`,
      ],
      ...[
        '--db-filename',
        join(home, 'engine.db'),
        '--sqlite-pragma',
        'journal_mode=wal',
        '--sqlite-pragma',
        'synchronous=normal',
        '--log-level',
        'error',
      ],
    ],
    isReady: () => answers(`http://127.0.0.1:${engineUiPort}/`),
  });
  const simulator = new TestProcess({
    name: 'the simulator',
    command: node,
    args: [join(ROOT, 'dev/simulators/main.ts')],
    env: {
      SIMULATOR_PORT: `${simulatorPort}`,
      SIMULATOR_DATA: join(home, 'simulator'),
      SENDGRID_API_KEY: 'SG.test',
      SENDGRID_WEBHOOK_PRIVATE_KEY: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      ...TWILIO,
      GOOGLE_CLIENT_ID: 'stillhere-tests',
      GOOGLE_CLIENT_SECRET: 'only for tests',
      STRIPE_SECRET_KEY: 'sk_test_only',
      STRIPE_WEBHOOK_SECRET: 'whsec_test_only',
      APP_ORIGIN: origin,
    },
    isReady: () => answers(`${simulatorOrigin}/healthz`),
  });
  const web = new TestProcess({
    name: 'the web process',
    command: node,
    args: webCommand(),
    env,
    isReady: () => answers(`${origin}/readyz`),
  });
  await Promise.all([engine.start(), simulator.start()]);
  const config = readEnv(env);
  const parts: Composition = await compose(config);
  await parts.objects.prepare();
  const world = {
    env,
    origin,
    home,
    engine,
    simulator,
    web,
    parts,
    worker: workerAt(workerPort),
    secondWorker: workerAt(secondWorkerPort),
    workerOf: (script: string, extra: Record<string, string>) => workerAt(workerPort, script, extra),
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
    /** Who got something, once for each message: of ten thousand, nobody wants the bodies. */
    async recipients(): Promise<string[]> {
      const response = await fetch(`${simulatorOrigin}/api/messages?body=none`);
      return ((await response.json()) as Message[]).map(({ to }) => to);
    },
    async fault(fault: Fault): Promise<void> {
      await post(`${simulatorOrigin}/api/faults`, { vendor: 'sendgrid', ...fault });
    },
    async noFaults(): Promise<void> {
      await fetch(`${simulatorOrigin}/api/faults`, { method: 'DELETE' });
    },
    async sendEvent(message_id: string, event: string): Promise<void> {
      await post(`${simulatorOrigin}/api/events`, { message_id, event });
    },
    /** Makes something happen at Stripe, such as `renew`, and waits until our webhook was told. */
    async billing(event: string, customer_email: string): Promise<void> {
      await post(`${simulatorOrigin}/api/billing`, { event, customer_email });
    },
    async stop(): Promise<void> {
      await Promise.all([world.worker.kill(), world.secondWorker.kill(), web.kill(), simulator.kill(), engine.kill()]);
      await parts.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
  return world;
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

let people = 0;

/** Somebody on Plus with one letter, whose address was confirmed long ago: the mail about that is in nobody's inbox. */
export async function createWriter(world: World) {
  const email = `helena-${++people}-${randomBytes(4).toString('hex')}@example.com`;
  const context = world.context();
  const { user } = await context.em.transactional(async (em) => {
    const fields = { email, name: 'Helena Duarte', password: 'stillhere', time_zone: 'Europe/Lisbon' };
    const entered = await signUp({ ...context, em }, fields, { userAgent: 'tests' }, 'cookie');
    await em.execute('delete from account_mails where user_id = ?', [entered.user.id]);
    await em.execute('update users set email_confirmed_at = now() where id = ?', [entered.user.id]);
    return entered;
  });
  await givePlan(world.query, user.id, 'plus');
  const letter = await createText(world.context(), user.id, {
    is_public: false,
    title: 'How we chose your name',
    content: 'Dear Ana,\n\nStill here.',
  });
  return {
    id: user.id,
    email,
    letter,
    /** Schedules the letter for an instant, to the millisecond: by WhatsApp where there is a number, else by email. */
    schedule(to: string, due: Date, phone: string | null = null): Promise<DeliveryView> {
      return scheduleDelivery(world.context(), user.id, {
        content_id: letter.id,
        delivery_type: phone ? 'whatsapp' : 'email',
        recipient_email: to,
        recipient_name: 'Ana',
        recipient_phone: phone,
        local_time: due.toISOString().slice(0, -1),
        time_zone: 'UTC',
      });
    },
  };
}

/** Everything on record about one delivery. */
export async function recordOf(world: World, id: string) {
  const [row] = await world.query<{
    status: string;
    failure_code: string | null;
    is_unconfirmed: boolean;
    next_attempt_at: string | null;
    scheduled_time: Date;
    sent_at: Date | null;
    delivered_at: Date | null;
    deleted_at: Date | null;
  }>('select * from deliveries where id = ?', [id]);
  const attempts = await world.query<{ channel: string; state: string; rejection: string | null }>(
    'select channel, state, rejection from delivery_attempts where delivery_id = ? order by revision, n',
    [id],
  );
  const timeline = await world.query<{ kind: string }>(
    'select kind from timeline where delivery_id = ? order by at, id',
    [id],
  );
  return {
    row,
    attempts: attempts.map(({ state, rejection }) => (rejection ? `${state}:${rejection}` : state)),
    /** By which way each attempt went. */
    channels: attempts.map(({ channel }) => channel),
    timeline: timeline.map(({ kind }) => kind),
  };
}
