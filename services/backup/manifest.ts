/** The manifest of a backup: written last, read first. */
import { createHash } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Its message is for the operator. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const written = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
/** A file of the backup. */
export type Written = z.output<typeof written>;

const table = written.extend({
  name: z.string().regex(/^[a-z_]+$/),
  rows: z.int().nonnegative(),
  /** Its name in the folder, without its ending, where that is another one. */
  file: z
    .string()
    .regex(/^[a-z_]+\.[0-9a-f]+$/)
    .optional(),
});
/** A table of the backup, as it is written. */
export type TableFile = z.output<typeof table>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** The moment of the rows, by the database's clock. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The schema of the rows: the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In the order to fill them: each after the tables that it refers to. */
  tables: z.array(table),
  objects: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative(), list: written }),
  /** The ids of the master keys in use, each with one person's key that it wraps (ciphertext). */
  keys: z.array(z.object({ id: z.string(), people: z.int(), owner: z.string(), wrapped: z.base64() })),
  /** When the keys of deleted accounts were last erased from it, by the database's clock. */
  erasedAt: z.iso.datetime({ offset: true }).optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

const NAME = 'manifest.json';

/**
 * Writes the manifest with its own checksum, in place of one that is there: at each moment there is a whole one. A backup
 * without one was never finished.
 */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sum: sumOf(manifest) }, null, 2);
  const unfinished = join(folder, `${NAME}.unfinished`);
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, NAME));
  const directory = await open(folder);
  await directory.sync().finally(() => directory.close());
}

/**
 * @returns the manifest of the backup in this folder
 * @throws BackupRefused when it was never finished, was changed, or is of another format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefused(`There is no finished backup in ${folder}: it has no ${NAME}, which is written last.`);
  const { sum, ...content } = parsed(text);
  const result = manifestSchema.safeParse(content);
  if (!result.success || sum !== sumOf(content))
    throw new BackupRefused(
      `The ${NAME} in ${folder} is damaged, was changed, or has a format that this version does not know.`,
    );
  return result.data;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

function sumOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
