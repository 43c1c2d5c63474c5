import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { HEADER_BYTES } from '#services/crypto/seal.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { type ObjectLine, objectLine } from './copy-objects.ts';
import { PLACE, readLines } from './files.ts';

/** @returns the objects that a backup has, and those whose place in it is empty */
export async function* listedObjects(folder: string): AsyncGenerator<ObjectLine> {
  for await (const line of readLines(join(folder, PLACE.objects))) yield objectLine.parse(JSON.parse(line));
}

/**
 * An object is put as a whole or not at all, and never changed: what has its beginning and its length is it.
 * @returns whether it was put now
 */
export async function putObject(objects: ObjectStore, folder: string, { key, written }: ObjectLine): Promise<boolean> {
  if (!written) return false;
  const path = join(folder, PLACE.object(key));
  const there = await objects.read(key, 0, HEADER_BYTES - 1);
  if (there) {
    const [found, wanted] = [await all(there.bytes), await all(createReadStream(path, { end: HEADER_BYTES - 1 }))];
    if (there.totalSize === written.bytes && found.equals(wanted)) return false;
  }
  await objects.put(key, createReadStream(path), new AbortController().signal);
  return true;
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
