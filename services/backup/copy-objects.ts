import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { SECOND } from '#domain/time/durations.ts';
import { HEADER_BYTES, SealBroken, sealedSize } from '#services/crypto/seal.ts';
import { inParallel } from '#services/in-parallel.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { PLACE, readLines, writeBytes, writeLines } from './files.ts';
import type { Written } from './manifest.ts';

const AT_ONCE = 4;
const TRIES = 3;
const AGAIN_AFTER = SECOND;
/** So many rows are looked at before the list grows by them. */
const BATCH = 200;

const fileRow = z.object({
  state: z.string(),
  storage_key: z.string(),
  size: z.number().nullable(),
  seal_header: z.string().nullable(),
});

/** One object of the list: what lies in the backup, or why nothing does. */
export const objectLine = z.object({
  key: z.string().regex(/^[0-9a-f]+$/),
  written: z.object({ bytes: z.int(), sha256: z.string() }).nullable(),
  /** Deleted by its owner while the backup was made: its row goes too. Otherwise it was lost before. */
  isGone: z.boolean(),
});
export type ObjectLine = z.output<typeof objectLine>;

export interface ObjectsCopied {
  count: number;
  bytes: number;
  list: Written;
  /** The keys of those whose row is there and whose object is not, or is not what was kept. */
  lost: string[];
}

/**
 * Copies each object that a row in the backup refers to, as it is stored: ciphertext.
 * @param folder of a backup whose rows are written
 */
export async function copyObjects(
  { fork, objects }: { fork(): EntityManager; objects: ObjectStore },
  folder: string,
): Promise<ObjectsCopied> {
  const lost: string[] = [];
  let [count, total] = [0, 0];
  async function* copied(): AsyncGenerator<string> {
    for await (const batch of inBatches(readyFiles(folder))) {
      const lines: ObjectLine[] = [];
      await inParallel(batch, AT_ONCE, async (file) => {
        const written = await copyOne(objects, folder, file);
        const isGone = written === null && (await isDeleted(fork(), file.key));
        if (written === null && !isGone) lost.push(file.key);
        lines.push({ key: file.key, written, isGone });
      });
      count += lines.filter(({ written }) => written).length;
      total += lines.reduce((sum, { written }) => sum + (written?.bytes ?? 0), 0);
      yield* lines.map((line) => JSON.stringify(line));
    }
  }
  const list = await writeLines(join(folder, PLACE.objects), copied());
  return { count, bytes: total, list, lost };
}

interface ReadyFile {
  key: string;
  storedSize: number;
  header: Buffer;
}

async function* readyFiles(folder: string): AsyncGenerator<ReadyFile> {
  for await (const line of readLines(join(folder, PLACE.table('files')))) {
    const { state, storage_key: key, size, seal_header } = fileRow.parse(JSON.parse(line));
    // The row has it as Postgres writes bytes: \x and hex.
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
 * A store that hangs up in the middle of one object is asked for it again: of a backup of many hours nothing is lost.
 * @returns what was written; null where it is not there, or does not have the length and the beginning of what was kept
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
      await sleep(AGAIN_AFTER);
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
  return writeBytes(path, beginningWith(header, stored.bytes));
}

async function* beginningWith(header: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning = Buffer.alloc(0);
  for await (const chunk of source) {
    if (beginning.length < HEADER_BYTES) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, HEADER_BYTES - beginning.length)]);
      if (!header.subarray(0, beginning.length).equals(beginning)) throw new SealBroken('Not what was kept.');
    }
    yield chunk;
  }
}

async function isDeleted(em: EntityManager, key: string): Promise<boolean> {
  const [row] = await em.execute<object[]>('select 1 from files where storage_key = ?', [key]);
  return row === undefined;
}
