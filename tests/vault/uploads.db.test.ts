/** An upload that does not come to its end leaves nothing: no item, no row, no object, nothing begun, no room lost. */

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { endStalledUploads } from '#services/contents/delete-files.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { storageUse } from '#services/contents/storage.ts';
import { scanApart } from '#services/media/scan-apart.ts';
import { deleteDueObjects } from '#tests/harness/jobs.ts';
import { chunks, incoming, keep, openVault, type Vault } from './vault.ts';

let vault: Vault;
let owner: string;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());
beforeEach(async () => {
  await vault.query('delete from users');
  await removeAll();
  owner = (await vault.person()).id;
});

async function nothingIsKept(): Promise<void> {
  expect(await vault.query('select id from contents')).toEqual([]);
  expect(await vault.query('select id from files')).toEqual([]);
  expect(await vault.query('select file_id from thumbnails')).toEqual([]);
  expect((await storageUse(vault.context(), owner)).used).toBe(0);
}

/** Does what the worker does now and a day later. */
async function removeAll(): Promise<void> {
  await vault.query('update jobs set run_at = now()');
  await deleteDueObjects(vault.context().em, vault.objects);
  // A part that was under way when its upload was ended may still arrive: that is what the second round is for.
  await sleep(300);
  await vault.query('update jobs set run_at = now()');
  await deleteDueObjects(vault.context().em, vault.objects);
  expect(await vault.query("select * from jobs where kind like 'delete-object%'")).toEqual([]);
}

const NOTHING = { objects: [], begun: [] };

/** Megabytes that come until `at` of them have; then something happens. */
async function* interrupted(megabytes: number, at: number, happens: () => unknown): AsyncGenerator<Buffer> {
  for (let count = 0; count < megabytes; count++) {
    if (count === at) await happens();
    yield randomBytes(MEGABYTE);
  }
}

test('an upload that is aborted in the middle saves nothing, and frees its room at once', async () => {
  const stop = new AbortController();
  let begun: string[] = [];
  const bytes = interrupted(40, 30, async () => {
    begun = (await vault.stored()).begun;
    stop.abort();
  });
  const refused = saveFile(vault.context(), owner, incoming(40 * MEGABYTE, { bytes, signal: stop.signal }));
  await expect(refused).rejects.toThrow('aborted');
  expect(begun.length).toBe(1);
  await nothingIsKept();
  expect((await vault.stored()).objects).toEqual([]);
  await removeAll();
  expect(await vault.stored()).toEqual(NOTHING);
  await keep(vault, owner, randomBytes(MEGABYTE));
});

test('an upload that is aborted before it begins stores nothing', async () => {
  const refused = saveFile(vault.context(), owner, incoming(10, { signal: AbortSignal.abort() }));
  await expect(refused).rejects.toThrow('aborted');
  await nothingIsKept();
  expect(await vault.stored()).toEqual(NOTHING);
});

describe('a file that may hold a location', () => {
  const picture = (size: number) =>
    Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0'), Buffer.alloc(size, 'II*\0')]);

  test('is not saved while the scan for it fails', async () => {
    const script = new URL('../media/fixtures/thread-fails.js', import.meta.url);
    const bytes = chunks(picture(600_000));
    const refused = saveFile(vault.context(), owner, incoming(600_013, { bytes }), scanApart({ script }));
    await expect(refused).rejects.toThrow('The thread that scans for locations failed.');
    await nothingIsKept();
    await removeAll();
    expect(await vault.stored()).toEqual(NOTHING);
    await keep(vault, owner, randomBytes(MEGABYTE));
  });

  test('is refused if it is too large to inspect: the rest may hold a location', async () => {
    const bytes = chunks(picture(4_000_000));
    await expect(saveFile(vault.context(), owner, incoming(4_000_013, { bytes }))).rejects.toMatchObject({
      code: 'validation-failed',
      fields: [{ field: 'file', message: expect.stringMatching(/^This file contains more places than we can hide/) }],
    });
    await nothingIsKept();
    await removeAll();
    expect(await vault.stored()).toEqual(NOTHING);
  });
});

test('a connection error is passed on unchanged', async () => {
  const bytes = interrupted(20, 12, () => {
    throw new Error('ECONNRESET');
  });
  await expect(saveFile(vault.context(), owner, incoming(20 * MEGABYTE, { bytes }))).rejects.toThrow('ECONNRESET');
  await nothingIsKept();
  await removeAll();
  expect(await vault.stored()).toEqual(NOTHING);
});

test('a wrong field after the file: nothing is saved, and its object is deleted', async () => {
  const after = () => Promise.reject(new Error('no title'));
  await expect(saveFile(vault.context(), owner, incoming(10, { before: null, after }))).rejects.toThrow('no title');
  await nothingIsKept();
  expect((await vault.stored()).objects.length).toBe(1);
  await removeAll();
  expect(await vault.stored()).toEqual(NOTHING);
});

test('an empty file, and one that is not of its type, are refused', async () => {
  await expect(saveFile(vault.context(), owner, incoming(0))).rejects.toMatchObject({
    code: 'validation-failed',
    fields: [{ field: 'file', message: 'This file is empty. Please choose another.' }],
  });
  const image = { title: 'x', type: 'image' as const, is_public: false };
  const lies = incoming(0, { before: image, bytes: chunks(Buffer.from('<svg onload="alert(1)"/>')), length: null });
  await expect(saveFile(vault.context(), owner, lies)).rejects.toMatchObject({ code: 'validation-failed' });
  await nothingIsKept();
  expect(await vault.stored()).toEqual(NOTHING);
});

describe('a store that', () => {
  test('refuses: nothing is saved, and the same file can be uploaded later', async () => {
    const full = { ...vault.objects, put: () => Promise.reject(new Error('no space left')) };
    await expect(saveFile(vault.context(full), owner, incoming(MEGABYTE))).rejects.toThrow('no space left');
    await nothingIsKept();
    await keep(vault, owner, randomBytes(MEGABYTE));
  });

  test('dies in the middle and comes back: the partial object is found and removed', async () => {
    const bytes = interrupted(40, 30, () => vault.gateway.process.kill('SIGKILL'));
    await expect(saveFile(vault.context(), owner, incoming(40 * MEGABYTE, { bytes }))).rejects.toThrow();
    await nothingIsKept();
    await vault.gateway.process.start();
    expect((await vault.stored()).begun.length).toBe(1);
    // The first round is not put off by what failed: the key was kept beside the database's own rows.
    await removeAll();
    expect(await vault.stored()).toEqual(NOTHING);
    expect(await vault.gateway.files()).toEqual([]);
  });

  test('cannot be reached when an object is to be removed: its job stays', async () => {
    const { id } = await keep(vault, owner, randomBytes(MEGABYTE));
    await vault.query('delete from files where id = (select file_id from contents where id = ?)', [id]);
    await vault.gateway.process.kill();
    await expect(deleteDueObjects(vault.context().em, vault.objects)).rejects.toThrow();
    await vault.gateway.process.start();
    expect((await vault.stored()).objects.length).toBe(1);
    await removeAll();
    expect(await vault.stored()).toEqual(NOTHING);
  });
});

test('an object that cannot be removed delays no other', async () => {
  await vault.query(
    `insert into jobs (kind, subject, run_at)
     select 'delete-object-again', 'key-' || n, now() - interval '1 minute' + n * interval '1 second' from generate_series(1, 30) n`,
  );
  // A fake at the port: no store of ours refuses one object and takes the next.
  const store = {
    remove: async (key: string) => {
      if (key === 'key-1') throw new Error('Not this one.');
    },
  };
  const remove = () => deleteDueObjects(vault.context().em, store);
  await expect(remove()).rejects.toThrow('Not this one.');
  while (await remove());
  expect(await vault.query("select subject from jobs where kind like 'delete-object%'")).toEqual([
    { subject: 'key-1' },
  ]);
  await vault.query('delete from jobs');
});

test('an upload that pauses for too long is removed, and leaves nothing if it continues', async () => {
  const frozen = Promise.withResolvers<void>();
  const isFrozen = Promise.withResolvers<void>();
  const bytes = interrupted(20, 12, () => {
    isFrozen.resolve();
    return frozen.promise;
  });
  const keeping = saveFile(vault.context(), owner, incoming(20 * MEGABYTE, { bytes }));
  keeping.catch(() => {});
  await isFrozen.promise;
  // Two parts have arrived, and the upload pauses.
  const partsOf = async () => Promise.all((await vault.gateway.files()).map(async (path) => (await stat(path)).size));
  await expect.poll(partsOf).toEqual([5 * MEGABYTE, 5 * MEGABYTE]);
  const { em } = vault.context();
  expect(await endStalledUploads(em)).toBe(0);
  await vault.query(`update files set touched_at = now() - interval '4 minutes'`);
  expect(await endStalledUploads(em)).toBe(1);
  await nothingIsKept();
  await deleteDueObjects(em, vault.objects);
  expect(await vault.stored()).toEqual(NOTHING);

  frozen.resolve();
  await expect(keeping).rejects.toThrow();
  await nothingIsKept();
  await removeAll();
  expect(await vault.stored()).toEqual(NOTHING);
});

test('an upload whose first bytes take minutes does not count as paused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { em } = vault.context();
  async function* slowly() {
    for (let minute = 0; minute < 6; minute++) {
      yield randomBytes(6_000);
      vi.advanceTimersByTime(60_000);
      await vault.query(`update files set touched_at = touched_at - interval '1 minute'`);
      await endStalledUploads(em);
    }
  }
  await saveFile(vault.context(), owner, incoming(36_000, { bytes: slowly() }));
});
