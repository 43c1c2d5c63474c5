/** The manifest of a backup: written last, read first. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Its message is for the operator. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const written = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
/** A file of the backup. */
export type Written = z.output<typeof written>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** The moment of the rows, by the database's clock. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The schema of the rows: the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In the order to fill them: each after the tables that it refers to. */
  tables: z.array(written.extend({ name: z.string().regex(/^[a-z_]+$/), rows: z.int().nonnegative() })),
  objects: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative(), list: written }),
  /** The ids of the master keys in use, each with one person's key that it wraps (ciphertext). */
  keys: z.array(z.object({ id: z.string(), people: z.int(), owner: z.string(), wrapped: z.base64() })),
});
export type Manifest = z.output<typeof manifestSchema>;

const NAME = 'manifest.json';

/** Writes the manifest with its own checksum. A backup without one was never finished. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sum: sumOf(manifest) }, null, 2);
  await writeFile(join(folder, NAME), `${text}\n`, { mode: 0o600, flush: true });
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
