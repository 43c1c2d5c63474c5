import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { ACCOUNTS, PASSWORD } from '#dev/seed/accounts.ts';
import { ACCOUNT_IDS, deliveryId, LETTER_IDS } from '#dev/seed/ids.ts';
import { seed } from '#dev/seed.ts';
import { CONTENT_TYPES } from '#domain/content/content.ts';
import { DAY } from '#domain/time/durations.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { openFile } from '#services/contents/open-file.ts';
import { findContent, listContents, listPublicContents } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { VaultContext } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { askAddresses, findAddressLink } from '#services/deliveries/address-check.ts';
import { dashboard, listDeliveries } from '#services/deliveries/queries.ts';
import { readProtocolView } from '#services/emergency/protocol-view.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { findInvitation } from '#services/recipients/recipient.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { holds } from '#tests/spec/holds.ts';

const keyring = new Keyring(`test:${randomBytes(32).toString('base64')}`);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let objects: ObjectStore;
const context = (now = new Date()): VaultContext => ({ em: orm.em.fork(), keyring, objects, now });

beforeAll(async () => {
  objects = testObjects();
  database = await createTestDatabase();
  orm = await initOrm(database.url, { pool: 4 });
  await seed(context());
});

afterAll(async () => {
  objects?.close();
  await orm?.close(true);
  await database?.drop();
});

test('everybody of the seed can sign in', async () => {
  for (const account of ACCOUNTS) {
    const { user } = await signIn(
      context(),
      { email: account.email, password: PASSWORD },
      { userAgent: 'test' },
      'cookie',
    );
    expect(user).toMatchObject({ id: account.id, name: account.name, email_confirmed: true });
  }
});

test('sowing again changes nothing', async () => {
  expect(await seed(context())).toEqual([]);
  expect((await listContents(context(), ACCOUNT_IDS.premium, { limit: 100 })).contents).toHaveLength(20);
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
  expect([count('pending'), count('sent'), count('failed')]).toEqual([7, 3, 1]);
  const waiting = deliveries.filter((delivery) => delivery.status === 'pending');
  for (const delivery of waiting) expect(new Date(delivery.scheduled_time).getTime()).toBeGreaterThan(Date.now());
  expect(deliveries.find((delivery) => delivery.failure)?.failure?.code).toBe('bounced');
  expect(deliveries.filter((delivery) => delivery.opened_at)).toHaveLength(2);
  expect(waiting.filter((delivery) => delivery.delivery_type === 'whatsapp')).toMatchObject([
    { recipient_name: 'João', recipient_phone_grouped: '+351 912 345 678' },
  ]);
  expect(waiting.filter((delivery) => delivery.asks_address)).toMatchObject([{ recipient_name: 'Margarida' }]);
});

test('the question about an address has been mailed, and is answered on its page', async () => {
  expect(await askAddresses(orm.em.fork())).toBe(0);
  const secret = linkSecret(keyring, 'address', deliveryId(LETTER_IDS.yourKey), 1);
  expect(await findAddressLink(context(), secret)).toMatchObject({
    kind: 'open',
    about: { recipientName: 'Margarida' },
  });
  const { asks_about, upcoming } = await dashboard(context(), ACCOUNT_IDS.premium);
  expect(asks_about).toBe('email');
  expect(upcoming.slice(0, 2).map((delivery) => [delivery.delivery_type, delivery.asks_address])).toEqual([
    ['whatsapp', false],
    ['email', true],
  ]);
});

test('the letters that went out can still be opened by their links', async () => {
  const secret = linkSecret(keyring, 'delivery', deliveryId(LETTER_IDS.onThePlatform), 1);
  expect(await findInvitation(context(), secret)).toMatchObject({ recipient_name: 'Inês', opened: false });
});

test('the premium account keeps something of each kind, and each file is what it says', async () => {
  holds('S1-2');
  const { contents } = await listContents(context(), ACCOUNT_IDS.premium, { limit: 100 });
  expect(new Set(contents.map(({ type }) => type))).toEqual(new Set(CONTENT_TYPES));
  for (const { file_id, metadata, type } of contents) {
    if (file_id === null) continue;
    const file = await openFile(context(), { accountId: ACCOUNT_IDS.premium }, file_id);
    const bytes: Buffer[] = [];
    for await (const part of await file.read(0, file.size - 1, new AbortController().signal)) bytes.push(part);
    const sniffed = await fileTypeFromBuffer(Buffer.concat(bytes));
    expect([type, metadata.content_type]).toEqual([type, sniffed?.mime]);
    expect(Buffer.concat(bytes)).toHaveLength(metadata.size);
  }
});

test('the premium account has an emergency protocol on a quiet day, with nothing missing', async () => {
  expect(await readProtocolView(context().em, ACCOUNT_IDS.premium, DAY)).toMatchObject({
    stage: 'armed',
    items: 3,
    isRunning: true,
    blockedBy: [],
  });
});

test('the gallery has an item in each category for the first visitors', async () => {
  for (const type of CONTENT_TYPES) {
    const { contents } = await listPublicContents(context(), { limit: 10, type });
    expect([type, contents.length > 0]).toEqual([type, true]);
  }
});

test('each account has the plan that its address names', async () => {
  for (const account of ACCOUNTS) {
    const { plan } = await storageUse(context(), account.id);
    expect(`${plan.toLowerCase()}@example.com`).toBe(account.email);
  }
});
