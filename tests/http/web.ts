import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { initOrm } from '#db/orm.ts';
import { webCommand } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { answers, TestProcess } from '#tests/harness/process.ts';
import { type TestServices, testServices } from '#tests/harness/services.ts';
import { type Cable, layCable } from './cable.ts';
import { Visitor } from './visitor.ts';

/** What the web process has of Twilio. */
export const TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'only for tests',
  from: '+12025550100',
  contentSid: `HX${'0'.repeat(32)}`,
};

/** The built web process, over a database of its own that can be cut off, as people and vendors meet it. */
export interface Web {
  process: TestProcess;
  /** Where it listens; where it believes to be is APP_ORIGIN, the same unless overridden. */
  origin: string;
  database: Cable;
  /** Signs as SendGrid would. */
  sendgridKey: KeyObject;
  keyring: Keyring;
  visitor(): Visitor;
  /** Somebody new, signed in; on Plus, so that they can schedule and arm, unless asked otherwise. */
  person(name?: string, plan?: Plan): Promise<Visitor & { email: string }>;
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/**
 * @param overrides variables of the process
 * @param services what it stands on, where no test run has started them
 */
export async function startWeb(
  overrides: Record<string, string> = {},
  services: TestServices = testServices(),
): Promise<Web> {
  const own = await createTestDatabase(services);
  const cable = await layCable(own.url);
  const [port] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const appOrigin = overrides.APP_ORIGIN ?? origin;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const masterKeys = `test:${randomBytes(32).toString('base64')}`;
  const orm = await initOrm(own.url, { pool: 2 });
  const web = new TestProcess({
    name: 'the web process',
    command: process.execPath,
    args: webCommand(),
    env: {
      ...services.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      APP_ORIGIN: appOrigin,
      DATABASE_URL: cable.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      MASTER_KEYS: masterKeys,
      SENDGRID_API_KEY: 'SG.test',
      MAIL_FROM: 'letters@stillhere.example',
      OPERATOR_EMAIL: 'operators@stillhere.example',
      SENDGRID_WEBHOOK_PUBLIC_KEY: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO.authToken,
      TWILIO_WHATSAPP_FROM: TWILIO.from,
      TWILIO_CONTENT_SID: TWILIO.contentSid,
      ...overrides,
    },
    isReady: () => answers(`${origin}/healthz`),
  });
  await web.start();
  return {
    process: web,
    origin,
    database: cable,
    sendgridKey: keys.privateKey,
    keyring: new Keyring(masterKeys),
    visitor: () => new Visitor(origin, appOrigin),
    async person(name = 'Helena Duarte', plan = 'plus') {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const visitor = new Visitor(origin, appOrigin);
      const fields = { name, email, password: 'stillhere', time_zone: 'Europe/Lisbon' };
      const { status } = await visitor.post('/auth?mode=sign-up', fields);
      if (status !== 302) throw new Error(`signing up answered ${status}`);
      visitor.cookies.delete('toast');
      await givePlan((sql, params) => orm.em.fork().execute(sql, params), email, plan);
      return Object.assign(visitor, { email });
    },
    query: async <T>(sql: string, params: unknown[] = []) => (await orm.em.fork().execute(sql, params)) as T[],
    async stop() {
      await web.kill();
      await cable.cut();
      await orm.close(true);
      await own.drop();
    },
  };
}
