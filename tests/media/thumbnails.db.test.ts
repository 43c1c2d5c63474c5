/** Thumbnails as the worker makes them: from what is sealed in the store to what is sealed in the database. */

import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileType } from '#domain/content/content.ts';
import { openThumbnail } from '#services/contents/open-file.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Draw } from '#services/thumbnails/draw.ts';
import { type Made, thumbnailJob } from '#services/thumbnails/thumbnail-job.ts';
import { deleteDueObjects, makeDueThumbnail } from '#tests/harness/jobs.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { drawHere } from './draw-here.ts';
import { LOCKED, TEAL } from './pdfs.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

let stage: Awaited<ReturnType<typeof createStage>>;
let objects: ObjectStore;
beforeAll(async () => {
  stage = await createStage();
  objects = testObjects();
});
afterAll(async () => {
  objects?.close();
  await stage?.close();
});

const query = <Row>(sql: string, params: unknown[] = []) => stage.context().em.execute<Row[]>(sql, params);
beforeEach(() => query('delete from files'));

interface Row {
  state: string;
  tries: number | null;
  width: number | null;
  height: number | null;
  sealed: Buffer | null;
  waits: number | null;
}

async function row(fileId: string): Promise<Row | undefined> {
  const sql = `select t.*, j.tries, extract(epoch from j.run_at - now())::float as waits from thumbnails t
    left join jobs j on j.kind = 'thumbnail' and j.subject = t.file_id::text where file_id = ?`;
  return (await query<Row>(sql, [fileId]))[0];
}

/** A person with one file. */
async function owner(type: FileType, file: Buffer) {
  const person = await createPerson(stage.context());
  const details = { title: 'The sea', type, is_public: false };
  const content = await saveFile({ ...stage.context(), objects }, person.id, {
    before: details,
    after: async () => details,
    name: 'sea',
    bytes: (async function* () {
      yield file;
    })(),
    length: null,
    signal: new AbortController().signal,
  });
  return { id: person.id, fileId: content.file_id ?? '' };
}

function make(draw: Draw = drawHere, store: ObjectStore = objects) {
  return makeDueThumbnail({ fork: () => stage.orm.em.fork(), keyring: stage.keyring, objects: store, draw });
}

const picture = (width = 1_200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7f7f' } })
    .jpeg()
    .toBuffer();
const never: Draw = async () => {
  throw new Error('Nobody should draw.');
};
const dying: Draw = async () => ({ outcome: 'died', reason: 'It took too long.' });

describe('a thumbnail', () => {
  test('is made, sealed, and shown in lists and by itself', async () => {
    const { id, fileId } = await owner('image', await picture());
    expect(await make(drawApart())).toEqual({ fileId, outcome: 'ready' });
    const made = await row(fileId);
    expect([made?.state, made?.width, made?.height]).toEqual(['ready', 840, 560]);
    expect(made?.sealed?.includes('WEBP')).toBe(false);

    const context = { ...stage.context(), objects };
    const { bytes } = await openThumbnail(context, { accountId: id }, fileId);
    expect((await sharp(bytes).metadata()).format).toBe('webp');
    const [listed] = (await listContents(context, id, { limit: 1 })).contents;
    expect(listed?.preview).toEqual({ kind: 'picture', width: 840, height: 560 });
    expect(await make(never)).toBeNull();
  });

  test('of a film and of a recording comes from what is sealed', async () => {
    const film = await owner('video', fixture('teal.mp4'));
    const sound = await owner('audio', fixture('fading.mp3'));
    expect([await make(drawApart()), await make(drawApart())].map((made) => made?.outcome)).toEqual(['ready', 'ready']);
    expect(await row(film.fileId)).toMatchObject({ width: 160, height: 96 });
    const [listed] = (await listContents(stage.context(), sound.id, { limit: 1 })).contents;
    expect(listed?.preview).toMatchObject({ kind: 'waveform' });
  });

  test('of a PDF is its first page; a PDF that wants a password has none, and other documents are not drawn', async () => {
    const { id, fileId } = await owner('file', TEAL);
    expect(await make(drawApart())).toEqual({ fileId, outcome: 'ready' });
    expect(await row(fileId)).toMatchObject({ state: 'ready', width: 840, height: 420 });
    const [listed] = (await listContents(stage.context(), id, { limit: 1 })).contents;
    expect(listed?.preview).toEqual({ kind: 'picture', width: 840, height: 420 });

    const locked = await owner('file', LOCKED);
    expect(await make(drawApart())).toMatchObject({ fileId: locked.fileId, outcome: 'failed' });
    expect(await query('select state from files where id = ?', [locked.fileId])).toEqual([{ state: 'ready' }]);
    const other = await owner('file', Buffer.from('no PDF'));
    expect(await row(other.fileId)).toBeUndefined();
    expect(await make(never)).toBeNull();
  });

  test('of a broken picture fails at once, and never touches the file', async () => {
    const png = await sharp(await picture(60, 40))
      .png()
      .toBuffer();
    const { fileId } = await owner('image', png.subarray(0, png.length - 40));
    expect(await make()).toMatchObject({ fileId, outcome: 'failed' });
    expect(await row(fileId)).toMatchObject({ state: 'failed', sealed: null, waits: null });
    expect(await query('select state from files where id = ?', [fileId])).toEqual([{ state: 'ready' }]);
  });
});

describe('when it does not work', () => {
  test('who dies of it is tried three times, later each time', async () => {
    const { fileId } = await owner('image', await picture());
    for (const wait of [1, 2]) {
      expect(await make(dying)).toMatchObject({ outcome: 'later' });
      expect(Math.round(((await row(fileId))?.waits ?? 0) / 60)).toBe(wait);
      await query("update jobs set run_at = now() where kind = 'thumbnail'");
    }
    expect(await make(dying)).toEqual({ fileId, outcome: 'failed', reason: 'It took too long.' });
    expect(await row(fileId)).toMatchObject({ state: 'failed' });
  });

  test('a worker that died with it three times leaves it alone', async () => {
    const { fileId } = await owner('image', await picture());
    await query('update jobs set tries = 3');
    expect(await make(never)).toMatchObject({ fileId, outcome: 'failed' });
  });

  test('the store being away does not count', async () => {
    const { fileId } = await owner('image', await picture());
    const away: ObjectStore = { ...objects, read: () => Promise.reject(new Error('Nobody listens.')) };
    await expect(make(drawHere, away)).rejects.toMatchObject({ code: 'unavailable' });
    const waiting = await row(fileId);
    expect(waiting).toMatchObject({ state: 'pending', tries: 0 });
    expect(waiting?.waits).toBeGreaterThan(0);
  });

  test('a file that is not what was sealed is an alarm, and not tried again', async () => {
    const { fileId } = await owner('image', await picture());
    await query('update files set seal_header = ? where id = ?', [Buffer.from(`SHV1${'x'.repeat(16)}`), fileId]);
    expect(await make()).toMatchObject({ fileId, outcome: 'broken-seal' });
    expect(await row(fileId)).toMatchObject({ state: 'failed' });
  });

  test('a file that was deleted meanwhile is nobody’s trouble', async () => {
    const { fileId } = await owner('image', await picture());
    const deleting: Draw = async (drawable) => {
      await query('delete from files');
      return drawHere({ ...drawable, read: async () => picture() });
    };
    expect(await make(deleting)).toMatchObject({ fileId, outcome: 'gone' });
    expect(await row(fileId)).toBeUndefined();
  });

  test('nor is one whose object went with it: that is no alarm', async () => {
    const { fileId } = await owner('image', await picture());
    const deleting: Draw = async (drawable) => {
      await query('delete from files');
      while ((await deleteDueObjects(stage.context().em, objects)) > 0);
      return drawHere(drawable);
    };
    expect(await make(deleting)).toEqual({ fileId, outcome: 'gone' });
  });
});

test('each is made once, however many workers there are', async () => {
  const file = await picture(300, 200);
  await Promise.all(Array.from({ length: 4 }, () => owner('image', file)));
  const made: Made[] = [];
  const fork = () => stage.orm.em.fork();
  const onMade = (one: Made) => made.push(one);
  const handler = thumbnailJob({ fork, keyring: stage.keyring, objects, draw: drawHere, onMade });
  const lane = async () => {
    while ((await runDueJobs(fork, 'thumbnail', handler)) > 0);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  expect(made.map(({ outcome }) => outcome)).toEqual(['ready', 'ready', 'ready', 'ready']);
  expect(new Set(made.map(({ fileId }) => fileId)).size).toBe(4);
});
