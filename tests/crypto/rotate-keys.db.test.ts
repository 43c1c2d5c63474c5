/** Replacing a master key: every person's key is wrapped again, also after failures, and the old key can go. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { addressAs } from '#db/roles.ts';
import { findContent } from '#services/contents/read-contents.ts';
import { readVersion } from '#services/contents/versions.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { countWrappings, KeyMissing, rotateKeys } from '#services/crypto/person-key.ts';
import { newId } from '#services/ids.ts';
import { editContent, restoreVersion } from '#services/vault/edit-content.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createPerson, PATIENT } from '#tests/harness/person.ts';
import { testServices } from '#tests/harness/services.ts';

const entry = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [entry('k1'), entry('k2')];
const [old, both, newest] = [new Keyring(OLD), new Keyring(`${NEW},${OLD}`), new Keyring(NEW)];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
beforeEach(async () => {
  database = await createTestDatabase();
  orm = await initOrm(database.url, { pool: 4, driverOptions: PATIENT });
});
afterEach(async () => {
  await orm.close(true);
  await database.drop();
});

const em = () => orm.em.fork();
const context = (keyring: Keyring) => ({ em: em(), keyring, now: new Date() });

/** People with nothing but a key. */
async function crowd(count: number, keyring = old): Promise<Map<string, Buffer>> {
  const people = Array.from({ length: count }, () => {
    const id = newId();
    return { id, ...keyring.createPersonKey(id) };
  });
  await em().execute(
    `insert into users (id, email, name, password_hash, time_zone, wrapped_key, created_at)
     values ${people.map(() => "(?, ?, 'Ana', '', 'UTC', ?, now())").join(', ')}`,
    people.flatMap(({ id, wrapped }) => [id, `${id}@example.com`, wrapped]),
  );
  return new Map(people.map(({ id, key }) => [id, key]));
}

async function opens(keyring: Keyring, people: Map<string, Buffer>): Promise<void> {
  const rows = await em().execute<{ id: string; wrapped_key: Buffer }[]>('select id, wrapped_key from users');
  for (const { id, wrapped_key } of rows) expect(keyring.openPersonKey(wrapped_key, id)).toEqual(people.get(id));
  expect(rows.length).toBe(people.size);
}

test('contents open with the new key alone, and not with the old key alone', async () => {
  const helena = await createPerson(context(old));
  expect(await rotateKeys(em(), both)).toEqual({ rewrapped: 1, broken: [] });
  const letter = await findContent(context(newest), helena.id, helena.letter.id);
  expect(letter).toMatchObject({ title: 'How we chose your name', content: 'Dear Ana,\n\nStill here.' });
  await expect(findContent(context(old), helena.id, helena.letter.id)).rejects.toThrow('k2');
});

test('earlier versions open with the new key alone', async () => {
  const helena = await createPerson(context(old));
  await editContent(context(old), helena.id, helena.letter.id, { content: 'Another text' });
  await rotateKeys(em(), both);
  const version = await readVersion(context(newest), helena.id, helena.letter.id, 1);
  expect(version).toMatchObject({ title: 'How we chose your name', content: 'Dear Ana,\n\nStill here.' });
  expect(await restoreVersion(context(newest), helena.id, helena.letter.id, 1)).toMatchObject({ version: 3 });
});

test('a run that dies can be repeated, and a run with nothing to do changes nothing', async () => {
  const people = await crowd(1_201);
  const dies = rotateKeys(em(), both, () => {
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  expect(await countWrappings(em())).toEqual([
    { id: 'k1', people: 701 },
    { id: 'k2', people: 500 },
  ]);
  await opens(both, people);
  const progress: number[] = [];
  expect(await rotateKeys(em(), both, (done) => progress.push(done))).toEqual({ rewrapped: 701, broken: [] });
  expect(progress).toEqual([500, 701]);
  await opens(newest, people);
  const before = await em().execute('select id, wrapped_key from users order by id');
  expect(await rotateKeys(em(), both)).toEqual({ rewrapped: 0, broken: [] });
  expect(await em().execute('select id, wrapped_key from users order by id')).toEqual(before);
});

test('concurrent runs share the work, and include a person who signs up meanwhile', async () => {
  const people = await crowd(1_100);
  let signedUp: Promise<Map<string, Buffer>> | undefined;
  // Whichever run has the first batch: the other may find nothing left.
  const signUp = () => {
    signedUp ??= crowd(1);
  };
  const [one, other] = await Promise.all([rotateKeys(em(), both, signUp), rotateKeys(em(), both, signUp)]);
  const late = (await signedUp) ?? [];
  expect(await rotateKeys(em(), both)).toEqual({ rewrapped: 1_101 - one.rewrapped - other.rewrapped, broken: [] });
  await opens(newest, new Map([...people, ...late]));
});

test('a key that the ring lacks is named before anything changes', async () => {
  const people = await crowd(3);
  const lost = await crowd(2, new Keyring(entry('k0')));
  const before = await em().execute('select id, wrapped_key from users order by id');
  const rotating = rotateKeys(em(), both);
  await expect(rotating).rejects.toThrow(KeyMissing);
  await expect(rotating).rejects.toThrow(/"k0" \(2 people\)\. Nothing was changed/);
  expect(await em().execute('select id, wrapped_key from users order by id')).toEqual(before);
  expect(people.size + lost.size).toBe(before.length);
});

test('a broken key is named, and all others are wrapped', async () => {
  const people = await crowd(3);
  const broken = await crowd(1, new Keyring(entry('k1')));
  expect(await rotateKeys(em(), both)).toEqual({ rewrapped: 3, broken: [...broken.keys()] });
  const rows = await em().execute('select wrapped_key from users where id not in (?)', [[...broken.keys()]]);
  expect([people.size, rows.every(({ wrapped_key }) => newest.isNewest(wrapped_key))]).toEqual([3, true]);
});

test('the command prints its progress and never a key', async () => {
  await crowd(501);
  const run = (masterKeys: string) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../../worker/commands/rotate-keys.ts')], {
      env: {
        ...process.env,
        ...testServices().env,
        NODE_ENV: 'test',
        DATABASE_URL: addressAs('worker', database.url),
        MASTER_KEYS: masterKeys,
        SENDGRID_API_KEY: 'SG.test',
        SENDGRID_WEBHOOK_PUBLIC_KEY: 'unused',
      },
    });
  const { stdout, stderr } = await run(`${NEW},${OLD}`);
  expect(stdout.split('\n')).toEqual([
    '500 of at most 501',
    '501 of at most 501',
    'The keys of 501 people were wrapped anew by "k2".',
    'Wrapped by "k2": 501',
    'Keep k1 in the ring for its links: docs/operations.md says until when.',
    '',
  ]);
  expect(stderr).toBe('');
  await expect(run(OLD)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('MASTER_KEYS lacks a key that still wraps the keys of people: "k2" (501 people)'),
  });
});
