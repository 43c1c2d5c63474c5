import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { initOrm } from '#db/orm.ts';
import { webCommand } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { seed } from '#dev/seed.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { type LinkPurpose, linkSecret } from '#services/crypto/link.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { answers, TestProcess } from '#tests/harness/process.ts';
import { type TestServices, testServices } from '#tests/harness/services.ts';

const MASTER_KEY = randomBytes(32).toString('base64');
const THINGS = { ...LETTER_IDS, ...FILE_IDS };
/** Any key of the right form: these tests receive no webhooks. */
const SOME_PUBLIC_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==';

/** A built web process over a seeded database of its own: letters that went out, and their links. */
export async function startWeb(services: TestServices = testServices()) {
  const database = await createTestDatabase(services);
  const [port] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const keyring = new Keyring(`test:${MASTER_KEY}`);
  const orm: MikroORM = await initOrm(database.url, { pool: 2 });
  const objects = testObjects(services);
  await seed({ em: orm.em.fork(), keyring, objects, now: new Date() });
  objects.close();
  const web = new TestProcess({
    name: 'the web process',
    command: process.execPath,
    args: webCommand(),
    env: {
      ...services.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      APP_ORIGIN: origin,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      MASTER_KEYS: `test:${MASTER_KEY}`,
      SENDGRID_API_KEY: 'SG.test',
      SENDGRID_WEBHOOK_PUBLIC_KEY: SOME_PUBLIC_KEY,
    },
    isReady: () => answers(`${origin}/healthz`),
  });
  await web.start();
  return {
    origin,
    ownerId: ACCOUNT_IDS.premium,
    keyring,
    fork: () => orm.em.fork(),
    /** The id of the delivery of a letter or a file, and the link that its message carried. */
    delivery(thing: keyof typeof THINGS, epoch = 1): { id: string; link: string } {
      const id = deliveryId(THINGS[thing]);
      return { id, link: `${origin}/m/${linkSecret(keyring, 'delivery', id, epoch)}` };
    },
    /** The secret of any other link. */
    secret: (purpose: LinkPurpose, id: string, epoch: number) => linkSecret(keyring, purpose, id, epoch),
    query: <T>(sql: string, params: unknown[] = []) => orm.em.fork().execute(sql, params) as Promise<T[]>,
    async stop(): Promise<void> {
      await web.kill();
      await orm.close(true);
      await database.drop();
    },
  };
}
