/** A backup of everything, restored where nothing is: each thing opens, and no link that was sent is dead. */
import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import type { FileType } from '#domain/content/content.ts';
import { keepPicture, openPicture } from '#services/accounts/pictures.ts';
import { BackupRefused, readManifest } from '#services/backup/manifest.ts';
import { restoreBackup } from '#services/backup/restore-backup.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { addContact } from '#services/contacts/add-contact.ts';
import { createText } from '#services/contents/create-text.ts';
import { deleteContent } from '#services/contents/delete-content.ts';
import { editContent } from '#services/contents/edit-content.ts';
import { keepFile } from '#services/contents/keep-file.ts';
import { openFile, openThumbnail, type ReadableFile } from '#services/contents/open-file.ts';
import { findContent, listContents } from '#services/contents/queries.ts';
import type { VaultContext } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { deliver } from '#services/deliveries/deliver.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { findCheckIn } from '#services/emergency/check-in-link.ts';
import { meetEngineStore } from '#services/engine/meet-engine-store.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { openInvitation } from '#services/recipients/open-invitation.ts';
import { openRecipientsFile, openRecipientsThumbnail } from '#services/recipients/open-recipients-file.ts';
import { makeDueThumbnail } from '#services/thumbnails/make-thumbnail.ts';
import { administer } from '#tests/harness/database.ts';
import { launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { testServices } from '#tests/harness/services.ts';
import { chunks, collect, incoming, openVault, type Vault } from '#tests/vault/vault.ts';

const KEY = randomBytes(32).toString('base64');
const RING = `k1:${KEY}`;
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const WEBHOOK_KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const ROOT = resolve(import.meta.dirname, '../..');
const fixture = (name: string) => readFile(resolve(ROOT, 'tests/media/fixtures', name));

let vault: Vault;
let folder: string;
let backup: string;
/** By the command that took it. */
let said: string;
let helena: { id: string; email: string };
/** How to close each that was opened. */
const places: (() => Promise<void>)[] = [];
let sent: { secret: string; items: number };
beforeAll(async () => {
  vault = await openVault(new Keyring(RING));
  folder = await mkdtemp(join(tmpdir(), 'stillhere-backup-'));
  backup = join(folder, 'monday');
  helena = await vault.person('premium');
  await fillVault();
  said = (await run('backup', backup, { ...vault.gateway.env, DATABASE_URL: vault.url })).stdout;
}, 60_000);
afterAll(async () => {
  await vault?.close();
  await Promise.all(places.map((close) => close()));
  await rm(folder, { recursive: true, force: true });
});

/** One of each thing that somebody can keep, and something of it sent. */
async function fillVault(): Promise<void> {
  const keep = async (type: FileType, name: string, bytes: Buffer) => {
    const details = { title: `The ${type}`, type, is_public: type === 'image' };
    const file = incoming(bytes.length, { before: details, after: async () => details, name, bytes: chunks(bytes) });
    return keepFile(vault.context(), helena.id, file);
  };
  const sea = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#2a7f7f' } })
    .jpeg()
    .toBuffer();
  const image = await keep('image', 'sea.jpg', sea);
  await keep('video', 'teal.mp4', await fixture('teal.mp4'));
  await keep('audio', 'fading.mp3', await fixture('fading.mp3'));
  // Larger than a part of an upload, and not a whole number of segments.
  await keep('file', 'deed.bin', randomBytes(6_000_001));
  await keep('file', 'note.bin', randomBytes(1));
  const draw = drawApart();
  const parts = { fork: () => vault.context().em, keyring: vault.keyring, objects: vault.objects, draw };
  while ((await makeDueThumbnail(parts)) !== null);
  await keepPicture(vault.context(), helena.id, sea, draw);
  const words = { title: 'How we chose your name', content: 'Dear Ana,\n\n“Still” here? {"a": \\u0000} \u{1F30A}\t.' };
  const letter = await createText(vault.context(), helena.id, { ...words, is_public: false });
  await vault.query('update users set email_confirmed_at = now()');
  await changeSettings(vault.context(), helena.id, { is_active: true, inactive_days: 30, safety_days: 7 });
  await addContact(vault.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
  await scheduleDelivery(vault.context(), helena.id, scheduleOf(letter.id));
  await vault.query(`insert into outages (began_at, ended_at) values (now() - interval '1 hour', now())`);
  await meetEngineStore(vault.context().em, { storeId: async () => 'the old engine' });
  const secrets = [await send(letter.id), await send(image.id)];
  // What was sent keeps its words.
  await editContent(vault.context(), helena.id, letter.id, { title: 'Never mind', content: 'I take it back.' });
  for (const secret of secrets) await openInvitation(vault.context(), secret);
  sent = { secret: secrets[1] ?? '', items: secrets.length };
}

async function send(contentId: string): Promise<string> {
  const { id } = await scheduleDelivery(vault.context(), helena.id, scheduleOf(contentId));
  await vault.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
  const postman = {
    fork: () => vault.context().em,
    keyring: vault.keyring,
    email: { send: async () => ({ kind: 'accepted' as const, messageId: 'm1' }) },
    whatsapp: null,
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 },
    appOrigin: 'https://stillhere.example',
    observe: () => {},
  };
  await deliver(postman, { kind: 'one', id, revision: 1 });
  return linkSecret(vault.keyring, 'delivery', id, 1);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digest = async (file: ReadableFile) =>
  sha256(await collect(await file.read(0, file.size - 1, new AbortController().signal)));

/** Everything that can be opened, opened. */
async function openAll(context: () => VaultContext) {
  const reader = { accountId: helena.id };
  const { contents } = await listContents(context(), helena.id, { limit: 100 });
  const opened = [];
  for (const { id, file_id, preview } of contents) {
    const content = await findContent(context(), helena.id, id);
    const file = file_id ? await digest(await openFile(context(), reader, file_id)) : null;
    const thumbnail =
      preview?.kind === 'picture' && file_id ? sha256((await openThumbnail(context(), reader, file_id)).bytes) : null;
    opened.push({ content, preview, file, thumbnail });
  }
  const secretOf = (id: string) => linkSecret(context().keyring, 'delivery', id, 1);
  const sentOnes = await context().em.execute<{ id: string }[]>(
    `select id from deliveries where status = 'sent' order by id`,
  );
  const received = [];
  for (const { id } of sentOnes) received.push((await openInvitation(context(), secretOf(id))).items);
  const [image] = contents.filter(({ type }) => type === 'image');
  const [picture] = await context().em.execute<{ id: string }[]>('select id from pictures');
  return {
    opened,
    received,
    theirFile: await digest(await openRecipientsFile(context(), sent.secret, image?.file_id ?? '')),
    theirThumbnail: sha256((await openRecipientsThumbnail(context(), sent.secret, image?.file_id ?? '')).bytes),
    picture: sha256((await openPicture(context(), helena.id, picture?.id ?? '')).bytes),
    checkIn: (await findCheckIn(context(), linkSecret(context().keyring, 'check-in', helena.id, 1))).kind,
    tables: await rowsOf(context),
  };
}

/** Every row, but for what a restore leaves out. */
async function rowsOf(context: () => VaultContext) {
  const { tables } = await readManifest(backup);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await context().em.execute(`select row_to_json(t)::text as line from "${name}" t order by 1`);
  return rows;
}

/** A machine with nothing on it: an empty database without a schema, and a store without a bucket. */
async function emptyPlace() {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const { postgresUrl } = testServices();
  await administer(postgresUrl, `create database ${name}`);
  const url = Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
  const at = await mkdtemp(join(folder, 'store-'));
  const gateway = await launchGateway(at);
  const objects = testObjects(gateway);
  const keyring = new Keyring(RING);
  places.push(async () => {
    objects.close();
    await gateway.process.kill('SIGTERM');
    await administer(postgresUrl, `drop database ${name} with (force)`);
  });
  return {
    url,
    gateway,
    objects,
    /** Opens the database for one piece of work: nobody else may look at it while something is restored. */
    async with<T>(work: (context: () => VaultContext) => Promise<T>): Promise<T> {
      const orm = await initOrm(url, { pool: 3 });
      try {
        return await work(() => ({ em: orm.em.fork(), keyring, objects, now: new Date() }));
      } finally {
        await orm.close(true);
      }
    },
    restore(from: string, ring = keyring, store: ObjectStore = objects) {
      return this.with((context) => {
        const fork = () => context().em;
        return restoreBackup({ fork, objects: store, keyring: ring, migrate: (to) => migrate(url, to) }, from);
      });
    },
  };
}

type Place = Awaited<ReturnType<typeof emptyPlace>>;

/** As an operator runs it. */
function run(command: 'backup' | 'restore', to: string, env: Record<string, string>) {
  const common = { MASTER_KEYS: RING, SENDGRID_API_KEY: 'SG.test', SENDGRID_WEBHOOK_PUBLIC_KEY: WEBHOOK_KEY };
  return promisify(execFile)(process.execPath, ['dev/operator.ts', command, to], {
    cwd: ROOT,
    env: { ...process.env, ...common, ...env },
  });
}

test('everything is there again on an empty machine, opens, and knows nothing of the old engine', async () => {
  expect(said).toContain('and 5 objects of');
  expect(said).toContain('"k1" only. They are not in it');
  const before = await openAll(() => vault.context());
  expect(before.opened.map(({ content, file }) => [content.type, file !== null])).toHaveLength(6);
  const previews = before.opened.map(({ preview, thumbnail }) => [preview?.kind, thumbnail !== null]);
  expect(previews).toEqual(
    expect.arrayContaining([
      ['picture', true],
      ['waveform', false],
    ]),
  );
  expect(before.received).toHaveLength(sent.items);

  const place = await emptyPlace();
  const restored = await run('restore', backup, { ...place.gateway.env, DATABASE_URL: place.url });
  expect(restored.stdout).toContain('No delivery became due since.');
  await place.with(async (context) => {
    expect(await openAll(context)).toEqual(before);
    // What counts itself goes on, and whichever engine comes is told what waits.
    const { em } = context();
    await em.execute(`insert into outages (began_at, ended_at) values (now() - interval '1 minute', now())`);
    await createText(context(), helena.id, { title: 'One more', content: 'After.', is_public: false });
    expect(await em.execute(`select items::int from storage_use where type = 'text'`)).toEqual([{ items: 2 }]);
    await em.execute('update deliveries set synced_revision = revision');
    expect(await meetEngineStore(em, { storeId: async () => 'the old engine' })).toMatchObject({ deliveries: 1 });
  });
  await expect(run('restore', backup, { ...place.gateway.env, DATABASE_URL: place.url })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty: \w+ has rows\. .+ Nothing was changed\.\n$/),
  });
}, 60_000);

test('no word that was kept and no key is in it', async () => {
  const files = await readdir(backup, { recursive: true, withFileTypes: true });
  const { gunzipSync } = await import('node:zlib');
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    const text = file.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    for (const needle of ['How we chose', 'I take it back', 'sea.jpg', KEY]) expect(text.includes(needle)).toBe(false);
  }
  expect(files.length).toBeGreaterThan(30);
});

describe('is refused before anything is written', () => {
  let place: Place;
  beforeAll(async () => {
    place = await emptyPlace();
  });
  const copy = async () => {
    const to = join(folder, `torn-${randomBytes(3).toString('hex')}`);
    await promisify(execFile)('cp', ['-r', backup, to]);
    return to;
  };
  const anObject = async (at: string) => {
    const files = await readdir(join(at, 'objects'), { recursive: true, withFileTypes: true });
    const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    return paths.sort()[0] ?? '';
  };
  const untouched = async () => {
    await place.with(async (context) => {
      expect(await context().em.execute(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
    });
    expect(await place.gateway.files()).toEqual([]);
  };

  test.for<[string, (at: string) => Promise<void>, RegExp]>([
    ['was never finished', (at) => rm(join(at, 'manifest.json')), /no finished backup/],
    ['lost an object', async (at) => rm(await anObject(at)), /objects\/.+ is missing/],
    ['has an object cut short', async (at) => truncate(await anObject(at), 20), /objects\/.+ is not what was written/],
    [
      'has another byte in a table',
      (at) => appendFile(join(at, 'tables/users.jsonl.gz'), 'x'),
      /users.jsonl.gz is not/,
    ],
    [
      'says something else of itself',
      async (at) => {
        const path = join(at, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": 1', '"rows": 0'));
      },
      /manifest.json in .+ is torn, was changed/,
    ],
  ])('a backup that %s', async ([, harm, sentence]) => {
    const harmed = await copy();
    await harm(harmed);
    const restoring = place.restore(harmed);
    await expect(restoring).rejects.toThrow(BackupRefused);
    await expect(restoring).rejects.toThrow(sentence);
    await untouched();
  });

  test('what the key ring does not open', async () => {
    const other = randomBytes(32).toString('base64');
    await expect(place.restore(backup, new Keyring(`k2:${other}`))).rejects.toThrow('MASTER_KEYS lacks the key "k1"');
    await expect(place.restore(backup, new Keyring(`k1:${other}`))).rejects.toThrow('is not the one of this backup');
    await untouched();
  });

  test('a place where somebody is connected', async () => {
    await place.with(async (context) => {
      await context().em.execute('select 1');
      await expect(place.restore(backup)).rejects.toThrow('stop the web processes and the workers');
    });
    await untouched();
  });
});

test('a restore that died half-way is run again, and puts no object twice', async () => {
  const place = await emptyPlace();
  const puts: string[] = [];
  const dying: ObjectStore = {
    ...place.objects,
    async put(key, body, signal) {
      if (puts.length === 2) throw new Error('The network went.');
      await place.objects.put(key, body, signal);
      puts.push(key);
    },
  };
  await expect(place.restore(backup, undefined, dying)).rejects.toThrow('The network went.');
  const counting: ObjectStore = {
    ...place.objects,
    put: (key, body, signal) => place.objects.put(key, body, signal).then(() => void puts.push(key)),
  };
  await place.restore(backup, undefined, counting);
  expect([puts.length, new Set(puts).size]).toEqual([5, 5]);
});

test('a backup of the version before is restored into this one', async () => {
  const [old, place] = [await emptyPlace(), await emptyPlace()];
  await migrate(old.url, '0004-emergency');
  await old.objects.prepare();
  const at = join(folder, 'from-before');
  await old.with(async (context) => {
    const { wrapped } = vault.keyring.createPersonKey(helena.id);
    await context().em.execute(
      `insert into users (id, email, name, time_zone, wrapped_key, created_at) values (?, 'ana@example.com', 'Ana', 'UTC', ?, now())`,
      [helena.id, wrapped],
    );
    await takeBackup({ fork: () => context().em, objects: old.objects }, at);
  });
  await place.restore(at);
  await place.with(async (context) => {
    expect(await context().em.execute('select id from users')).toEqual([{ id: helena.id }]);
    expect(await context().em.execute('select * from zone_rules')).toEqual([]);
  });
});

test('what is deleted meanwhile stays deleted; what was lost before is named, and its row is kept', async () => {
  const keep = async () => keepFile(vault.context(), helena.id, incoming(1_000));
  const [deleted, lost] = [await keep(), await keep()];
  await rm(await vault.pathOf(lost.file_id ?? ''));
  const at = join(folder, 'tuesday');
  const path = await vault.pathOf(deleted.file_id ?? '');
  const source: ObjectStore = {
    ...vault.objects,
    async read(...args) {
      if (path.endsWith(args[0])) {
        await deleteContent(vault.context(), helena.id, deleted.id, { confirmed: [] });
        await rm(path);
      }
      return vault.objects.read(...args);
    },
  };
  const taken = await takeBackup({ fork: () => vault.context().em, objects: source }, at);
  expect(taken.lost).toHaveLength(1);
  const place = await emptyPlace();
  await place.restore(at);
  await place.with(async (context) => {
    const { contents } = await listContents(context(), helena.id, { limit: 100 });
    const ids = contents.map(({ id }) => id);
    expect([ids.includes(deleted.id), ids.includes(lost.id)]).toEqual([false, true]);
  });
  await expect(takeBackup({ fork: () => vault.context().em, objects: vault.objects }, at)).rejects.toThrow(
    'is not empty',
  );
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
}, 30_000);
