import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { initOrm } from '#db/orm.ts';
import { addressAs } from '#db/roles.ts';
import { webCommand } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import type { SecretKind } from '#services/accounts/sessions.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { type Account, openTestAccount } from '#tests/harness/account.ts';
import { createTestDatabase, requireRights } from '#tests/harness/database.ts';
import { answers, eventually, TestProcess } from '#tests/harness/process.ts';
import { type Template, type TestServices, testServices } from '#tests/harness/services.ts';
import { type Cable, layCable } from './cable.ts';
import { serve } from './serve.ts';
import { type Send, Visitor } from './visitor.ts';

/** What the web process has of Twilio. */
export const TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'only for tests',
  from: '+12025550100',
  smsFrom: '+12025550101',
  contentSid: `HX${'0'.repeat(32)}`,
};

/** So many connections the web may hold to its database. */
const POOL = 20;

/** The built web, over a database of its own, as people and vendors meet it. */
export interface Web {
  /** Where it listens; where it believes to be is APP_ORIGIN, the same unless overridden. */
  origin: string;
  /** Signs as SendGrid would. */
  sendgridKey: KeyObject;
  keyring: Keyring;
  visitor(): Visitor;
  /** Asks without cookies, for an address or a path of this web; follows nothing. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** Opens an account, on Plus unless asked otherwise, so that its owner can schedule and arm. */
  account(kind: SecretKind, name?: string, plan?: Plan): Promise<Account>;
  /** A new person, signed in in a browser. */
  person(name?: string, plan?: Plan): Promise<Visitor & { email: string }>;
  /** The same over a socket, for what is lost without one: static files, packing, a body that comes in pieces. */
  overSocket: Pick<Web, 'visitor' | 'person'>;
  /** What it has logged, line by line. */
  printed(): string[];
  fork(): EntityManager;
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/** The same, whose database can be cut off. Each query goes through the process of the test twice more. */
export interface WebOnCable extends Web {
  /** Mended once each connection of the web works again. */
  database: Cable;
}

/** The same in a process of its own, which a test can kill and start again. */
export interface WebProcess extends WebOnCable {
  process: TestProcess;
}

/**
 * The built web in the process of the test: visitors are answered without a socket, browsers, vendors and raw requests
 * over one.
 * @param overrides variables of the web process
 * @param services what it runs on, where no test run has started them
 * @param template what its database is a copy of
 */
export async function startWeb(
  overrides: Record<string, string> = {},
  services: TestServices = testServices(),
  template: Template = services.empty,
): Promise<Web> {
  const database = await createTestDatabase(services, template);
  const ground = await prepare(overrides, services, database, template, database.url);
  const { send, ...server } = await served(ground);
  return { ...webOver(ground, send), ...server };
}

/** The same, for tests that cut its database off. */
export async function startWebOnCable(
  overrides: Record<string, string> = {},
  services: TestServices = testServices(),
): Promise<WebOnCable> {
  const { cable, ground } = await prepareOnCable(overrides, services);
  const { send, ...server } = await served(ground);
  return { ...webOver(ground, send), ...server, database: mendedWhenReady(cable, ground.origin, send) };
}

/** Answers in the process of the test. */
async function served(ground: Ground) {
  const server = await serve(ground.env);
  return {
    send: async (url: string, init: RequestInit) => server.handle(await requestOf(url, init), '127.0.0.1'),
    printed: server.printed,
    async stop() {
      await server.close();
      for (const line of server.printed()) if (line.includes('still used the database')) console.warn(line);
      await ground.stop();
      requireRights(server.printed().join('\n'));
    },
  };
}

/** The same, where the process itself is the point: it is killed, started again, or looked at. */
export async function startWebProcess(
  overrides: Record<string, string> = {},
  services: TestServices = testServices(),
): Promise<WebProcess> {
  const { cable, ground } = await prepareOnCable(overrides, services);
  const web = new TestProcess({
    name: 'the web process',
    command: process.execPath,
    args: webCommand(),
    env: ground.env,
    isReady: () => answers(`${ground.origin}/healthz`),
  });
  await web.start();
  return {
    ...webOver(ground, fetch),
    database: mendedWhenReady(cable, ground.origin, fetch),
    process: web,
    printed: () => web.output.split('\n'),
    async stop() {
      await web.kill();
      await ground.stop();
    },
  };
}

/** A browser says how long a body is before it sends it; a test that sends a stream says so itself. */
async function requestOf(url: string, init: RequestInit): Promise<Request> {
  const request = new Request(url, init);
  if (!request.body || init.body instanceof ReadableStream) return request;
  const body = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', `${body.byteLength}`);
  return new Request(url, { method: request.method, headers, body, signal: request.signal });
}

type Ground = Awaited<ReturnType<typeof prepare>>;

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

async function prepareOnCable(overrides: Record<string, string>, services: TestServices) {
  const own = await createTestDatabase(services);
  const cable = await layCable(own.url);
  const database = { ...own, drop: () => cable.cut().then(own.drop) };
  return { cable, ground: await prepare(overrides, services, database, services.empty, cable.url) };
}

/**
 * Everything but the web itself.
 * @param databaseUrl where the web reaches its database
 */
async function prepare(
  overrides: Record<string, string>,
  services: TestServices,
  own: Database,
  template: Template,
  databaseUrl: string,
) {
  const [port] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const orm = await initOrm(own.url, { pool: 2 });
  const env: Record<string, string> = {
    ...services.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    // A test asks in a second for what a person does in an hour.
    LIMIT_CALLS_PER_MINUTE: '0',
    LIMIT_WRITES_PER_MINUTE: '0',
    // A try that is not counted in time is let through: a busy machine is no reason for that.
    COUNTER_TIMEOUT_SECONDS: '30',
    // No worker probes it.
    AVAILABILITY_PROBE: 'self',
    PORT: `${port}`,
    APP_ORIGIN: origin,
    // The web's own; the test is the owner.
    DATABASE_URL: addressAs('web', databaseUrl),
    DATABASE_POOL: `${POOL}`,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    MASTER_KEYS: template.masterKeys,
    SENDGRID_API_KEY: 'SG.test',
    MAIL_FROM: 'letters@stillhere.example',
    OPERATOR_EMAIL: 'operators@stillhere.example',
    SENDGRID_WEBHOOK_PUBLIC_KEY: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
    TWILIO_WHATSAPP_FROM: TWILIO.from,
    TWILIO_CONTENT_SID: TWILIO.contentSid,
    ...overrides,
  };
  return {
    env,
    origin,
    appOrigin: env.APP_ORIGIN ?? origin,
    orm,
    keyring: new Keyring(template.masterKeys),
    sendgridKey: keys.privateKey,
    async stop() {
      await orm.close(true);
      await own.drop();
    },
  };
}

function webOver({ origin, appOrigin, orm, keyring, sendgridKey }: Ground, send: Send) {
  const context = () => ({ em: orm.em.fork(), keyring, now: new Date() });
  const account: Web['account'] = (kind, name, plan) => openTestAccount(context(), kind, name, plan);
  const people = (sent?: Send) => ({
    visitor: () => new Visitor(origin, appOrigin, sent),
    async person(name?: string, plan?: Plan) {
      const { email, secret, proof } = await account('cookie', name, plan);
      const known = new Visitor(origin, appOrigin, sent);
      await known.enter({ session: secret, known: proof ?? '' });
      return Object.assign(known, { email });
    },
  });
  return {
    origin,
    sendgridKey,
    keyring,
    account,
    fetch: (address: string, init: RequestInit = {}) =>
      send(new URL(address, origin).href, { ...init, redirect: 'manual' }),
    ...people(send),
    overSocket: people(),
    fork: () => orm.em.fork(),
    query: async <T>(sql: string, params: unknown[] = []) => (await orm.em.fork().execute(sql, params)) as T[],
  };
}

function mendedWhenReady(cable: Cable, origin: string, send: Send): Cable {
  // As many at once as there are connections: none is left that was cut and does not know it yet.
  const reachesDatabase = async () => {
    const answers = await Promise.all(Array.from({ length: POOL }, () => send(`${origin}/readyz`, {})));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { missing: string[] }[];
    return bodies.every(({ missing }) => !missing.includes('database'));
  };
  return {
    ...cable,
    async mend() {
      await cable.mend();
      await eventually(reachesDatabase, Boolean);
    },
  };
}
