/** Files of a backup: written and read as streams, with checksums. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused, type TableFile, type Written } from './manifest.ts';

/**
 * Paths in the folder of a backup. Objects are in 256 folders: some file systems are slow with a million names in one.
 */
export const PLACE = {
  table: ({ name, file = name }: Pick<TableFile, 'name' | 'file'>) => join('tables', `${file}.jsonl.gz`),
  objects: 'objects.jsonl.gz',
  object: (key: string) => join('objects', key.slice(0, 2), key),
};

/**
 * Creates a folder and its missing parents. Node's own recursive `mkdir` never ends where it may not create one, as in
 * /proc.
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
    // Another process has created it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Writes bytes, and flushes them to the disk. @returns size and checksum */
export async function writeBytes(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const sum = new Sum();
  await pipeline(source, (bytes) => sum.of(bytes), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  return sum.written;
}

/** Writes lines, compressed. @returns size and checksum of the compressed file */
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

/**
 * @returns the lines of a file that writeLines made. Node's `readline` would also break them at U+2028 and U+2029, which
 *   JSON has in the middle of a name
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.once('error', (error) => text.destroy(error));
  let line: string[] = [];
  for await (const chunk of text as AsyncIterable<string>) {
    const [end = '', ...next] = chunk.split('\n');
    line.push(end);
    for (const beginning of next) {
      yield line.join('');
      line = [beginning];
    }
  }
}

/**
 * Reads a whole file and compares its checksum.
 * @param path relative to the folder
 * @throws BackupRefused when the file is not as it was written
 */
export async function requireUnchanged(folder: string, path: string, expected: Written): Promise<void> {
  const sum = new Sum();
  try {
    for await (const _ of sum.of(createReadStream(join(folder, path))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupRefused(`The backup is damaged: ${path} is missing.`);
  }
  if (sum.written.bytes !== expected.bytes || sum.written.sha256 !== expected.sha256)
    throw new BackupRefused(`The backup is damaged or was changed: ${path} is not what was written.`);
}

/** Size and checksum of a stream. The checksum needs no key: it is stored beside the files, and reveals no more than they do. */
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

  /** Complete once the stream has ended. */
  get written(): Written {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}
