import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { ACCOUNTS, PASSWORD } from '#dev/seed/accounts.ts';
import { ACCOUNT_IDS, deliveryId, LETTER_IDS } from '#dev/seed/ids.ts';
import { seed } from '#dev/seed.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { findContent, listContents } from '#services/contents/queries.ts';
import type { Context } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { findInvitation } from '#services/recipients/find-invitation.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const keyring = new Keyring(`test:${randomBytes(32).toString('base64')}`);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
const context = (now = new Date()): Context => ({ em: orm.em.fork(), keyring, now });

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await initOrm(database.url, { pool: 4 });
  await seed(context());
});

afterAll(async () => {
  await orm?.close(true);
  await database?.drop();
});

test('everybody of the seed can sign in', async () => {
  for (const account of ACCOUNTS) {
    const { user } = await signIn(context(), { email: account.email, password: PASSWORD }, { userAgent: 'test' });
    expect(user).toMatchObject({ id: account.id, name: account.name });
  }
});

test('sowing again changes nothing', async () => {
  expect(await seed(context())).toEqual([]);
  expect((await listContents(context(), ACCOUNT_IDS.premium, { limit: 100 })).contents).toHaveLength(9);
});

test('each letter can be read by its owner', async () => {
  for (const account of ACCOUNTS) {
    for (const letter of account.letters) {
      expect((await findContent(context(), account.id, letter.id)).content).toBe(letter.text);
    }
  }
});

test('there is a delivery in each state, and none that would go out at once', async () => {
  const deliveries = await listDeliveries(context(), ACCOUNT_IDS.premium);
  const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length;
  expect([count('pending'), count('sent'), count('failed')]).toEqual([5, 2, 1]);
  const waiting = deliveries.filter((delivery) => delivery.status === 'pending');
  for (const delivery of waiting) expect(new Date(delivery.scheduled_time).getTime()).toBeGreaterThan(Date.now());
  expect(deliveries.find((delivery) => delivery.failure)?.failure?.code).toBe('bounced');
  expect(deliveries.filter((delivery) => delivery.opened_at)).toHaveLength(1);
});

test('the letters that went out can still be opened by their links', async () => {
  const secret = linkSecret(keyring, 'delivery', deliveryId(LETTER_IDS.onThePlatform), 1);
  expect(await findInvitation(context(), secret)).toMatchObject({ recipient_name: 'Inês', opened: false });
});
