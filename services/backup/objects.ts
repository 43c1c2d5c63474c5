/** The objects of a backup: ciphertext, copied from the store and put back as it is. */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { query, type Tables } from '#db/query.ts';
import { SECOND } from '#domain/time/durations.ts';
import { HEADER_BYTES, SealBroken, sealedSize } from '#services/crypto/seal.ts';
import { inParallel } from '#services/in-parallel.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { PLACE, readLines, writeBytes, writeLines } from './files.ts';
import type { Written } from './manifest.ts';

const CONCURRENCY = 4;
const TRIES = 3;
const RETRY_DELAY = SECOND;
/** Rows per batch; the list of objects grows by a batch at a time. */
const BATCH = 200;

const fileRow = z.object({
  state: z.string(),
  storage_key: z.string(),
  size: z.number().nullable(),
  seal_header: z.string().nullable(),
});

const objectLine = z.object({
  key: z.string().regex(/^[0-9a-f]+$/),
  /** The copy in the backup; null without one. */
  written: z.object({ bytes: z.int(), sha256: z.string() }).nullable(),
  /** Whether its owner deleted it while the backup was made, so that its row goes, too. Otherwise it was lost before. */
  isGone: z.boolean(),
});
/** One line of the list of objects. */
export type ObjectLine = z.output<typeof objectLine>;

/** The objects that a backup has. */
interface ObjectsCopied {
  count: number;
  bytes: number;
  list: Written;
  /** The keys of files whose object is missing or is not what was sealed. */
  lost: string[];
}

/**
 * Copies each object that a row in the backup refers to.
 * @param folder of a backup whose rows are written
 */
export async function copyObjects(
  { fork, objects }: { fork(): EntityManager; objects: ObjectStore },
  folder: string,
): Promise<ObjectsCopied> {
  const lost: string[] = [];
  let [count, bytes] = [0, 0];
  async function* copied(): AsyncGenerator<string> {
    for await (const batch of inBatches(readyFiles(folder))) {
      const lines: ObjectLine[] = [];
      await inParallel(batch, CONCURRENCY, async (file) => {
        const written = await copyOne(objects, folder, file);
        const isGone = written === null && (await fileState(fork(), file.key)) === null;
        if (written === null && !isGone) lost.push(file.key);
        lines.push({ key: file.key, written, isGone });
      });
      count += lines.filter(({ written }) => written).length;
      bytes += lines.reduce((sum, { written }) => sum + (written?.bytes ?? 0), 0);
      yield* lines.map((line) => JSON.stringify(line));
    }
  }
  const list = await writeLines(join(folder, PLACE.objects), copied());
  return { count, bytes, list, lost };
}

/** @returns the state of the file whose object has this key; null when no row refers to it */
export async function fileState(em: EntityManager, key: string): Promise<Tables['files']['state'] | null> {
  const file = await query(em).selectFrom('files').select('state').where('storage_key', '=', key).executeTakeFirst();
  return file?.state ?? null;
}

/** @returns the list of a backup's objects */
export async function* listedObjects(folder: string): AsyncGenerator<ObjectLine> {
  for await (const line of readLines(join(folder, PLACE.objects))) yield objectLine.parse(JSON.parse(line));
}

/**
 * Puts an object into the store. An object is put as a whole and never changes, so one with the same beginning and length
 * is the same.
 * @returns whether the store lacked it
 */
export async function putObject(objects: ObjectStore, folder: string, { key, written }: ObjectLine): Promise<boolean> {
  if (!written) return false;
  const path = join(folder, PLACE.object(key));
  const stored = await objects.read(key, 0, HEADER_BYTES - 1);
  if (stored) {
    const [found, wanted] = [
      await collect(stored.bytes),
      await collect(createReadStream(path, { end: HEADER_BYTES - 1 })),
    ];
    if (stored.totalSize === written.bytes && found.equals(wanted)) return false;
  }
  await objects.put(key, createReadStream(path), new AbortController().signal);
  return true;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

interface ReadyFile {
  key: string;
  storedSize: number;
  header: Buffer;
}

async function* readyFiles(folder: string): AsyncGenerator<ReadyFile> {
  for await (const line of readLines(join(folder, PLACE.table({ name: 'files' })))) {
    const { state, storage_key: key, size, seal_header } = fileRow.parse(JSON.parse(line));
    // Postgres writes bytes as \x and hex.
    if (state === 'ready')
      yield { key, storedSize: sealedSize(size ?? 0), header: Buffer.from((seal_header ?? '').slice(2), 'hex') };
  }
}

async function* inBatches<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of source) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Retries when the store hangs up in the middle of an object, so that this does not end a backup of many hours.
 * @returns what was written; null when the object is missing, or has another length or beginning than was sealed
 */
async function copyOne(objects: ObjectStore, folder: string, file: ReadyFile): Promise<Written | null> {
  const path = join(folder, PLACE.object(file.key));
  await mkdir(dirname(path), { recursive: true });
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyBytes(objects, path, file);
    } catch (error) {
      await rm(path, { force: true });
      if (error instanceof SealBroken) return null;
      if (tries === TRIES) throw error;
      await sleep(RETRY_DELAY);
    }
  }
}

async function copyBytes(objects: ObjectStore, path: string, { key, storedSize, header }: ReadyFile) {
  const stopped = new AbortController();
  const stored = await objects.read(key, 0, storedSize - 1, stopped.signal);
  if (stored?.totalSize !== storedSize) {
    stopped.abort();
    return null;
  }
  return writeBytes(path, requireBeginning(header, stored.bytes));
}

async function* requireBeginning(header: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning = Buffer.alloc(0);
  for await (const chunk of source) {
    if (beginning.length < HEADER_BYTES) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, HEADER_BYTES - beginning.length)]);
      if (!header.subarray(0, beginning.length).equals(beginning)) throw new SealBroken('Not what was sealed.');
    }
    yield chunk;
  }
}
