import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { initOrm } from '#db/orm.ts';
import type { Schedule } from '#domain/delivery/delivery.schema.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import type { Context } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { createText } from '#services/vault/change-content.ts';
import { openTestAccount } from './account.ts';
import { createTestDatabase } from './database.ts';

/**
 * In production a query gives up within seconds. Here a machine that stands still for as long must not decide a test, and calls
 * that it makes side by side wait for each other's connections.
 */
export const PATIENT = { connectionTimeoutMillis: 0, lock_timeout: 30_000, statement_timeout: 30_000 };

/**
 * A database of its own, and contexts for verbs.
 * @param keyring shared with another process; a new one by default
 */
export async function createStage(keyring = new Keyring(`test:${randomBytes(32).toString('base64')}`)): Promise<{
  url: string;
  orm: MikroORM;
  keyring: Keyring;
  context(now?: Date): Context;
  close(): Promise<void>;
}> {
  const database = await createTestDatabase();
  const orm = await initOrm(database.url, { pool: 5, driverOptions: PATIENT });
  return {
    url: database.url,
    orm,
    keyring,
    context: (now = new Date()) => ({ em: orm.em.fork(), keyring, now }),
    async close() {
      await orm.close(true);
      await database.drop();
    },
  };
}

/**
 * A person with one letter.
 * @param plan Plus, so that they can schedule and arm; a new account is on Free
 */
export async function createPerson(context: Context, name?: string, plan?: Plan) {
  const { id, email, secret: cookieSecret } = await openTestAccount(context, 'cookie', name, plan);
  const letter = await createText(context, id, {
    is_public: false,
    title: 'How we chose your name',
    content: 'Dear Ana,\n\nStill here.',
  });
  return { id, email, cookieSecret, letter };
}

/** The fields of the form, for a letter due in a year. */
export function scheduleOf(contentId: string, change: Partial<Schedule> = {}): Schedule {
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 16);
  return {
    content_id: contentId,
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    local_time: inAYear,
    time_zone: 'Europe/Lisbon',
    ...change,
  };
}
