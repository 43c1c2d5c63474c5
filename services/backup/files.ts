/** Files of a backup: written and read as streams, and summed on the way. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused, type Written } from './manifest.ts';

/**
 * Where things lie in the folder of a backup. Objects lie in 256 folders: some file systems are slow with a million
 * names in one.
 */
export const PLACE = {
  table: (name: string) => join('tables', `${name}.jsonl.gz`),
  objects: 'objects.jsonl.gz',
  object: (key: string) => join('objects', key.slice(0, 2), key),
};

/**
 * Makes a folder and those that it lies in, where they are missing. Node's own way of doing so never ends where a folder
 * can have none of ours in it, as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const done = await mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return true;
      if (error.code === 'ENOENT' && dirname(path) !== path) return false;
      throw error;
    },
  );
  if (done) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Somebody else has made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Writes bytes as they come, to the disk itself. @returns what was written */
export async function writeBytes(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const sum = new Sum();
  await pipeline(source, (bytes) => sum.of(bytes), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  return sum.written;
}

/** Writes lines, compressed. @returns what was written */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<Written> {
  const sum = new Sum();
  await pipeline(
    Readable.from(withEnds(lines)),
    createGzip(),
    (bytes: AsyncIterable<Uint8Array>) => sum.of(bytes),
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return sum.written;
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** @returns the lines of a file that writeLines made */
export async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
}

/**
 * Reads a whole file, and keeps nothing of it.
 * @param path from the folder on
 * @throws BackupRefused when it is not what was written
 */
export async function requireUnchanged(folder: string, path: string, expected: Written): Promise<void> {
  const sum = new Sum();
  try {
    for await (const _ of sum.of(createReadStream(join(folder, path))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupRefused(`The backup is torn: ${path} is missing.`);
  }
  if (sum.written.bytes !== expected.bytes || sum.written.sha256 !== expected.sha256)
    throw new BackupRefused(`The backup is torn or was changed: ${path} is not what was written.`);
}

/** Counts and sums what passes. The sums are not keyed: they lie beside the files themselves, so they tell nothing more. */
class Sum {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *of(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  /** Once everything has passed. */
  get written(): Written {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}
